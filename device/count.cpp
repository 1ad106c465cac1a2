#include "device/count.h"

#include <stdexcept>

#include "core/run/parallel.h"
#include "device/arena.h"
#include "device/ptx/interpreter.h"

namespace semcheck {
namespace {

bool holds_ptx(const Kernel& kernel) {
  return kernel.image && kernel.path != Path::cubin;
}

/// The kernel whose PTX a kernel was made of; null where it is not at hand.
const Kernel* ptx_of(const Kernel& kernel, std::span<const Kernel> kernels) {
  if (holds_ptx(kernel)) return &kernel;
  for (const Kernel& other : kernels)
    if (holds_ptx(other) && other.variant == kernel.variant && other.feed == kernel.feed) return &other;
  return nullptr;
}

/// Launches kernels that count, each over memory of its own.
class Counter {
 public:
  Counter(const Operation& operation, const Cases& cases, const Limits& limits)
      : operation_(operation),
        data_(launch_data(operation, cases, {})),
        layout_(arena_layout(data_)),
        limits_(limits),
        elements_(cases.operands.front().size()) {}

  std::optional<Counted> operator()(PtxRunner& interpreter, const Kernel& kernel) const {
    ptx::Memory memory;
    const std::uint64_t arena = memory.allocate(layout_.size);
    fill_arena(layout_, data_, Poison::plain, memory.at(arena));
    const Launch launch = launch_of(operation_, kernel, data_, layout_);
    std::vector<std::uint64_t> parameters;
    for (const Parameter& parameter : launch.parameters)
      parameters.push_back(parameter.value + (parameter.is_offset ? arena : 0));
    ptx::Launch counted{kernel.entry,        {launch.blocks},
                        {launch.threads},    std::as_bytes(std::span(parameters)),
                        limits_.timeout,     0,
                        limits_.interrupted, true};
    try {
      const ptx::Statistics seen = ptx::launch(*interpreter.module_of(kernel), counted, memory);
      return Counted{static_cast<double>(seen.thread_instructions) / static_cast<double>(elements_), seen.branches,
                     seen.uniform_branches};
    } catch (const ptx::PtxError&) {
      return std::nullopt;
    } catch (const ptx::Trap&) {
      return std::nullopt;
    } catch (const std::invalid_argument&) {
      return std::nullopt;
    }
  }

 private:
  const Operation& operation_;
  LaunchData data_;
  ArenaLayout layout_;
  Limits limits_;
  std::size_t elements_;
};

}  // namespace

std::vector<std::optional<Counted>> count(PtxRunner& interpreter, std::span<const Kernel> kernels,
                                          const Operation& operation, const Cases& cases, const Limits& limits) {
  std::vector<std::optional<Counted>> counts(kernels.size());
  if (cases.operands.empty() || cases.operands.front().empty()) return counts;
  const Counter counter(operation, cases, limits);
  for_each_index(kernels.size(), [&](std::size_t i) {
    const Kernel* ptx = ptx_of(kernels[i], kernels);
    if (ptx && !limits.are_reached()) counts[i] = counter(interpreter, *ptx);
  });
  return counts;
}

}  // namespace semcheck
