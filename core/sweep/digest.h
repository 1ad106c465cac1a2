#pragma once

/// @file
/// The digest of a sweep: a sum over chosen cases, so that it does not matter who computes which part in which order.
/// Compiled by the host compiler and by NVRTC.

#include "core/sweep/wide_product.h"

namespace semcheck {

/// 2^32 divided by the golden ratio: its multiples lie evenly (Knuth, volume 3, 6.4).
inline constexpr unsigned kDigestStep = 0x9e3779b1u;

/// Cases in a row that are digested or not together: of every block whether it is.
inline constexpr Bits kDigestBlock = 4096;

/// Whether the digest covers a case: it covers one in sixteen blocks, the first among them, since it would take a fifth
/// of the time of a sweep to cover all.
SEMCHECK_HD constexpr bool is_digested(Bits index) {
  return static_cast<unsigned>(index / kDigestBlock) * kDigestStep >> 28 == 0;
}

/// What stands for the index of a case in its term.
SEMCHECK_HD constexpr unsigned digest_place(Bits index) {
  return static_cast<unsigned>(index ^ index >> 32) * kDigestStep;
}

/// What one case adds to the digest of a sweep, modulo 2^64, by its place. Below 2^32 places are kDigestStep apart.
SEMCHECK_HD constexpr Bits digest_term_at(unsigned place, Bits result) {
  const unsigned low = static_cast<unsigned>(result) ^ place;
  const Bits high = static_cast<unsigned>(result >> 32);
  return wide_product(low, low) + high * (2 * Bits{low} + 0x85ebca6bu);
}

/// The same by its index. Another result of one case always changes the sum where results have at most 32 bits.
SEMCHECK_HD constexpr Bits digest_term(Bits index, Bits result) {
  return digest_term_at(digest_place(index), result);
}

}  // namespace semcheck
