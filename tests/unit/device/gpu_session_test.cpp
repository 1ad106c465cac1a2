#include "device/gpu_session.h"

#include <dirent.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/run/environment_error.h"
#include "tests/unit/device/fake_worker.h"
#include "tests/unit/device/spec_fixture.h"
#include "tests/unit/operation.h"

namespace semcheck {
namespace {

using testing::cases_of;
using namespace std::chrono_literals;

const Operation kOperation = given::operation("max", OperationKind::max, Dtype::u32, {Dtype::u32, Dtype::u32});
const Cases kCases = cases_of({{1, 2}, {0xffffffff, 4}, {5, 6}});
const std::vector<Bits> kFirst = {1, 0xffffffff, 5};

std::vector<Kernel> kernels_of(const std::vector<std::string>& entries) {
  const auto image = std::make_shared<const Image>(Image{Path::jit, "an image"});
  std::vector<Kernel> kernels;
  kernels.reserve(entries.size());
  for (const std::string& entry : entries) kernels.push_back({nullptr, {}, Path::jit, image, entry, "", false});
  return kernels;
}

/// Runs kernels by name on the fake GPU. Each gets so much time that only a kernel without an end uses it up.
std::vector<Execution> run(GpuSession& session, const std::vector<std::string>& entries) {
  return session.execute(kernels_of(entries), kOperation, kCases, 2s);
}
std::vector<Execution> run(const std::vector<std::string>& entries) {
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  return run(session, entries);
}

std::size_t open_files() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

bool has_children() {
  siginfo_t info{};
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

/// Whether a process is there and not a zombie that nobody has reaped yet.
bool is_running(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  return !text.empty() && text.find(") Z ") == std::string::npos;
}

TEST(GpuSession, KnowsTheGpuAndRunsKernels) {
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  EXPECT_EQ(session.facts().name, "Fake GPU");
  EXPECT_EQ(session.facts().major, 9);
  EXPECT_EQ(session.facts().driver, "1.2.3");
  const auto executions = run(session, {"first", "first"});
  ASSERT_EQ(executions.size(), 2u);
  EXPECT_EQ(executions[0].results, kFirst);
  EXPECT_EQ(executions[1].results, kFirst);
}

TEST(GpuSession, PassesOnWhyThereIsNoGpu) {
  GpuSession session(testing::fake_worker_command(), testing::kNoGpu);
  try {
    session.facts();
    FAIL();
  } catch (const EnvironmentError& error) {
    EXPECT_STREQ(error.what(), "there is no GPU number 4");
    EXPECT_EQ(error.help(), "buy one");
  }
}

TEST(GpuSession, KillsAKernelThatHangsAndRunsTheNext) {
  const auto executions = run({"first", "hang", "first"});
  EXPECT_EQ(executions[0].results, kFirst);
  EXPECT_EQ(executions[1].error, "timed out after 2 s");
  EXPECT_TRUE(executions[1].results.empty());
  EXPECT_EQ(executions[2].results, kFirst);
}

TEST(GpuSession, EndsAKernelThatHangsWhenItIsInterrupted) {
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  ASSERT_EQ(run(session, {"first"})[0].results, kFirst);
  std::atomic<bool> interrupted = false;
  const std::jthread user([&] {
    std::this_thread::sleep_for(50ms);
    interrupted = true;
  });
  const auto executions =
      session.execute(kernels_of({"first", "hang", "first"}), kOperation, kCases, {60s, &interrupted});
  EXPECT_EQ(executions[0].results, kFirst);
  EXPECT_FALSE(executions[0].interrupted);
  EXPECT_TRUE(executions[1].interrupted);
  EXPECT_TRUE(executions[2].interrupted);
  EXPECT_TRUE(executions[2].results.empty());
}

TEST(GpuSession, SaysOfWhatAWorkerDied) {
  const auto executions = run({"crash", "leave", "first"});
  EXPECT_EQ(executions[0].error, "worker died: signal 11 (Segmentation fault)");
  EXPECT_EQ(executions[1].error, "worker died: exit code 3");
  EXPECT_EQ(executions[2].results, kFirst);
}

TEST(GpuSession, GoesOnAfterALostContextAndAfterARefusal) {
  const auto executions = run({"trap", "first", "refuse", "first"});
  EXPECT_EQ(executions[0].error, "illegal memory access");
  EXPECT_EQ(executions[1].results, kFirst);
  EXPECT_EQ(executions[2].error, "cuLaunchKernel failed");
  EXPECT_EQ(executions[3].results, kFirst);
}

TEST(GpuSession, TakesNoAnswerThatMakesNoSense) {
  const auto executions = run({"short", "first", "garbage", "first"});
  EXPECT_EQ(executions[0].error, "the worker answered 4 bytes of " + std::to_string(sizeof(Reply)));
  EXPECT_EQ(executions[1].results, kFirst);
  EXPECT_EQ(executions[2].error, "the worker's answer makes no sense");
  EXPECT_EQ(executions[3].results, kFirst);
}

TEST(GpuSession, NoticesAWriteOutOfBounds) {
  const auto executions = run({"stray", "first"});
  EXPECT_EQ(executions[0].error, "wrote out of bounds");
  EXPECT_EQ(executions[1].results, kFirst);
}

TEST(GpuSession, GivesUpWhenWorkersDieThreeTimesInARow) {
  EXPECT_EQ(run({"crash", "crash", "first", "crash", "crash", "first"})[5].results, kFirst);
  EXPECT_THROW(run({"crash", "crash", "crash", "first"}), EnvironmentError);
  GpuSession session(testing::fake_worker_command(), testing::kDeadlyGpu);
  try {
    session.facts();
    FAIL();
  } catch (const EnvironmentError& error) {
    EXPECT_STREQ(error.what(), "the GPU worker failed 3 times in a row: worker died: exit code 4");
  }
}

TEST(GpuSession, ReportsAnImageThatDoesNotLoadAndUsesItsSlotAgain) {
  std::vector<Kernel> kernels = kernels_of({"first", "first"});
  kernels[0].image = std::make_shared<const Image>(Image{Path::jit, "bad image"});
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  const auto executions = session.execute(kernels, kOperation, kCases, 2s);
  EXPECT_EQ(executions[0].error, "ptxas: bad image");
  EXPECT_EQ(executions[1].results, kFirst);
  kernels = kernels_of({"first"});
  EXPECT_EQ(session.execute(kernels, kOperation, kCases, 2s)[0].results, kFirst);
}

TEST(GpuSession, HandsTheLevelOfTheDriversCompilerOn) {
  std::vector<Kernel> kernels = kernels_of({"first", "first", "first"});
  kernels[0].image = std::make_shared<const Image>(Image{Path::jit, "say the level", 0});
  kernels[1].image = std::make_shared<const Image>(Image{Path::jit, "say the level", 4});
  kernels[2].image = std::make_shared<const Image>(Image{Path::jit, "say the level"});
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  const auto executions = session.execute(kernels, kOperation, kCases, 2s);
  EXPECT_EQ(executions[0].error, "level 0");
  EXPECT_EQ(executions[1].error, "level 4");
  EXPECT_EQ(executions[2].error, "no level");
}

TEST(GpuSession, SkipsKernelsThatTheMachineCannotRun) {
  std::vector<Kernel> kernels = kernels_of({"crash", "crash", "first"});
  kernels[0].error = "machine code for sm_80 does not run on sm_90";
  kernels[1].path = Path::ptx;
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  const auto executions = session.execute(kernels, kOperation, kCases, 2s);
  EXPECT_EQ(executions[0].error + executions[1].error, "");
  EXPECT_EQ(executions[2].results, kFirst);
}

TEST(GpuSession, SkipsKernelsWithoutAnImageAndRunsWithoutCases) {
  std::vector<Kernel> kernels = kernels_of({"crash", "first"});
  kernels[0].image = nullptr;
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  const auto executions = session.execute(kernels, kOperation, kCases, 2s);
  EXPECT_EQ(executions[0].error, "");
  EXPECT_TRUE(executions[0].results.empty());
  EXPECT_EQ(executions[1].results, kFirst);
  EXPECT_EQ(session.execute(kernels, kOperation, cases_of({}), 2s).size(), 2u);
}

TEST(GpuSession, TakesMoreCasesThanBefore) {
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  ASSERT_EQ(run(session, {"first"})[0].results, kFirst);
  std::vector<std::pair<Bits, Bits>> pairs;
  for (Bits i = 0; i < 100000; ++i) pairs.emplace_back(i, 0);
  const auto executions = session.execute(kernels_of({"first"}), kOperation, cases_of(pairs), 2s);
  ASSERT_EQ(executions[0].results.size(), pairs.size());
  EXPECT_EQ(executions[0].results[99999], 99999u);
}

std::vector<Measurement> measure(const std::vector<std::string>& entries, const Operation& operation = kOperation,
                                 const Cases& cases = kCases) {
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  return session.measure(kernels_of(entries), operation, cases, 2s);
}

// Three u32 cases, {1, 2} first. 64 MiB hold 5,592,405 times three elements of four bytes; what is left of a block of
// 256 threads takes one more. A launch reads two operands and writes a result, and a copy of half of that moves as
// much.
TEST(GpuSession, TimesALaunchOverTheCasesRepeated) {
  const Measurement measured = measure({"first"})[0];
  EXPECT_EQ(measured.error, "");
  ASSERT_TRUE(measured.timed);
  EXPECT_EQ(measured.timed->elements, 16777215u);
  EXPECT_EQ(measured.timed->median_us, 1);
  EXPECT_EQ(measured.timed->least_us, 2);
  EXPECT_EQ(measured.timed->most_us, 16777215);
  EXPECT_EQ(measured.timed->launches, 65536u);
  EXPECT_EQ(measured.timed->bytes_per_second, 3 * 4 * 16777215.0 * 1e6);
  EXPECT_EQ(measured.timed->copy_bytes_per_second, 3 * 4 * 16777215.0 * 1e6);
  EXPECT_FALSE(measured.timed->row_latency_us);
}

TEST(GpuSession, TakesSmallerArraysWhereTheGpuHasNoRoom) {
  const Measurement measured = measure({"small"})[0];
  EXPECT_EQ(measured.error, "");
  ASSERT_TRUE(measured.timed);
  EXPECT_EQ(measured.timed->elements, 4194303u);
}

TEST(GpuSession, LosesNoMoreThanTheMeasurementThatHangsOrFails) {
  const auto measured = measure({"hang", "first", "crash", "trap", "refuse", "first"});
  EXPECT_EQ(measured[0].error, "timed out after 2 s");
  EXPECT_FALSE(measured[0].timed);
  EXPECT_TRUE(measured[1].timed);
  EXPECT_EQ(measured[2].error, "worker died: signal 11 (Segmentation fault)");
  EXPECT_EQ(measured[3].error, "illegal memory access");
  EXPECT_EQ(measured[4].error, "cuLaunchKernel failed");
  EXPECT_TRUE(measured[5].timed);
}

TEST(GpuSession, TimesOneRowInOneBlockAsWell) {
  const Operation operation = given::operation("rows", OperationKind::reduce_max, Dtype::u32, {Dtype::u32});
  const Cases rows{{{7, 8, 9}}, 2, {0, 1, 3}};
  std::vector<Kernel> kernels = kernels_of({"first"});
  const Variant variant;
  kernels[0].variant = &variant;
  GpuSession session(testing::fake_worker_command(), testing::kGoodGpu);
  const Measurement measured = session.measure(kernels, operation, rows, 2s)[0];
  ASSERT_TRUE(measured.timed) << measured.error;
  // Rows of two elements; no more than 1,048,576 of them.
  EXPECT_EQ(measured.timed->elements, 2097152u);
  EXPECT_EQ(measured.timed->row_latency_us, 7);
}

TEST(GpuSession, LeavesNoChildAndNoOpenFile) {
  const std::size_t before = open_files();
  run({"first", "hang", "crash", "trap", "short", "first"});
  EXPECT_EQ(open_files(), before);
  const auto deadline = std::chrono::steady_clock::now() + 5s;
  while (has_children() && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(has_children());
}

TEST(GpuSession, LivesThroughSignalsWhileItWaits) {
  struct sigaction action {};
  struct sigaction old {};
  action.sa_handler = [](int) {};
  sigaction(SIGUSR1, &action, &old);
  const pthread_t waiting = pthread_self();
  std::jthread nuisance([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      pthread_kill(waiting, SIGUSR1);
      std::this_thread::sleep_for(1ms);
    }
  });
  const auto executions = run({"first", "hang", "first"});
  EXPECT_EQ(executions[1].error, "timed out after 2 s");
  EXPECT_EQ(executions[2].results, kFirst);
  nuisance.request_stop();
  nuisance.join();
  sigaction(SIGUSR1, &old, nullptr);
}

TEST(WorkerProcess, EndsWithItsParentWhateverItIsDoing) {
  std::array<int, 2> report{};
  ASSERT_EQ(pipe(report.data()), 0);
  const pid_t parent = fork();
  if (parent == 0) {
    const SharedMemory memory;
    WorkerProcess worker(testing::fake_worker_command(), memory.descriptor(), testing::kGoodGpu);
    worker.listen(10s);
    worker.listen(10s);
    Request request;
    request.command = Command::launch;
    put(request.entry, "hang");
    worker.ask(request, 100ms);
    const pid_t process = worker.process();
    if (write(report[1], &process, sizeof process) != sizeof process) _exit(1);
    kill(getpid(), SIGKILL);
  }
  pid_t worker = 0;
  ASSERT_EQ(read(report[0], &worker, sizeof worker), static_cast<ssize_t>(sizeof worker));
  waitpid(parent, nullptr, 0);
  close(report[0]);
  close(report[1]);
  for (int i = 0; i < 500 && is_running(worker); ++i) std::this_thread::sleep_for(10ms);
  EXPECT_FALSE(is_running(worker));
}

}  // namespace
}  // namespace semcheck
