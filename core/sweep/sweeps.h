#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/sweep/draw.h"

namespace semcheck {

struct SweepRow {
  SpaceKind kind;
  std::string_view name;
  std::string_view summary;
  std::string_view explanation;  ///< the long text of `semcheck explain`
};

// clang-format off
inline constexpr std::array kSweeps = {
    SweepRow{SpaceKind::exhaustive, "exhaustive", "every input of an operation with at most 32 bits of operands",
        "Case i has the bits of i for operands, the last operand lowest: all pairs of two f16, every f32, every triple of s8.\n"
        "Literals, arguments and constants are a few values, each with every pattern of the other operands.\n"
        "\n"
        "example: --exhaustive, or exhaustive = true in [inputs]."},
    SweepRow{SpaceKind::structured, "structured", "every pair of a dense set of boundary patterns",
        "The dense set of a floating dtype has both signs of every exponent, 0 and the largest included, with the fractions 0,\n"
        "1, 2, all ones, all ones - 1, the top bit, and the top bit + 1 and - 1: zeros, subnormals, infinities and NaNs of all\n"
        "kinds are among them. That of an integer has 2^k - 2 to 2^k + 1 for every k, and their complements; eight bits have\n"
        "all patterns. One operand goes through the set, two through all pairs (2^24 of f32 and bf16, 2^18 of f16, 2^30 of\n"
        "f64), three through the pairs of each two of them, with eight values for the third: 0, 1, inf, NaN and the like.\n"
        "\n"
        "example: --structured, or structured = true in [inputs]."},
    SweepRow{SpaceKind::random, "random", "operands drawn from a seed and the index of the case",
        "Philox4x32-10 with the seed for key and the index for counter: a case is made again from these two alone, on any\n"
        "machine (--replay INDEX). Every 4096 cases another strategy draws; semcheck list draws names them.\n"
        "\n"
        "example: --sweep 10G, or sweep = \"10G\" in [inputs]; the seed is that of random = { seed = 1 }, or --seed."},
};
// clang-format on

constexpr bool sweep_rows_in_order() {
  for (std::size_t i = 0; i < kSweeps.size(); ++i)
    if (static_cast<std::size_t>(kSweeps[i].kind) != i) return false;
  return true;
}
static_assert(sweep_rows_in_order(), "row i of kSweeps describes kind i");

constexpr std::string_view name(SpaceKind kind) {
  return kSweeps[static_cast<std::size_t>(kind)].name;
}

/// A strategy by which random operands are drawn.
struct DrawRow {
  Draw draw;
  std::string_view name;
  int share;  ///< of kDrawShares blocks of cases
  std::string_view summary;
  std::string_view explanation;  ///< the long text of `semcheck explain`
};

// clang-format off
inline constexpr std::array kDraws = {
    DrawRow{Draw::uniform, "uniform", 60, "every bit is as likely 0 as 1",
        "Every other one of the first 8 blocks of 4096 cases, and the 56 blocks behind them; then all begins again. Exponents\n"
        "are uniform with that, fractions long.\n"
        "\n"
        "example: of two f32, one case in 128 has a NaN or an infinity, and hardly any a zero."},
    DrawRow{Draw::exponents, "exponents", 1, "any exponent with a short fraction; integers of any length",
        "The lower bits of the fraction, any number of them, are all zeros or all ones, and in an eighth of the operands each\n"
        "the exponent is 0 or the largest. Integers have any number of significant bits, or are the complement of such a\n"
        "number.\n"
        "\n"
        "example: 0.125, -inf, +0 and 0x3f8fffff of f32; -5 and 200 of s32."},
    DrawRow{Draw::near_equal, "near_equal", 1, "operands at most four patterns apart",
        "The first operand has uniform bits; each other one is 0 to 4 units in the last place above or below it, through zero,\n"
        "where -0 lies directly below +0. A single operand is as near to a special pattern. An operand of another dtype, such\n"
        "as a condition, is zero in one of two cases.\n"
        "\n"
        "example: (1, 0x3f800002), (+0, -0)."},
    DrawRow{Draw::specials, "specials", 1, "special patterns among ordinary ones",
        "Each operand is a special pattern in one of two cases, and has uniform bits in the other: zeros, subnormal limits and\n"
        "any subnormal, the least normal number, 1 and its neighbours, the largest number, infinities, quiet and signaling\n"
        "NaNs with payloads, each of both signs; of integers the ends and the middle of the range, zero, and what lies around\n"
        "them.\n"
        "\n"
        "example: (-snan(0x1), 0x5b2f4e11)."},
    DrawRow{Draw::related, "related", 1, "the same magnitude with any sign, halves and doubles",
        "The first operand has uniform bits; each other one has its fraction, an exponent at most three away, and any sign. Of\n"
        "integers it is the first one, its double or its half, or the complement or negative of that, with the sign bit as it\n"
        "is or turned. A single operand is related to a special pattern, an operand of another dtype is zero in one of two\n"
        "cases.\n"
        "\n"
        "example: (1.5, -1.5), (1.5, 3)."},
};
// clang-format on

constexpr bool draw_rows_in_order() {
  for (std::size_t i = 0; i < kDraws.size(); ++i)
    if (static_cast<std::size_t>(kDraws[i].draw) != i) return false;
  return true;
}
static_assert(draw_rows_in_order(), "row i of kDraws describes strategy i");

constexpr bool draw_shares_hold() {
  for (const DrawRow& row : kDraws) {
    int blocks = 0;
    for (Bits block = 0; block < kDrawShares; ++block) blocks += draw_of(block * kDrawBlock) == row.draw ? 1 : 0;
    if (blocks != row.share) return false;
  }
  return true;
}
static_assert(draw_shares_hold(), "the shares of kDraws are those of draw_of()");

constexpr std::string_view name(Draw draw) {
  return kDraws[static_cast<std::size_t>(draw)].name;
}

}  // namespace semcheck
