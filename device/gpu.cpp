#include "device/gpu.h"

#include <fmt/format.h>

#include <optional>

#include "core/run/environment_error.h"

namespace semcheck {
namespace {

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

  void load(std::size_t slot, std::span<const std::byte> image) override {
    if (slot >= modules_.size()) modules_.resize(slot + 1, nullptr);
    if (modules_[slot]) driver_->unload(modules_[slot]);
    modules_[slot] = nullptr;
    modules_[slot] = driver_->load(image.data());
  }

  void run(const GpuLaunch& launch, std::span<const std::byte> before, std::span<std::byte> after) override {
    const Driver::Function function = driver_->function(modules_.at(launch.slot), launch.entry);
    reserve(before.size());
    driver_->copy_in(arena_, before);
    std::vector<std::uint64_t> values = launch.parameters;
    for (std::size_t k = 0; k < values.size(); ++k)
      if ((launch.pointers >> k) & 1) values[k] += arena_;
    std::vector<void*> parameters;
    parameters.reserve(values.size());
    for (std::uint64_t& value : values) parameters.push_back(&value);
    driver_->launch(function, launch.blocks, launch.threads, parameters);
    driver_->copy_out(after, arena_);
  }

 private:
  void reserve(std::size_t size) {
    if (size <= capacity_) return;
    if (arena_) driver_->release(arena_);
    capacity_ = 0;
    arena_ = driver_->allocate(size);
    capacity_ = size;
  }

  int ordinal_;
  std::optional<Driver> driver_;
  std::vector<Driver::Module> modules_;
  Driver::Address arena_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace

std::unique_ptr<Gpu> open_gpu(int ordinal) {
  return std::make_unique<DriverGpu>(ordinal);
}

}  // namespace semcheck
