#include "cli/progress_line.h"

#include <gtest/gtest.h>

namespace semcheck {
namespace {

TEST(ProgressText, SaysWhatIsDoneAndEstimatesTheRest) {
  EXPECT_EQ(progress_text({2, 8, "max_f32 [strict]"}, 3.0, 80), "[2/8] max_f32 [strict], 3 s, about 9 s left");
}

TEST(ProgressText, EstimatesNothingBeforeAnythingIsDone) {
  EXPECT_EQ(progress_text({0, 8, "max_f32 [strict]"}, 3.0, 80), "[0/8] max_f32 [strict], 3 s");
}

TEST(ProgressText, FitsIntoOneLine) {
  EXPECT_EQ(progress_text({0, 8, "max_f32 [strict]"}, 3.0, 9), "[0/8] max");
}

TEST(SweepProgressText, SaysHowManyCasesAndHowFast) {
  EXPECT_EQ(sweep_progress_text({8, 8, "max_f16 [default]", 0, 2'100'000'000, 4'294'967'296}, 100'000'000, 4.0, 80),
            "max_f16 [default]: swept 2.10 G of 4.29 G cases, 500 M/s, about 4 s left");
}

TEST(SweepProgressText, CountsOnlyWhatWasSweptInItsTime) {
  EXPECT_EQ(sweep_progress_text({8, 8, "max_f32 [default]", 0, 900'000'000'000, 1'000'000'000'000'000}, 0, 3.0, 80),
            "max_f32 [default]: swept 900 G of 1.00 P cases, 300 G/s, about 56 min left");
  EXPECT_EQ(sweep_progress_text({8, 8, "max_f32 [default]", 0, 900, 999'600}, 900, 3.0, 80),
            "max_f32 [default]: swept 900 of 1.00 M cases");
}

TEST(SweepProgressText, TellsLongTimesInHours) {
  EXPECT_EQ(sweep_progress_text({8, 8, "x", 0, 65'536, 65'536'000}, 0, 36.0, 80),
            "x: swept 65.5 k of 65.5 M cases, 1.82 k/s, about 10.0 h left");
}

TEST(SweepProgressText, FitsIntoOneLine) {
  EXPECT_EQ(sweep_progress_text({0, 8, "max_f32 [strict]", 0, 0, 10}, 0, 3.0, 9), "max_f32 [");
}

}  // namespace
}  // namespace semcheck
