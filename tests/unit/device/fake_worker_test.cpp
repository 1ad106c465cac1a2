#include "tests/unit/device/fake_worker.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>
#include <string_view>

#include "core/run/environment_error.h"
#include "device/worker.h"

namespace semcheck::testing {
namespace {

constexpr const char* kFakeWorker = "__fake_worker";

class FakeGpu : public Gpu {
 public:
  FakeGpu(int socket, int ordinal) : socket_(socket), ordinal_(ordinal) {}

  GpuFacts facts() override {
    if (ordinal_ == kNoGpu) throw EnvironmentError("there is no GPU number 1", "buy one");
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

 private:
  [[noreturn]] static void hang() {
    for (;;) pause();
  }
  static void crash() {
    std::signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
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

}  // namespace

std::vector<std::string> fake_worker_command() {
  return {"/proc/self/exe", kFakeWorker};
}

int fake_worker_main(int argc, char** argv) {
  if (argc != 5) return 2;
  const int socket = std::stoi(argv[2]), memory = std::stoi(argv[3]), ordinal = std::stoi(argv[4]);
  end_with_parent(socket);
  FakeGpu gpu(socket, ordinal);
  return serve(gpu, socket, memory);
}

}  // namespace semcheck::testing

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == semcheck::testing::kFakeWorker)
    return semcheck::testing::fake_worker_main(argc, argv);
  if (argc > 1 && std::string_view(argv[1]) == semcheck::kWorkerArgument) return semcheck::worker_main(argc, argv);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
