#include "tests/unit/device/fake_worker.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>
#include <string_view>

#include "core/run/environment_error.h"
#include "device/device_tally.h"
#include "device/worker.h"
#include "tests/unit/device/interpreted_gpu.h"

namespace semcheck::testing {
namespace {

constexpr const char* kFakeWorker = "__fake_worker";

class FakeGpu : public Gpu {
 public:
  FakeGpu(int socket, int ordinal) : socket_(socket), ordinal_(ordinal) {}

  GpuFacts facts() override {
    if (ordinal_ == kNoGpu) throw EnvironmentError("there is no GPU number 4", "buy one");
    if (ordinal_ == kDeadlyGpu) _exit(4);
    return {"Fake GPU", 9, 0, 132, "1.2.3"};
  }
  void create_context() override {}

  void load(std::size_t slot, std::span<const std::byte> image, std::optional<unsigned> jit_level) override {
    const std::string text(reinterpret_cast<const char*>(image.data()), image.size());
    if (text == std::string("bad image\0", 10)) throw DriverError("ptxas: bad image", false);
    if (text == std::string("say the level\0", 14))
      throw DriverError(jit_level ? "level " + std::to_string(*jit_level) : "no level", false);
    if (slot != 0) throw DriverError("one image at a time", false);
  }

  void run(const GpuLaunch& launch, std::span<const std::byte> before, std::span<std::byte> after) override {
    if (launch.entry == "hang") hang();
    if (launch.entry == "crash") crash();
    if (launch.entry == "leave") _exit(3);
    if (launch.entry == "trap") throw DriverError("illegal memory access", true);
    if (launch.entry == "refuse") throw DriverError("cuLaunchKernel failed", false);
    if (launch.entry == "short") say("sck1");
    if (launch.entry == "garbage") say(std::string(sizeof(Reply), 'x'));
    std::memcpy(after.data(), before.data(), before.size());
    if (launch.entry == "chain") return run_chain(launch, after);
    const std::uint64_t result = launch.parameters[launch.parameters.size() - 2];
    std::memcpy(&after[result], &before[launch.parameters.front()], launch.parameters.back() * sizeof(std::uint32_t));
    if (launch.entry == "stray") after[result + launch.parameters.back() * sizeof(std::uint32_t)] ^= std::byte{1};
  }

  /// A launch takes as many microseconds as the first word of operand x says, at least as the first of operand z and at
  /// most as there are elements. There are as many launches as blocks, and a copy takes one microsecond.
  GpuTimes measure(const GpuMeasurement& measurement, std::span<const std::byte> contents) override {
    const std::string& entry = measurement.launch.entry;
    if (entry == "hang") hang();
    if (entry == "crash") crash();
    if (entry == "trap") throw DriverError("illegal memory access", true);
    if (entry == "refuse") throw DriverError("cuLaunchKernel failed", false);
    if (entry == "small" && measurement.memory > 60 << 20)
      throw DriverError("cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY: out of memory", false);
    const auto word = [&](const Tile& tile) {
      std::uint32_t value = 0;
      std::memcpy(&value, &contents[tile.from], sizeof value);
      return value;
    };
    return {static_cast<double>(word(measurement.tiles.at(0))), static_cast<double>(word(measurement.tiles.at(1))),
            static_cast<double>(measurement.launch.parameters.back()), measurement.launch.blocks,
            measurement.copied > 0 ? 1.0 : 0.0};
  }

  /// A sweep ends as its first kernel is named, after its second launch. Otherwise all cases are unchecked, the digest
  /// is the sum of first cases, and a launch takes a millisecond.
  double sweep(const StepPlan& plan, std::span<const std::byte> before, std::span<std::byte> after) override {
    DeviceTally tally;
    std::memcpy(&tally, before.data(), sizeof tally);
    const std::string entry = get(plan.steps[0].entry);
    double launches = 0;
    for_each_launch(plan, 0, [&](const StepLaunch& launch) {
      if (++launches == 2) end_as_named(entry);
      count(plan.steps[launch.step], launch, tally);
    });
    std::memcpy(after.data(), &tally, sizeof tally);
    return launches * 1000;
  }

 private:
  [[noreturn]] static void hang() {
    for (;;) pause();
  }
  static void crash() {
    std::signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  }
  static void end_as_named(const std::string& entry) {
    if (entry.starts_with("hang")) hang();
    if (entry.starts_with("crash")) crash();
    if (entry.starts_with("trap")) throw DriverError("illegal memory access", true);
    if (entry.starts_with("refuse")) throw DriverError("cuLaunchKernel failed", false);
  }
  static void count(const LaunchStep& step, const StepLaunch& launch, DeviceTally& tally) {
    for (std::uint32_t p = 0; p < step.parameter_count; ++p) {
      if (step.parameters[p].source == StepSource::count) tally.unchecked[0] += launch.parameters[p];
      if (step.parameters[p].source == StepSource::first) tally.digest[0] += launch.parameters[p];
    }
  }
  void say(std::string_view bytes) const { EXPECT_GT(send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL), 0); }

  /// Every thread makes a pass in ten cycles of the budget, and leaves the accumulator as it was.
  static void run_chain(const GpuLaunch& launch, std::span<std::byte> after) {
    constexpr std::size_t kOperands = 4;
    std::array<std::uint64_t, 3> words = {launch.parameters[2] / 10, launch.parameters[2], 0};
    std::memcpy(&words[2], &after[launch.parameters[0] + kOperands * sizeof(std::uint32_t)], sizeof(std::uint32_t));
    for (std::size_t thread = 0; thread < std::size_t{launch.blocks} * launch.threads; ++thread)
      std::memcpy(&after[launch.parameters[1] + thread * sizeof words], words.data(), sizeof words);
  }

  int socket_;
  int ordinal_;
};

std::unique_ptr<Gpu> fake_gpu(int socket, int ordinal) {
  constexpr int count = 4;
  if (ordinal == kSweepingGpu) return std::make_unique<InterpretedGpu>("Sweeping GPU", 0, count);
  if (ordinal == kSecondSweepingGpu) return std::make_unique<InterpretedGpu>("Second GPU", 0, count);
  if (ordinal == kNewerGpu) return std::make_unique<InterpretedGpu>("Newer GPU", 3, count);
  return std::make_unique<FakeGpu>(socket, ordinal);
}

}  // namespace

std::vector<std::string> fake_worker_command() {
  return {"/proc/self/exe", kFakeWorker};
}

int fake_worker_main(int argc, char** argv) {
  if (argc != 5) return 2;
  const int socket = std::stoi(argv[2]), memory = std::stoi(argv[3]), ordinal = std::stoi(argv[4]);
  end_with_parent(socket);
  return serve(*fake_gpu(socket, ordinal), socket, memory);
}

}  // namespace semcheck::testing

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == semcheck::testing::kFakeWorker)
    return semcheck::testing::fake_worker_main(argc, argv);
  if (argc > 1 && std::string_view(argv[1]) == semcheck::kWorkerArgument) return semcheck::worker_main(argc, argv);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
