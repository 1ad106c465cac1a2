#pragma once

namespace semcheck {

/// What someone writes who has one operation to check once: kernels that compare a maximum with an integer reference
/// and count the pairs where the two differ. Those over 16 bits take pair `first + i` for both operands, the second
/// lowest; those over f32 draw pairs by Philox4x32-10 (two of one output), by Philox2x32-10, or make them of the index
/// by a multiplication. A thread has 64 pairs; parameters are (unsigned long long* wrong, first, count).
inline constexpr const char* kSweepByHand = R"(
#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr unsigned kPairs = 64;

template <unsigned kInfinity>
__device__ unsigned float16_max(unsigned x, unsigned z) {
  const bool x_nan = (x & 0x7fff) > kInfinity, z_nan = (z & 0x7fff) > kInfinity;
  const int a = static_cast<short>(x) ^ (static_cast<short>(x) >> 15 & 0x7fff);
  const int b = static_cast<short>(z) ^ (static_cast<short>(z) >> 15 & 0x7fff);
  unsigned result = a > b ? x : z;
  if (x_nan) result = z;
  if (z_nan) result = x;
  if (x_nan && z_nan) result = 0x7fff;
  return result;
}

struct F16 {
  static __device__ unsigned variant(unsigned x, unsigned z) {
    return __half_as_ushort(__hmax(__ushort_as_half(x), __ushort_as_half(z)));
  }
  static __device__ unsigned reference(unsigned x, unsigned z) { return float16_max<0x7c00>(x, z); }
};
struct Bf16 {
  static __device__ unsigned variant(unsigned x, unsigned z) {
    return __bfloat16_as_ushort(__hmax(__ushort_as_bfloat16(x), __ushort_as_bfloat16(z)));
  }
  static __device__ unsigned reference(unsigned x, unsigned z) { return float16_max<0x7f80>(x, z); }
};
// The reference looks at the sign bits, so that it is not the variant over again.
struct S16 {
  static __device__ unsigned variant(unsigned x, unsigned z) {
    return static_cast<unsigned short>(max(static_cast<short>(x), static_cast<short>(z)));
  }
  static __device__ unsigned reference(unsigned x, unsigned z) { return (x ^ 0x8000) > (z ^ 0x8000) ? x : z; }
};
struct U16 {
  static __device__ unsigned variant(unsigned x, unsigned z) {
    return max(static_cast<unsigned short>(x), static_cast<unsigned short>(z));
  }
  static __device__ unsigned reference(unsigned x, unsigned z) { return x > z ? x : z; }
};

// Nothing is known of the result, or the compiler would see that the two of an integer are the same.
__device__ unsigned hidden(unsigned value) {
  asm("" : "+r"(value));
  return value;
}

template <class Operation>
__device__ void all_pairs(unsigned long long* wrong, unsigned long long first, unsigned long long count) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread * kPairs >= count) return;
  const unsigned begin = static_cast<unsigned>(first) + thread * kPairs, x = begin >> 16;
  unsigned differ = 0;
#pragma unroll 4
  for (unsigned i = 0; i < kPairs; ++i) {
    const unsigned z = (begin & 0xffff) + i;
    differ += hidden(Operation::variant(x, z)) != Operation::reference(x, z) ? 1 : 0;
  }
  if (differ > 0) atomicAdd(wrong, differ);
}

#define ALL_PAIRS(name, Operation)                                                                              \
  extern "C" __global__ void name(unsigned long long* wrong, unsigned long long first, unsigned long long count) { \
    all_pairs<Operation>(wrong, first, count);                                                                   \
  }
ALL_PAIRS(f16, F16)
ALL_PAIRS(bf16, Bf16)
ALL_PAIRS(s16, S16)
ALL_PAIRS(u16, U16)

__device__ unsigned f32_max(unsigned x, unsigned z) {
  const bool x_nan = (x & 0x7fffffff) > 0x7f800000, z_nan = (z & 0x7fffffff) > 0x7f800000;
  const int a = static_cast<int>(x) ^ (static_cast<int>(x) >> 31 & 0x7fffffff);
  const int b = static_cast<int>(z) ^ (static_cast<int>(z) >> 31 & 0x7fffffff);
  unsigned result = a > b ? x : z;
  if (x_nan) result = z;
  if (z_nan) result = x;
  if (x_nan && z_nan) result = 0x7fffffff;
  return result;
}
__device__ unsigned differs(unsigned x, unsigned z) {
  return __float_as_uint(fmaxf(__uint_as_float(x), __uint_as_float(z))) != f32_max(x, z) ? 1 : 0;
}

__device__ uint4 philox4(uint4 c, unsigned low_key, unsigned high_key) {
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    const unsigned long long p = 0xd2511f53ull * c.x, q = 0xcd9e8d57ull * c.z;
    c = make_uint4(static_cast<unsigned>(q >> 32) ^ c.y ^ low_key, static_cast<unsigned>(q),
                   static_cast<unsigned>(p >> 32) ^ c.w ^ high_key, static_cast<unsigned>(p));
    low_key += 0x9e3779b9u;
    high_key += 0xbb67ae85u;
  }
  return c;
}
__device__ uint2 philox2(uint2 c, unsigned key) {
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    const unsigned long long p = 0xd256d193ull * c.x;
    c = make_uint2(static_cast<unsigned>(p >> 32) ^ c.y ^ key, static_cast<unsigned>(p));
    key += 0x9e3779b9u;
  }
  return c;
}

template <class Draw>
__device__ void drawn(unsigned long long* wrong, unsigned long long first, unsigned long long count, Draw draw) {
  const unsigned long long begin = (blockIdx.x * blockDim.x + threadIdx.x) * kPairs;
  if (begin >= count) return;
  unsigned differ = 0;
  for (unsigned i = 0; i < kPairs; i += 2) differ += draw(first + begin + i);
  if (differ > 0) atomicAdd(wrong, differ);
}

extern "C" __global__ void f32_philox4(unsigned long long* wrong, unsigned long long first, unsigned long long count) {
  drawn(wrong, first, count, [](unsigned long long i) {
    const uint4 w = philox4(make_uint4(static_cast<unsigned>(i / 2), static_cast<unsigned>(i >> 33), 0, 0), 1, 0);
    return differs(w.x, w.y) + differs(w.z, w.w);
  });
}
extern "C" __global__ void f32_philox2(unsigned long long* wrong, unsigned long long first, unsigned long long count) {
  drawn(wrong, first, count, [](unsigned long long i) {
    const uint2 a = philox2(make_uint2(static_cast<unsigned>(i), static_cast<unsigned>(i >> 32)), 1);
    const uint2 b = philox2(make_uint2(static_cast<unsigned>(i + 1), static_cast<unsigned>(i >> 32)), 1);
    return differs(a.x, a.y) + differs(b.x, b.y);
  });
}
extern "C" __global__ void f32_index(unsigned long long* wrong, unsigned long long first, unsigned long long count) {
  drawn(wrong, first, count, [](unsigned long long i) {
    const unsigned x = static_cast<unsigned>(i) * 0x9e3779b1u, z = x ^ 0x5bd1e995u;
    return differs(x, z) + differs(x + 0x9e3779b1u, z + 0x85ebca6bu);
  });
}
)";

}  // namespace semcheck
