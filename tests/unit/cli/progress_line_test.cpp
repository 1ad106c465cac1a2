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

}  // namespace
}  // namespace semcheck
