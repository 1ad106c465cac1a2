#include "device/gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/run/environment_error.h"
#include "device/worker_protocol.h"

namespace semcheck {
namespace {

constexpr int kWarmUps = 3;
/// Launches that are timed: the most, and the fewest where they take longer than the time for all.
constexpr std::size_t kMostTimed = 50;
constexpr std::size_t kFewestTimed = 5;
constexpr double kTimeForAllUs = 500000;

/// Ascending.
std::vector<double> time_often(Driver& driver, const std::function<void()>& enqueue) {
  for (int i = 0; i < kWarmUps; ++i) driver.time(enqueue);
  std::vector<double> times;
  double total = 0;
  while (times.size() < kMostTimed && (times.size() < kFewestTimed || total < kTimeForAllUs)) {
    times.push_back(driver.time(enqueue));
    total += times.back();
  }
  std::sort(times.begin(), times.end());
  return times;
}

double median(const std::vector<double>& sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/// Memory of a GPU that is given back at the end of a scope.
class GpuMemory {
 public:
  GpuMemory(Driver& driver, std::uint64_t size) : driver_(driver), address_(driver.allocate(size)) {}
  ~GpuMemory() {
    try {
      driver_.release(address_);
    } catch (const DriverError&) {  // The context is lost, and its memory with it.
    }
  }
  GpuMemory(const GpuMemory&) = delete;
  GpuMemory& operator=(const GpuMemory&) = delete;
  Driver::Address address() const { return address_; }

 private:
  Driver& driver_;
  Driver::Address address_;
};

/// Writes the contents of a tile once, and doubles what is there until it is filled.
void fill(Driver& driver, const Tile& tile, Driver::Address memory, std::span<const std::byte> contents) {
  const Driver::Address begin = memory + tile.to;
  std::uint64_t done = std::min(tile.size, tile.filled);
  driver.copy_in(begin, contents.subspan(tile.from, done));
  while (done > 0 && done < tile.filled) {
    const std::uint64_t more = std::min(done, tile.filled - done);
    driver.enqueue_copy(begin + done, begin, more);
    done += more;
  }
}

/// A kernel's parameters with the places of its arrays, and pointers to them as the driver takes them.
class Parameters {
 public:
  Parameters(const GpuLaunch& launch, Driver::Address arena) : values_(launch.parameters) {
    for (std::size_t k = 0; k < values_.size(); ++k)
      if ((launch.pointers >> k) & 1) values_[k] += arena;
    for (std::uint64_t& value : values_) pointers_.push_back(&value);
  }
  std::span<void*> pointers() { return pointers_; }

 private:
  std::vector<std::uint64_t> values_;
  std::vector<void*> pointers_;
};

class DriverGpu : public Gpu {
 public:
  explicit DriverGpu(int ordinal) : ordinal_(ordinal) {}

  GpuFacts facts() override {
    driver_.emplace();
    const int count = driver_->count();
    if (ordinal_ >= count)
      throw EnvironmentError(fmt::format("there is no GPU number {}: the driver sees {}", ordinal_, count),
                             "name one that `semcheck list devices` shows");
    return driver_->facts(ordinal_);
  }

  void create_context() override { driver_->create_context(ordinal_); }

  void load(std::size_t slot, std::span<const std::byte> image, std::optional<unsigned> jit_level) override {
    if (slot >= modules_.size()) modules_.resize(slot + 1, nullptr);
    if (modules_[slot]) driver_->unload(modules_[slot]);
    modules_[slot] = nullptr;
    modules_[slot] = driver_->load(image.data(), jit_level);
  }

  void run(const GpuLaunch& launch, std::span<const std::byte> before, std::span<std::byte> after) override {
    const Driver::Function function = driver_->function(modules_.at(launch.slot), launch.entry);
    reserve(before.size());
    driver_->copy_in(arena_, before);
    Parameters parameters(launch, arena_);
    driver_->launch(function, launch.blocks, launch.threads, parameters.pointers());
    driver_->copy_out(after, arena_);
  }

  double sweep(const StepPlan& plan, std::span<const std::byte> before, std::span<std::byte> after) override {
    std::vector<Driver::Function> functions;
    for (std::uint32_t s = 0; s < plan.step_count; ++s)
      functions.push_back(driver_->function(modules_.at(plan.steps[s].slot), get(plan.steps[s].entry)));
    while (lanes_.size() < plan.lanes) lanes_.push_back(driver_->create_stream());
    reserve(memory_of(plan));
    driver_->copy_in(arena_, before);
    const double us = driver_->time([&] {
      for_each_launch(plan, arena_, [&](StepLaunch launch) {
        std::array<void*, 8> parameters{};
        for (std::size_t p = 0; p < parameters.size(); ++p) parameters[p] = &launch.parameters[p];
        driver_->enqueue(functions[launch.step], launch.blocks, launch.threads, parameters, lanes_[launch.lane]);
      });
    });
    driver_->copy_out(after, arena_);
    return us;
  }

  GpuTimes measure(const GpuMeasurement& measurement, std::span<const std::byte> contents) override {
    const GpuLaunch& launch = measurement.launch;
    const Driver::Function function = driver_->function(modules_.at(launch.slot), launch.entry);
    const GpuMemory memory(*driver_, measurement.memory);
    for (const Tile& tile : measurement.tiles) fill(*driver_, tile, memory.address(), contents);
    Parameters parameters(launch, memory.address());
    const std::vector<double> times =
        time_often(*driver_, [&] { driver_->enqueue(function, launch.blocks, launch.threads, parameters.pointers()); });
    GpuTimes result{median(times), times.front(), times.back(), static_cast<std::uint32_t>(times.size()), 0};
    if (measurement.copied > 0)
      result.copy_us = median(time_often(*driver_, [&] {
        driver_->enqueue_copy(memory.address() + measurement.copied, memory.address(), measurement.copied);
      }));
    return result;
  }

 private:
  void reserve(std::size_t size) {
    if (size <= capacity_) return;
    capacity_ = 0;
    if (arena_) driver_->release(std::exchange(arena_, 0));
    arena_ = driver_->allocate(size);
    capacity_ = size;
  }

  int ordinal_;
  std::optional<Driver> driver_;
  std::vector<Driver::Module> modules_;
  std::vector<Driver::Stream> lanes_;
  Driver::Address arena_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace

std::unique_ptr<Gpu> open_gpu(int ordinal) {
  return std::make_unique<DriverGpu>(ordinal);
}

}  // namespace semcheck
