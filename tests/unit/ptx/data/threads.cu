// how kernel authors reduce: within a thread, a warp, a block and a grid, and the ways in which they get it wrong
#include <cooperative_groups.h>
#define LOWEST __int_as_float(0xff800000)
namespace cg = cooperative_groups;
__device__ unsigned finished;
extern "C" {
__global__ void sequential(float* out, const float* in, unsigned n) {
  float m = LOWEST;
  for (unsigned i = 0; i < n; ++i) m = fmaxf(m, in[i]);
  *out = m;
}
__global__ void strided(float* out, const float* in, unsigned n) {
  __shared__ float s[256];
  float m = LOWEST;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) m = fmaxf(m, in[i]);
  s[threadIdx.x] = m;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned i = 1; i < blockDim.x; ++i) m = fmaxf(m, s[i]);
  *out = m;
}
__device__ float max_of_warp(float m) {
  for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_down_sync(~0u, m, d));
  return m;
}
__global__ void shuffled(float* out, const float* in, unsigned n) {
  __shared__ float s[32];
  float m = LOWEST;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) m = fmaxf(m, in[i]);
  m = max_of_warp(m);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = m;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  m = max_of_warp(threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : LOWEST);
  if (threadIdx.x == 0) *out = m;
}
__global__ void tree(float* out, const float* in, unsigned n) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  s[t] = t < n ? in[t] : LOWEST;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k) s[t] = fmaxf(s[t], s[t + k]);
    __syncthreads();
  }
  if (t == 0) *out = s[0];
}
__global__ void tree_of_warp(float* out, const float* in, unsigned n) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  s[t] = t < n ? in[t] : LOWEST;
  __syncwarp();
  for (unsigned k = 16; k > 0; k >>= 1) {
    float m = fmaxf(s[t], t < k ? s[t + k] : LOWEST);
    __syncwarp();
    s[t] = m;
    __syncwarp();
  }
  if (t == 0) *out = s[0];
}
__global__ void atomic_bits(float* out, const float* in, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int bits = __float_as_int(in[i]);
  if (bits >= 0) atomicMax((int*)out, bits); else atomicMin((unsigned*)out, (unsigned)bits);
}
__global__ void atomic_swap(float* out, const float* in, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int* p = (int*)out;
  int old = atomicAdd(p, 0), seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, __float_as_int(fmaxf(in[i], __int_as_float(seen))));
  } while (old != seen);
}
__global__ void atomic_shared(int* out, const int* in, unsigned n) {
  __shared__ int m;
  if (threadIdx.x == 0) m = -2147483647 - 1;
  __syncthreads();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(&m, in[i]);
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(out, m);
}
__device__ __forceinline__ void two_stages(float* out, float* parts, const float* in, unsigned n, bool fences) {
  __shared__ float s[128];
  __shared__ bool last;
  unsigned t = threadIdx.x;
  float m = LOWEST;
  for (unsigned i = blockIdx.x * 128 + t; i < n; i += gridDim.x * 128) m = fmaxf(m, in[i]);
  s[t] = m;
  __syncthreads();
  for (unsigned k = 64; k > 0; k >>= 1) {
    if (t < k) s[t] = fmaxf(s[t], s[t + k]);
    __syncthreads();
  }
  if (t == 0) {
    parts[blockIdx.x] = s[0];
    if (fences) __threadfence();
    last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  s[t] = t < gridDim.x ? parts[t] : LOWEST;
  __syncthreads();
  for (unsigned k = 64; k > 0; k >>= 1) {
    if (t < k) s[t] = fmaxf(s[t], s[t + k]);
    __syncthreads();
  }
  if (t == 0) { *out = s[0]; finished = 0; }
}
__global__ void two_stage(float* out, float* parts, const float* in, unsigned n) { two_stages(out, parts, in, n, true); }
__global__ void two_stage_without_fence(float* out, float* parts, const float* in, unsigned n) { two_stages(out, parts, in, n, false); }
__global__ void votes(unsigned* out, const int* in, unsigned n) {
  unsigned t = threadIdx.x;
  bool p = in[t] > 3;
  unsigned* o = out + 12 * t;
  o[0] = __ballot_sync(~0u, p);
  o[1] = __any_sync(~0u, p);
  o[2] = __all_sync(~0u, p);
  o[3] = __match_any_sync(~0u, in[t]);
  int all;
  o[4] = __match_all_sync(~0u, in[t], &all);
  o[5] = all;
  o[6] = __reduce_max_sync(~0u, in[t]);
  o[7] = __reduce_add_sync(~0u, in[t]);
  o[8] = __reduce_xor_sync(~0u, (unsigned)in[t]);
  o[9] = __syncthreads_count(p);
  o[10] = __syncthreads_and(p);
  o[11] = __syncthreads_or(p);
}
__global__ void groups(float* out, const float* in, unsigned n) {
  __shared__ float s[32];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  float m = threadIdx.x < n ? in[threadIdx.x] : LOWEST;
  for (int k = 16; k > 0; k >>= 1) m = fmaxf(m, warp.shfl_xor(m, k));
  if (warp.thread_rank() == 0) s[warp.meta_group_rank()] = m;
  block.sync();
  if (block.thread_rank() != 0) return;
  for (unsigned i = 1; i < warp.meta_group_size(); ++i) m = fmaxf(m, s[i]);
  *out = m;
}
__global__ void vectors(float4* out, const float4* in) {
  __shared__ float4 s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void locked(int* out, int* lock, const int* in) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence();
  *out = max(*out, in[threadIdx.x]);
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void flagged(int* out, volatile int* flag, const int* in) {
  if (threadIdx.x == 0) while (*flag == 0) {}
  if (threadIdx.x == 0) { __threadfence(); out[0] = out[1]; }
  if (threadIdx.x == 32) { out[1] = in[0]; __threadfence(); *flag = 1; }
}

__global__ void tree_without_barrier(float* out, const float* in, unsigned n) {
  __shared__ float s[128];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (unsigned k = 64; k > 0; k >>= 1)
    if (t < k) s[t] = fmaxf(s[t], s[t + k]);
  if (t == 0) *out = s[0];
}
__global__ void warp_without_sync(float* out, const float* in, unsigned n) {
  __shared__ volatile float s[64];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] = fmaxf(s[t], s[t + 32]);
    s[t] = fmaxf(s[t], s[t + 16]);
  }
  if (t == 0) *out = s[0];
}
__global__ void blocks_without_order(float* out, const float* in, unsigned n) {
  if (threadIdx.x == 0) *out = fmaxf(*out, in[blockIdx.x]);
}
__global__ void neighbours_in_place(float* out, const float* in, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) out[i] = fmaxf(out[i], out[i + 1]);
}
__global__ void barrier_in_branch(float* out, const float* in, unsigned n) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16) __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
}
