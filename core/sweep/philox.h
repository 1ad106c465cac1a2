#pragma once

/// @file
/// The generator of random sweeps: output number i needs none of those before it. Compiled by the host compiler and by
/// NVRTC.

#include "core/sweep/wide_product.h"

namespace semcheck {

/// Four words of 32 bits: a counter, or what is made of it.
struct Words {
  unsigned w[4];
};

// Salmon, Moraes, Dror, Shaw: Parallel Random Numbers: As Easy as 1, 2, 3 (SC 2011): Philox4x32, its multipliers and
// Weyl constants as in Random123.
SEMCHECK_HD constexpr Words philox_round(const Words& c, unsigned low_key, unsigned high_key) {
  const Bits first = wide_product(0xd2511f53u, c.w[0]);
  const Bits second = wide_product(0xcd9e8d57u, c.w[2]);
  return {{static_cast<unsigned>(second >> 32) ^ c.w[1] ^ low_key, static_cast<unsigned>(second),
           static_cast<unsigned>(first >> 32) ^ c.w[3] ^ high_key, static_cast<unsigned>(first)}};
}

/// Philox4x32-10 of a whole counter and a key of two words.
SEMCHECK_HD constexpr Words philox4x32(Words counter, unsigned low_key, unsigned high_key) {
  for (int round = 0; round < 10; ++round) {
    counter = philox_round(counter, low_key, high_key);
    low_key += 0x9e3779b9u;
    high_key += 0xbb67ae85u;
  }
  return counter;
}

/// Output number `counter` of one of the streams of a key.
SEMCHECK_HD constexpr Words philox4x32(Bits counter, unsigned stream, Bits key) {
  return philox4x32(Words{{static_cast<unsigned>(counter), static_cast<unsigned>(counter >> 32), stream, 0}},
                    static_cast<unsigned>(key), static_cast<unsigned>(key >> 32));
}

}  // namespace semcheck
