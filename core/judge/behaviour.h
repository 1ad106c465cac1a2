#pragma once

#include "core/judge/verdict.h"

namespace semcheck {

/// The rule values under which the reference reproduces every observed result.
struct Behaviour {
  bool explained = false;  ///< false when no reading of the rules gives these results
  /// For each rule the values that appear in an explaining reading; more than one when the cases cannot tell them
  /// apart. Readings that need more mechanisms than another (flushing, magnitudes, an exception for signaling NaNs or
  /// infinity, a choice of NaN that the operation's own choice of operand does not give) are left out. `nan_canonical`
  /// is the observed NaN where `nan_result` can be "canonical", else the dtype's.
  Rules values;
};

/// Asks which rule values explain every observed bit of a variant.
/// @param results  one pattern for each case
Behaviour observe(const Operation& operation, const Cases& cases, std::span<const Bits> results);

}  // namespace semcheck
