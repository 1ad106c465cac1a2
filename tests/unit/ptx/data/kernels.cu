// what a kernel author may write: loops, local arrays, shared memory, functions that are not inlined, constant and global variables
__constant__ int table[4] = {10, 20, 30, 40};
__device__ unsigned counter = 7;
__device__ __noinline__ int twice(int x) { return x * 2; }
__device__ __noinline__ float pick(float a, float b, bool first) { if (first) return a; return b; }
extern "C" __global__ void collatz(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = in[i], steps = 0;
  while (x != 1) { x = (x & 1) ? 3 * x + 1 : x / 2; ++steps; }
  out[i] = steps;
}
extern "C" __global__ void local_array(int* out, const int* in) {
  int i = threadIdx.x; int a[16];
  for (int k = 0; k < 16; ++k) a[(k * in[0] + i) & 15] = k * 100 + i;
  int s = 0; for (int k = 0; k < 16; ++k) s = s * 3 + a[(k + in[1]) & 15];
  out[i] = s;
}
extern "C" __global__ void block_sum(int* out, const int* in) {
  __shared__ int s[128]; int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t]; __syncthreads();
  for (int k = 64; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; __syncthreads(); }
  if (t == 0) out[blockIdx.x] = s[0];
}
extern "C" __global__ void calls(int* out, const int* in) { int i = threadIdx.x; out[i] = twice(in[i]) + twice(in[i] + 1) + (int)pick(1.f, 2.f, in[i] > 3); }
extern "C" __global__ void variables(int* out, const int* in) { int i = threadIdx.x; out[i] = table[in[i] & 3] + (int)counter; __syncwarp(); if (i == 0) counter = 9; }
struct P { int a; short b[3]; double c; };
extern "C" __global__ void by_value(double* out, P p, int k) { out[threadIdx.x] = p.a + p.b[k + threadIdx.x] + p.c; }
