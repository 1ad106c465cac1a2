// The kernels of the listings beside this file, which make.sh compiles for several architectures.
#include <cuda_fp16.h>

#define ELEMENTWISE(name, type, expression)                                                          \
  extern "C" __global__ void name(const type* xs, const type* zs, type* ys, unsigned long long n) { \
    const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;         \
    if (i >= n) return;                                                                              \
    const type x = xs[i], z = zs[i];                                                                 \
    ys[i] = expression;                                                                              \
  }
#define UNARY(name, type, expression)                                                        \
  extern "C" __global__ void name(const type* xs, type* ys, unsigned long long n) {         \
    const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; \
    if (i >= n) return;                                                                      \
    const type x = xs[i];                                                                    \
    ys[i] = expression;                                                                      \
  }

ELEMENTWISE(max_direct_f32, float, fmaxf(x, z))
ELEMENTWISE(max_ternary_f32, float, x >= z ? x : z)
ELEMENTWISE(max_f64, double, fmax(x, z))
ELEMENTWISE(max_s32, int, max(x, z))
ELEMENTWISE(max_u32, unsigned, max(x, z))
ELEMENTWISE(max_f16, __half, __hmax(x, z))
UNARY(relu_select, float, x > 0.f ? x : 0.f)
UNARY(relu_direct, float, fmaxf(x, 0.f))
UNARY(at_most_one, float, x > 1.f ? 1.f : x)

extern "C" __global__ void max_branch_f32(const float* xs, const float* zs, float* ys, unsigned long long n) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = xs[i], z = zs[i];
  float y;
  if (x >= z) {
    y = x;
  } else {
    y = z;
  }
  ys[i] = y;
}

extern "C" __global__ void max_stores_f32(const float* xs, const float* zs, float* ys, unsigned long long n) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = xs[i], z = zs[i];
  if (x >= z) {
    ys[i] = x;
  } else {
    ys[i] = z;
  }
}

/// A choice with too much on one side for the assembler to predicate.
extern "C" __global__ void long_branch(const float* xs, const float* zs, float* ys, unsigned long long n) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i >= n) return;
  float y = xs[i];
  const float z = zs[i];
  if (y < z) {
#pragma unroll 1
    for (int k = 0; k < 100; ++k) y = y * z + 1.f;
  }
  ys[i] = y;
}

extern "C" __global__ void max_vector_f32(const float4* xs, const float4* zs, float4* ys) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 x = xs[i], z = zs[i];
  ys[i] = make_float4(fmaxf(x.x, z.x), fmaxf(x.y, z.y), fmaxf(x.z, z.z), fmaxf(x.w, z.w));
}

extern "C" __global__ void shuffle_max(const float* xs, float* ys) {
  float y = xs[threadIdx.x];
  for (unsigned step = 16; step; step /= 2) y = fmaxf(y, __shfl_xor_sync(~0U, y, step));
  if (threadIdx.x == 0) ys[0] = y;
}

extern "C" __global__ void shared_max(const float* xs, float* ys) {
  __shared__ float parts[256];
  parts[threadIdx.x] = xs[threadIdx.x];
  __syncthreads();
#pragma unroll 1
  for (unsigned step = 128; step; step /= 2) {
    if (threadIdx.x < step) parts[threadIdx.x] = fmaxf(parts[threadIdx.x], parts[threadIdx.x + step]);
    __syncthreads();
  }
  if (threadIdx.x == 0) ys[0] = parts[0];
}

extern "C" __global__ void loop_max(const float* xs, float* ys, unsigned columns) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  float y = xs[row * columns];
#pragma unroll 1
  for (unsigned k = 1; k < columns; ++k) y = fmaxf(y, xs[row * columns + k]);
  ys[row] = y;
}

extern "C" __global__ void atomic_max(const int* xs, int* y) { atomicMax(y, xs[threadIdx.x]); }

#define FOUR(statement) statement statement statement statement
#define ADD asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(y) : "f"(z));
#define FMA asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(y) : "f"(z));
#define ADD_OTHER asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(w) : "f"(z));
#define CHAIN(name, statements)                                                 \
  extern "C" __global__ void name(const float* xs, float* ys, unsigned count) { \
    float y = xs[0];                                                            \
    const float z = xs[1];                                                      \
    _Pragma("unroll 1") for (unsigned k = 0; k < count; ++k) { statements }     \
    ys[threadIdx.x] = y;                                                        \
  }
CHAIN(chain_add_8, FOUR(ADD) FOUR(ADD))
CHAIN(chain_fma_8, FOUR(FMA) FOUR(FMA))
CHAIN(chain_split, float w = z; FOUR(ADD) FOUR(ADD_OTHER) y += w;)
