#pragma once

/// @file
/// How many cases a space has, and what the operands of each are. Compiled by the host compiler and by NVRTC.
///
/// Sizes of structured sweeps: of one operand the dense set (patterns.h), of two operands all pairs (f64 2^30, f32 and
/// bf16 2^24, f16 2^18, eight bits 2^16, integers at most 2^18), of three operands the pairs of each two of them with
/// the eight values of the short list for the third: 24 times as many.

#include "core/sweep/listed_cases.h"
#include "core/sweep/random_cases.h"

namespace semcheck {

/// Cases of a space. Squares are whole, but for the last one of a random space.
SEMCHECK_HD constexpr Bits case_count(const Space& space) {
  if (space.kind == SpaceKind::random) return space.drawn;
  Bits count = 0;
  for (int product = 0; product < product_count(space); ++product) count += product_cases(space, product);
  return count * static_cast<Bits>(space.value_count);
}

/// The operands of a case, but for one supplied by value.
template <class S>
SEMCHECK_HD constexpr void drawn_case(const S& s, Bits index, Bits* operands) {
  choose(
      s, [](const Space& space) { return space.kind != SpaceKind::random; }, [&] { listed_case(s, index, operands); },
      [&] {
        choose(
            s, [](const Space& space) { return space.side == 0; }, [&] { random_case(s, index, operands); },
            [&] { random_square_case(s, index, operands); });
      });
}

/// The operands of a case.
/// @param s         a KnownSpace or a GivenSpace
/// @param index     below case_count()
/// @param operands  one for each of the space
template <class S>
SEMCHECK_HD constexpr void case_of(const S& s, Bits index, Bits* operands) {
  const int by_value = ask(s, [](const Space& space) { return space.by_value; });
  if (by_value < 0) return drawn_case(s, index, operands);
  const Bits count = static_cast<Bits>(ask(s, [](const Space& space) { return space.value_count; }));
  operands[by_value] = s.get().values[index % count];
  drawn_case(s, index / count, operands);
}

// The same of a space that is given at run time: templates, so that a device compiles them only where they are called.

template <class Given = GivenSpace>
SEMCHECK_HD constexpr void operands_of_words(const Space& space, Bits index, const unsigned* words, Bits* operands) {
  operands_of_words(Given{space}, index, words, operands);
}

template <class Given = GivenSpace>
SEMCHECK_HD constexpr void case_at(const Space& space, Bits index, Bits* operands) {
  case_of(Given{space}, index, operands);
}

}  // namespace semcheck
