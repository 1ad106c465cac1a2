#include "core/sweep/case_maker.h"

#include <gtest/gtest.h>

#include "tests/unit/sweep/sample_spaces.h"

namespace semcheck {
namespace {

Space with_values(Space space, int operand) {
  space.by_value = operand;
  space.value_count = 3;
  space.values[1] = 7;
  space.values[2] = 9;
  return space;
}

Space in_squares(Space space) {
  space.side = 64;
  return space;
}

// Whoever makes a case has to make the same, in whatever order.
TEST(CaseMaker, MakesWhatCaseAtMakes) {
  using enum Dtype;
  const Space halves = random_over({f16, f16});
  for (const Space& space :
       {random_over({s8}), random_over({e5m2, e5m2, e5m2}), halves, with_values(halves, 0), with_values(halves, 1),
        in_squares(halves), random_over({f16, f16, f16}), random_over({f32, f32}), random_over({f32, f32, f32}),
        random_over({f64, f64, f64}), random_over({f32, f32, s32}), space_over(SpaceKind::exhaustive, {f16, f16}),
        space_over(SpaceKind::structured, {f32, f32})}) {
    CaseMaker maker(space);
    for (Bits i :
         {0u, 1u, 2u, 3u, 4u, 7u, 6u, 5u, 4095u, 4096u, 4097u, 8192u, 12288u, 20480u, 20481u, 100000u, 99999u}) {
      Operands made(kMostOperands);
      maker.at(i, made.data());
      made.resize(static_cast<std::size_t>(space.operands));
      EXPECT_EQ(made, operands_at(space, i)) << i;
    }
  }
}

}  // namespace
}  // namespace semcheck
