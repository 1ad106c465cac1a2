#include <gtest/gtest.h>

#include "core/reference/extremum.h"
#include "core/values/dtype.h"

// The reference with everything known at compile time, as a kernel specialises it: these lines fail to compile, not to
// run.
namespace semcheck {
namespace {

constexpr Choice kMaximumNumber = {.nan = Nan::ignore, .nan_result = NanResult::canonical, .nan_canonical = 0x7fffffff};

constexpr Outcome max_f32(Bits x, Bits z) {
  return extremum(Extremum::max, kMaximumNumber, format(Dtype::f32), format(Dtype::f32), format(Dtype::f32), x, z);
}

static_assert(max_f32(0x80000000, 0x00000000) == exactly(0x00000000));
static_assert(max_f32(0x7fc00abc, 0xbf800000) == exactly(0xbf800000));
static_assert(max_f32(0x7fc00abc, 0x7f800001) == exactly(0x7fffffff));

constexpr Outcome min_s8(Bits x, Bits z) {
  return extremum(Extremum::min, Choice{}, format(Dtype::s8), format(Dtype::s8), format(Dtype::s8), x, z);
}

static_assert(min_s8(0x80, 0x7f) == exactly(0x80));

TEST(ConstantReference, IsEvaluatedByTheCompiler) {
  constexpr Outcome outcome = max_f32(0x3f800000, 0xbf800000);
  EXPECT_EQ(outcome.bits, 0x3f800000u);
}

}  // namespace
}  // namespace semcheck
