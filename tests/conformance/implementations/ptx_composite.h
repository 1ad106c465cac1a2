#pragma once

/// @file
/// Composed operations as single PTX instructions.

#include <ostream>
#include <string>
#include <vector>

#include "tests/conformance/implementations/profile_rules.h"

namespace semcheck {

/// An instruction that computes a profile's operation over one dtype.
struct PtxForm {
  std::string profile;
  Dtype dtype;
  std::string attributes;  ///< further lines of [operation]
  std::string spelling;    ///< "cvt.rni.s8.f32"
  std::string result;      ///< the types of its registers
  std::vector<std::string> operands;
  std::vector<Bits> more = {};  ///< operands after those of the operation
};

/// The forms of every profile that names PTX's conversions, comparisons, saturations and multiply-adds.
std::vector<PtxForm> ptx_forms();

}  // namespace semcheck
