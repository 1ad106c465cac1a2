// Results judged as the device judges them: by operations and readings that the compiler knows, and where they are
// wrong by rules that come at run time.

#include "core/judge/suspect.h"
#include "core/sweep/twin.h"

using namespace semcheck;

/// Of each case the suspicion of its result, or 0, and its term in the digest of the twin.
template <Elementwise kOperation, Choice... kReadings>
__device__ void judge(const Contract& contract, const Bits* operands, const Bits* results, unsigned count,
                      unsigned* keys, Bits* terms) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Bits* x = operands + i * kMostOperands;
  keys[i] = allows<kOperation, kReadings...>(x, results[i]) ? 0 : key_of_wrong<kOperation>(contract, x, results[i]);
  terms[i] = twin_term<kOperation, kReadings...>(x, i);
}

#define JUDGING(name, operation, ...)                                                                           \
  extern "C" __global__ void name(Contract contract, const Bits* operands, const Bits* results, unsigned count, \
                                  unsigned* keys, Bits* terms) {                                                \
    judge<operation, __VA_ARGS__>(contract, operands, results, count, keys, terms);                             \
  }

constexpr Format kF32 = {};
constexpr Format kS8 = {NumberKind::signed_integer, 8, 0, 0, false};
constexpr Format kU8 = {NumberKind::unsigned_integer, 8, 0, 0, false};

constexpr Choice kFmaxf = {.nan = Nan::ignore, .nan_canonical = 0x7fffffff};
constexpr Choice kPropagate = {.nan_canonical = 0x7fffffff};
constexpr Choice kFlush = {.nan = Nan::ignore, .subnormal = Subnormal::flush, .nan_canonical = 0x7fffffff};

constexpr Elementwise kMax = {.operands = {kF32, kF32}};
constexpr Elementwise kClamp = {.kind = OperationKind::clamp, .operands = {kF32, kF32, kF32}, .count = 3};
constexpr Elementwise kCompare = {.kind = OperationKind::compare, .result = kU8, .operands = {kF32, kF32}};
constexpr Elementwise kReluGrad = {.kind = OperationKind::relu_grad, .operands = {kF32, kF32}};
constexpr Elementwise kToS8 = {.kind = OperationKind::convert, .result = kS8, .operands = {kF32}, .count = 1};
constexpr Elementwise kFma = {.kind = OperationKind::fma_relu, .operands = {kF32, kF32, kF32}, .count = 3};

JUDGING(max_f32, kMax, kFmaxf)
JUDGING(max_of_two_readings, kMax, kFmaxf, kFlush)
JUDGING(clamp_f32, kClamp, kPropagate)
JUDGING(relu_grad_f32, kReluGrad, kPropagate)
JUDGING(compare_f32, kCompare, kPropagate)
JUDGING(convert_to_s8, kToS8, kPropagate)
JUDGING(fma_relu_f32, kFma, kFmaxf)
