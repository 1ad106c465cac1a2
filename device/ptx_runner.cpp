#include "device/ptx_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/run/parallel.h"
#include "device/arena.h"
#include "device/launch.h"

namespace semcheck {
namespace {

/// Launches in memory of their own, with an allocation for each array of the arena.
class Interpretation {
 public:
  Interpretation(const ArenaLayout& layout, const Limits& limits) : limits_(limits) {
    for (const ArenaLayout::Part& input : layout.inputs) add_part(input.offset, input.size);
    add_part(layout.result_offset, layout.result_size());
  }

  std::string launch(const ptx::Module& module, const std::string& entry, const Launch& launch,
                     std::span<const std::byte> before, std::span<std::byte> after) const {
    ptx::Memory memory;
    std::vector<std::uint64_t> addresses;
    for (const Part& part : parts_) {
      addresses.push_back(memory.allocate(part.size));
      std::ranges::copy(before.subspan(part.offset, part.size), memory.at(addresses.back()).begin());
    }
    std::vector<std::uint64_t> parameters;
    for (const Parameter& parameter : launch.parameters)
      parameters.push_back(parameter.is_offset ? address_of(parameter.value, addresses) : parameter.value);
    std::string error = interpret(module,
                                  {entry,
                                   {launch.blocks},
                                   {launch.threads},
                                   std::as_bytes(std::span(parameters)),
                                   limits_.timeout,
                                   0,
                                   limits_.interrupted},
                                  memory);
    std::memcpy(after.data(), before.data(), before.size());
    for (std::size_t i = 0; i < parts_.size(); ++i)
      std::ranges::copy(memory.at(addresses[i]).first(parts_[i].size),
                        after.subspan(parts_[i].offset, parts_[i].size).begin());
    return error;
  }

 private:
  /// A part of the arena, from an aligned place on.
  struct Part {
    std::size_t offset;
    std::size_t size;
  };

  /// What lies between the aligned place and the first element comes along, so that a write there is seen.
  void add_part(std::size_t offset, std::size_t size) {
    const std::size_t shift = offset % ArenaLayout::kAlignment;
    parts_.push_back({offset - shift, shift + size});
  }

  std::uint64_t address_of(std::uint64_t offset, const std::vector<std::uint64_t>& addresses) const {
    const std::uint64_t place = offset - offset % ArenaLayout::kAlignment;
    const auto found =
        std::find_if(parts_.begin(), parts_.end(), [&](const Part& part) { return part.offset == place; });
    return addresses[static_cast<std::size_t>(found - parts_.begin())] + (offset - place);
  }

  Limits limits_;
  std::vector<Part> parts_;
};

}  // namespace

std::string unsupported(const ptx::PtxError& error) {
  return fmt::format("the PTX interpreter does not support this: {} (line {}: {})", error.what(), error.line(),
                     error.text());
}

std::string refused_launch(const std::invalid_argument& refusal) {
  return fmt::format("the PTX interpreter does not launch this: {}", refusal.what());
}

std::string interpret(const ptx::Module& module, const ptx::Launch& launch, ptx::Memory& memory) {
  const auto start = std::chrono::steady_clock::now();
  try {
    ptx::launch(module, launch, memory);
    return "";
  } catch (const ptx::PtxError& error) {
    return unsupported(error);
  } catch (const ptx::Trap& trap) {
    return std::chrono::steady_clock::now() - start >= launch.timeout ? timed_out_text(launch.timeout) : trap.what();
  } catch (const std::invalid_argument& refusal) {
    return refused_launch(refusal);
  }
}

std::shared_ptr<const ptx::Module> PtxRunner::module_of(const Kernel& kernel) {
  return parsed_.get(kernel.image, [](const Image& image) { return ptx::parse(image.bytes); });
}

/// Why the interpreter cannot read an image, or "".
std::string PtxRunner::parse_error(const Kernel& kernel) {
  try {
    module_of(kernel);
    return "";
  } catch (const ptx::PtxError& error) {
    return unsupported(error);
  }
}

std::vector<Execution> PtxRunner::execute(std::span<const Kernel> kernels, const Operation& operation,
                                          const Cases& cases, const Limits& limits) {
  std::vector<Execution> executions(kernels.size());
  if (cases.size() == 0 || kernels.empty()) return executions;
  const LaunchData data = launch_data(operation, cases, kernels.front().feed);
  const ArenaLayout layout = arena_layout(data);
  std::vector<std::byte> plain(layout.size), complement(layout.size);
  fill_arena(layout, data, Poison::plain, plain);
  fill_arena(layout, data, Poison::complement, complement);
  const Interpretation interpretation(layout, limits);
  for_each_index(kernels.size(), [&](std::size_t i) {
    executions[i].interrupted = limits.are_reached();
    const Kernel& kernel = kernels[i];
    if (!kernel.image || !kernel.error.empty() || kernel.path != Path::ptx || executions[i].interrupted) return;
    const auto module = module_of(kernel);
    std::vector<std::byte> after(layout.size);
    const Launch launch = launch_of(operation, kernel, data, layout);
    executions[i] = run_on_arena(layout, plain, complement, after, [&](auto before, auto into) {
      return interpretation.launch(*module, kernel.entry, launch, before, into);
    });
    // An end that came by itself is a result, whatever came after it.
    executions[i].interrupted = limits.are_reached() && executions[i].results.empty();
  });
  return executions;
}

void PtxRunner::part_from_unreadable(std::vector<Kernel>& kernels, const Program& program,
                                     const std::function<Kernel(const Program&)>& compile) {
  std::shared_ptr<const Image> good;
  for (Kernel& kernel : kernels) {
    if (kernel.path != Path::ptx || !kernel.image || kernel.image == good) continue;
    if (parse_error(kernel).empty()) {
      good = kernel.image;
      continue;
    }
    Program alone = program;
    alone.variants = {kernel.variant};
    alone.feeds = {kernel.feed};
    alone.paths = {Path::ptx};
    kernel = compile(alone);
    if (kernel.image && kernel.error.empty()) kernel.error = parse_error(kernel);
  }
}

}  // namespace semcheck
