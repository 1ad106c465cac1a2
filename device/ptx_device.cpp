#include "device/ptx_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "core/run/parallel.h"
#include "device/arch.h"
#include "device/arena.h"
#include "device/kernel_source.h"
#include "device/ptx/interpreter.h"

namespace semcheck {
namespace {

constexpr std::array kPaths = {Path::ptx};

std::string unsupported(const ptx::PtxError& error) {
  return fmt::format("the PTX interpreter does not support this: {} (line {}: {})", error.what(), error.line(),
                     error.text());
}

/// Why the interpreter cannot read an image, or "".
std::string parse_error(const Image& image) {
  try {
    ptx::parse(image.bytes);
    return "";
  } catch (const ptx::PtxError& error) {
    return unsupported(error);
  }
}

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
    std::string error = run(module,
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

  std::string run(const ptx::Module& module, const ptx::Launch& launch, ptx::Memory& memory) const {
    const auto start = std::chrono::steady_clock::now();
    try {
      ptx::launch(module, launch, memory);
      return "";
    } catch (const ptx::PtxError& error) {
      return unsupported(error);
    } catch (const ptx::Trap& trap) {
      return std::chrono::steady_clock::now() - start >= limits_.timeout ? timed_out_text(limits_.timeout)
                                                                         : trap.what();
    }
  }

  Limits limits_;
  std::vector<Part> parts_;
};

/// Whether a variant has PTX of its own, and does not say what it needs.
bool may_lack_something(const Variant& variant) {
  return variant.needs.empty() && variant.code.find("asm") != std::string::npos;
}

}  // namespace

PtxDevice::PtxDevice(Compiler compiler, const std::string& arch, const std::string& reason)
    : compiler_(std::move(compiler)) {
  info_.kind = "ptx";
  info_.name = "PTX interpreter";
  info_.arch = arch;
  if (const auto parsed = parse_arch(arch))
    info_.compute_capability = fmt::format("{}.{}", parsed->major(), parsed->number % 10);
  info_.nvrtc = compiler_.nvrtc.version();
  info_.nvrtc_path = compiler_.nvrtc.path().string();
  info_.reason = reason;
}

std::vector<Kernel> PtxDevice::compile(const Program& program) {
  std::vector<Kernel> kernels = compile_kernels(compiler_, program, kPaths);
  std::shared_ptr<const Image> good;
  for (Kernel& kernel : kernels) {
    if (!kernel.image || kernel.image == good) continue;
    if (parse_error(*kernel.image).empty()) {
      good = kernel.image;
      continue;
    }
    // What one variant uses must not cost the others, so each is compiled and read alone.
    const Program alone{program.spec, program.build, program.arch, {kernel.variant}, {kernel.feed}};
    kernel = compile_kernels(compiler_, alone, kPaths).front();
    if (kernel.image) kernel.error = parse_error(*kernel.image);
    if (!kernel.error.empty()) kernel.image = nullptr;
  }
  ask_the_assembler(program, kernels);
  return kernels;
}

/// Only the assembler knows which instructions an architecture lacks; what the compiler makes of C++ has them all.
void PtxDevice::ask_the_assembler(const Program& program, std::vector<Kernel>& kernels) const {
  constexpr std::array machine_code = {Path::cubin};
  std::vector<const Variant*> variants;
  for (const Variant* variant : program.variants)
    if (may_lack_something(*variant)) variants.push_back(variant);
  if (variants.empty()) return;
  for (const Kernel& asked :
       compile_kernels(compiler_, {program.spec, program.build, program.arch, variants}, machine_code)) {
    if (!asked.unavailable) continue;
    for (Kernel& kernel : kernels) {
      if (kernel.variant != asked.variant) continue;
      kernel.error = asked.error;
      kernel.unavailable = true;
      kernel.image = nullptr;
    }
  }
}

std::shared_ptr<const ptx::Module> PtxDevice::module_of(const Kernel& kernel) {
  if (!kernel.image) return nullptr;
  const std::lock_guard lock(parsed_guard_);
  std::erase_if(parsed_, [](const Parsed& parsed) { return parsed.image.expired(); });
  for (const Parsed& parsed : parsed_)
    if (parsed.image.lock() == kernel.image) return parsed.module;
  parsed_.push_back({kernel.image, ptx::parse(kernel.image->bytes)});
  return parsed_.back().module;
}

std::vector<Execution> PtxDevice::execute(std::span<const Kernel> kernels, const Operation& operation,
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
    const auto module = module_of(kernels[i]);
    if (!module || executions[i].interrupted) return;
    std::vector<std::byte> after(layout.size);
    const Launch launch = launch_of(operation, kernels[i], data, layout);
    executions[i] = run_on_arena(layout, plain, complement, after, [&](auto before, auto into) {
      return interpretation.launch(*module, kernels[i].entry, launch, before, into);
    });
    // An end that came by itself is a result, whatever came after it.
    executions[i].interrupted = limits.are_reached() && executions[i].results.empty();
  });
  return executions;
}

}  // namespace semcheck
