#pragma once

/// @file
/// Cases and made-up variants for the tests of judging.

#include <fmt/format.h>

#include "core/judge/verdict.h"
#include "tests/unit/reference/known_rules.h"

namespace semcheck::sample {

inline Matrix matrix_of(Dtype dtype, const std::vector<Bits>& patterns, Combine combine = Combine::pairs) {
  Matrix matrix;
  matrix.name = "sample";
  matrix.combine = combine;
  matrix.exact.push_back({dtype, {}});
  for (Bits b : patterns) matrix.exact.back().second.push_back(fmt::format("{:#x}", b));
  return matrix;
}

/// Zeros, ones, infinities, quiet and signaling NaNs of both signs, and the boundaries of subnormals.
inline const std::vector<Bits> kSpecialF32 = {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                                              0x7fc00000, 0xffc00abc, 0x7f800001, 0xff800abc, 0x7fbfffff, 0x00000001,
                                              0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000, 0x7f7fffff,
                                              0xff7fffff, 0x7fffffff, 0xffffffff, 0x00000abc, 0x40000000, 0xc0000000};

inline Cases cases_of(const Operation& operation, const std::vector<Bits>& patterns, std::uint64_t random = 0) {
  Inputs inputs;
  inputs.matrices.push_back(matrix_of(operation.dtype, patterns));
  inputs.random = {random, 1};
  return make_cases(operation, inputs);
}

/// What a variant that follows one reading returns for every case.
inline std::vector<Bits> results_of(const Operation& operation, const Choice& reading, const Cases& cases) {
  std::vector<Bits> results;
  for (std::size_t i = 0; i < cases.size(); ++i)
    results.push_back(known::only_result(operation, reading, cases.operands[0][i], cases.operands[1][i]));
  return results;
}

/// The rules of a reading for f32.
inline Rules rules_f32(const Choice& reading) {
  return rules_of(reading, Dtype::f32);
}

}  // namespace semcheck::sample
