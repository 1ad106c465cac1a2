// The reference inside a kernel, with its rules fixed at compile time: compiled by a test, to see that the header is
// one the device takes and that it brings no host code along. The constants are local, because a kernel cannot refer to
// those of a namespace.

#include "core/reference/extremum.h"

extern "C" __global__ void max_f16(const unsigned short* x, const unsigned short* z, unsigned short* y) {
  using namespace semcheck;
  constexpr Format f = {NumberKind::floating, 16, 5, 10, true};
  constexpr Choice rules = {.nan = Nan::ignore, .nan_canonical = 0x7fff};
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = static_cast<unsigned short>(extremum(Extremum::max, rules, f, f, f, x[i], z[i]).bits);
}

extern "C" __global__ void max_f32(const unsigned* x, const unsigned* z, unsigned* y) {
  using namespace semcheck;
  constexpr Format f = {NumberKind::floating, 32, 8, 23, true};
  constexpr Choice rules = {.nan = Nan::ignore, .nan_canonical = 0x7fffffff};
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = static_cast<unsigned>(extremum(Extremum::max, rules, f, f, f, x[i], z[i]).bits);
}
