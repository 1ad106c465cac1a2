#include "core/sweep/philox.h"

#include <gtest/gtest.h>

#include <array>

namespace semcheck {
namespace {

std::array<unsigned, 4> words(const Words& w) {
  return {w.w[0], w.w[1], w.w[2], w.w[3]};
}
using Four = std::array<unsigned, 4>;

// Random123 1.14, kat_vectors: philox4x32 10.
TEST(Philox, GivesTheKnownAnswersOfRandom123) {
  EXPECT_EQ(words(philox4x32(Words{{0, 0, 0, 0}}, 0, 0)), (Four{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr unsigned ones = 0xffffffff;
  EXPECT_EQ(words(philox4x32(Words{{ones, ones, ones, ones}}, ones, ones)),
            (Four{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  // The digits of pi.
  EXPECT_EQ(words(philox4x32(Words{{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0xa4093822, 0x299f31d0)),
            (Four{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, TakesItsCounterStreamAndKeyByWordsLowWordFirst) {
  EXPECT_EQ(words(philox4x32(0x0123456789abcdef, 0x13198a2e, 0x299f31d0a4093822)),
            words(philox4x32(Words{{0x89abcdef, 0x01234567, 0x13198a2e, 0}}, 0xa4093822, 0x299f31d0)));
}

TEST(Philox, IsMadeByTheCompilerToo) {
  static_assert(philox4x32(Bits{0}, 0, 0).w[0] == 0x6627e8d5);
}

}  // namespace
}  // namespace semcheck
