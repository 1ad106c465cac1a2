// The references of composed operations inside kernels: compiled by a test, to see that the headers are ones the device
// takes and that they bring no host code along.

#include "core/reference/clamp.h"
#include "core/reference/conversion.h"
#include "core/reference/multiply_add.h"
#include "core/reference/relu.h"
#include "core/reference/select.h"

extern "C" __global__ void composites(const unsigned* x, const unsigned* z, const unsigned* w, unsigned* y) {
  using namespace semcheck;
  constexpr Format f32 = {NumberKind::floating, 32, 8, 23, true};
  constexpr Format s32 = {NumberKind::signed_integer, 32, 0, 0, false};
  constexpr Choice rules = {.nan = Nan::ignore, .nan_canonical = 0x7fffffff};
  const unsigned i = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  y[i + 0] = static_cast<unsigned>(clamp(rules, f32, x[i], z[i], w[i]).bits);
  y[i + 1] = static_cast<unsigned>(grad_clip(rules, f32, x[i], z[i]).bits);
  y[i + 2] = static_cast<unsigned>(saturate(rules, f32, x[i]).bits);
  y[i + 3] = static_cast<unsigned>(relu(rules, f32, x[i], scaled(rules, f32, x[i], 0x3c23d70a)).bits);
  y[i + 4] = static_cast<unsigned>(relu_grad(rules, GradientFrom::output, f32, x[i], z[i]).bits);
  y[i + 5] = static_cast<unsigned>(select(rules, f32, s32, x[i], z[i], w[i]).bits);
  y[i + 6] = static_cast<unsigned>(compare(rules, Relation::geu, f32, f32, x[i], z[i]).bits);
  y[i + 7] = static_cast<unsigned>(fma_relu(rules, f32, x[i], z[i], w[i]).bits);
}

extern "C" __global__ void conversion(const unsigned* x, unsigned char* y) {
  using namespace semcheck;
  constexpr Format f32 = {NumberKind::floating, 32, 8, 23, true};
  constexpr Format s8 = {NumberKind::signed_integer, 8, 0, 0, false};
  constexpr Choice rules = {.stage = Stage::clamp_then_convert};
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = static_cast<unsigned char>(convert(rules, f32, s8, x[i]).bits);
}
