#include "device/toolkit/child_process.h"

#include <gtest/gtest.h>

#include <csignal>

namespace semcheck {
namespace {

using namespace std::chrono_literals;

TEST(ChildProcess, ReturnsBothStreamsAndTheExitCode) {
  const ChildResult result = run_child({"sh", "-c", "echo out; echo err >&2; exit 7"}, 10s);
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.out, "out\n");
  EXPECT_EQ(result.err, "err\n");
  EXPECT_EQ(result.failure, "");
  EXPECT_FALSE(result.timed_out);
}

// A pipe holds 64 KiB: both are read while the program writes.
TEST(ChildProcess, TakesMoreThanAPipeHolds) {
  const ChildResult result = run_child({"sh", "-c", "head -c 1000000 /dev/zero >&2; head -c 1000001 /dev/zero"}, 10s);
  EXPECT_EQ(result.err.size(), 1000000u);
  EXPECT_EQ(result.out.size(), 1000001u);
}

TEST(ChildProcess, PassesArgumentsAsTheyAre) {
  EXPECT_EQ(run_child({"printf", "%s|", "a b", "$HOME", ""}, 10s).out, "a b|$HOME||");
}

TEST(ChildProcess, HasNothingOnItsInput) {
  EXPECT_EQ(run_child({"cat"}, 10s).exit_code, 0);
}

TEST(ChildProcess, IsKilledWithAllThatItStartedWhenTheTimeIsOver) {
  const auto start = std::chrono::steady_clock::now();
  const ChildResult result = run_child({"sh", "-c", "echo begun; sleep 60 & wait"}, 200ms);
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.exit_code, -1);
  EXPECT_EQ(result.failure, "timed out after 0.2 s");
  EXPECT_EQ(result.out, "begun\n");
  EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);
}

TEST(ChildProcess, IsWaitedForNoLongerWhenItHasClosedItsStreams) {
  EXPECT_TRUE(run_child({"sh", "-c", "exec >&- 2>&-; sleep 60"}, 200ms).timed_out);
}

/// Ignores SIGCHLD as long as it is there: the system then forgets a child as soon as it has ended.
class ForgetfulSystem {
 public:
  ForgetfulSystem() : before_(std::signal(SIGCHLD, SIG_IGN)) {}
  ~ForgetfulSystem() { std::signal(SIGCHLD, before_); }
  ForgetfulSystem(const ForgetfulSystem&) = delete;
  ForgetfulSystem& operator=(const ForgetfulSystem&) = delete;

 private:
  void (*before_)(int);
};

TEST(ChildProcess, SaysThatItsExitCodeIsLost) {
  const ForgetfulSystem forgetful;
  const auto start = std::chrono::steady_clock::now();
  const ChildResult result = run_child({"sh", "-c", "echo out; exit 7"}, 60s);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);
  EXPECT_EQ(result.failure, "its exit code is lost, since SIGCHLD is ignored or another part of the program took it");
  EXPECT_EQ(result.exit_code, -1);
  EXPECT_EQ(result.out, "out\n");
  EXPECT_FALSE(result.timed_out);
}

TEST(ChildProcess, IsKilledInTimeWhereItsExitCodeWouldBeLost) {
  const ForgetfulSystem forgetful;
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(run_child({"sh", "-c", "sleep 60"}, 200ms).failure, "timed out after 0.2 s");
  EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);
}

TEST(ChildProcess, SaysWhyThereIsNone) {
  const ChildResult result = run_child({"/nowhere/nvcc"}, 10s);
  EXPECT_EQ(result.failure, "cannot start /nowhere/nvcc: No such file or directory");
  EXPECT_EQ(result.exit_code, -1);
}

TEST(ChildProcess, NamesTheSignalThatKilledIt) {
  EXPECT_EQ(run_child({"sh", "-c", "kill -SEGV $$"}, 10s).failure, "killed by signal 11 (Segmentation fault)");
}

}  // namespace
}  // namespace semcheck
