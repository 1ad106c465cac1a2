#include "cli/sweep_options.h"

#include <gtest/gtest.h>

#include <map>

#include "cli/usage_error.h"

namespace semcheck {
namespace {

using Variables = std::map<std::string, const char*>;

Environment with(Variables variables) {
  return [variables = std::move(variables)](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second;
  };
}

std::string shard(const std::string& text, const Variables& variables = {}) {
  try {
    const ShardNumber number = parse_shard(text, with(variables));
    return std::to_string(number.index) + " of " + std::to_string(number.count);
  } catch (const UsageError& error) {
    return error.what();
  }
}

TEST(Shard, IsAnIndexAndACount) {
  EXPECT_EQ(shard("0/1"), "0 of 1");
  EXPECT_EQ(shard("6/7"), "6 of 7");
}

TEST(Shard, IsRefusedWhereThereIsNoSuchShare) {
  EXPECT_EQ(shard("7/7"), "--shard: of 7 shares there is none with number 7");
  EXPECT_EQ(shard("0/0"), "--shard: there cannot be 0 shares");
  EXPECT_EQ(shard("0/1000001"), "--shard: there cannot be 1000001 shares");
  for (const char* text :
       {"", "1", "/", "1/", "/2", "a/2", "1/b", "-1/2", "1/2/3", "0/18446744073709551616", "auto/", " 0/1"})
    EXPECT_EQ(shard(text), std::string("--shard: \"") + text + "\" is no share");
}

TEST(Shard, ComesFromASlurmArray) {
  EXPECT_EQ(shard("auto", {{"SLURM_ARRAY_TASK_ID", "3"}, {"SLURM_ARRAY_TASK_COUNT", "8"}}), "3 of 8");
  const Variables odd = {{"SLURM_ARRAY_TASK_ID", "7"},
                         {"SLURM_ARRAY_TASK_COUNT", "4"},
                         {"SLURM_ARRAY_TASK_MIN", "1"},
                         {"SLURM_ARRAY_TASK_STEP", "2"}};
  EXPECT_EQ(shard("auto", odd), "3 of 4");
  EXPECT_EQ(shard("auto/4", odd), "3 of 4");
}

TEST(Shard, ComesFromAnIndexedJob) {
  EXPECT_EQ(shard("auto/8", {{"JOB_COMPLETION_INDEX", "5"}}), "5 of 8");
  EXPECT_EQ(shard("auto/5", {{"JOB_COMPLETION_INDEX", "5"}}), "--shard: of 5 shares there is none with number 5");
}

TEST(Shard, NamesTheVariableThatIsMissingOrMakesNoSense) {
  EXPECT_EQ(shard("auto"), "--shard auto: SLURM_ARRAY_TASK_ID is not set");
  EXPECT_EQ(shard("auto", {{"JOB_COMPLETION_INDEX", "1"}}),
            "--shard auto: JOB_COMPLETION_INDEX does not say of how many");
  EXPECT_EQ(shard("auto", {{"SLURM_ARRAY_TASK_ID", "1"}}), "--shard auto: SLURM_ARRAY_TASK_COUNT is not set");
  EXPECT_EQ(shard("auto", {{"SLURM_ARRAY_TASK_ID", "x"}}),
            "--shard auto: SLURM_ARRAY_TASK_ID is \"x\", not a whole number");
  EXPECT_EQ(shard("auto/2"), "--shard auto/N: neither JOB_COMPLETION_INDEX nor SLURM_ARRAY_TASK_ID is set");
  EXPECT_EQ(shard("auto", {{"SLURM_ARRAY_TASK_ID", "4"},
                           {"SLURM_ARRAY_TASK_COUNT", "3"},
                           {"SLURM_ARRAY_TASK_MIN", "1"},
                           {"SLURM_ARRAY_TASK_STEP", "2"}}),
            "--shard auto: SLURM_ARRAY_TASK_ID is 4, which is not 1 and a multiple of 2");
  EXPECT_EQ(shard("auto", {{"SLURM_ARRAY_TASK_ID", "1"}, {"SLURM_ARRAY_TASK_STEP", "0"}}),
            "--shard auto: SLURM_ARRAY_TASK_STEP is 0");
}

TEST(SweepOptions, TakeCountsWithSuffixes) {
  SweepRequest request;
  request.drawn = "10G";
  EXPECT_EQ(sweep_options(request, with({})).drawn, 10'000'000'000u);
  request.drawn = "1001T";
  EXPECT_THROW(sweep_options(request, with({})), UsageError);
}

TEST(SweepOptions, EndAtTheTimeLimit) {
  SweepRequest request;
  request.time_limit = "0";
  EXPECT_TRUE(sweep_options(request, with({})).is_out_of_time());
  request.time_limit = "1000";
  EXPECT_FALSE(sweep_options(request, with({})).is_out_of_time());
  request.time_limit = "-1";
  EXPECT_THROW(sweep_options(request, with({})), UsageError);
}

TEST(SweepOptions, ReplayOnlyOneCase) {
  SweepRequest request;
  request.replay = "12";
  EXPECT_NO_THROW(require_sense(request));
  request.shard = "0/2";
  EXPECT_THROW(require_sense(request), UsageError);
}

TEST(SweepOptions, AreRefusedWhereNothingIsSwept) {
  SweepRequest request;
  Spec spec;
  spec.operation = operation_over(OperationKind::max, Dtype::f32);
  EXPECT_NO_THROW(require_sweeps(request, {}, {spec}));
  request.shard = "0/2";
  EXPECT_THROW(require_sweeps(request, {}, {spec}), UsageError);
  spec.inputs.sweeps.structured = true;
  EXPECT_NO_THROW(require_sweeps(request, {}, {spec}));
}

TEST(SweepOptions, AreRefusedWhereNoSpecCanBeSweptSo) {
  SweepRequest request;
  SweepOptions options;
  options.exhaustive = true;
  Spec small, large;
  small.operation = operation_over(OperationKind::max, Dtype::f16);
  large.operation = operation_over(OperationKind::max, Dtype::f32);
  EXPECT_THROW(require_sweeps(request, options, {large}), UsageError);
  EXPECT_NO_THROW(require_sweeps(request, options, {large, small}));
}

}  // namespace
}  // namespace semcheck
