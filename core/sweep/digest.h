#pragma once

/// @file
/// The digest of a sweep: a sum over cases, so that it does not matter who computes which part in which order. Compiled
/// by the host compiler and by NVRTC.

#include "core/values/format.h"

namespace semcheck {

/// What one case adds to the digest of a sweep, modulo 2^64. Another result of one case always changes the sum where
/// results have at most 32 bits.
SEMCHECK_HD constexpr Bits digest_term(Bits index, Bits result) {
  const unsigned place = static_cast<unsigned>(index ^ index >> 32) * 0x9e3779b1u;
  const Bits low = static_cast<unsigned>(result) ^ place;
  const Bits high = static_cast<unsigned>(result >> 32);
  return low * low + high * (2 * low + 0x85ebca6bu);
}

}  // namespace semcheck
