#include "device/ptx_device.h"

#include <fmt/format.h>

#include <algorithm>
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

/// A launch of one kernel in memory of its own, with an allocation for each array of the arena.
class Interpretation {
 public:
  Interpretation(const ArenaLayout& layout, std::chrono::milliseconds timeout) : layout_(layout), timeout_(timeout) {
    for (std::size_t k = 0; k < layout.operands.size(); ++k)
      arrays_.push_back({layout.operand_offsets[k], layout.count * size_of(layout.operands[k])});
    arrays_.push_back({layout.result_offset, layout.count * size_of(layout.result)});
  }

  std::string launch(const ptx::Module& module, const std::string& entry, std::span<const std::byte> before,
                     std::span<std::byte> after) const {
    ptx::Memory memory;
    std::vector<std::uint64_t> parameters;
    for (const Array& array : arrays_) {
      parameters.push_back(memory.allocate(array.size));
      std::memcpy(memory.at(parameters.back()).data(), before.data() + array.offset, array.size);
    }
    parameters.push_back(layout_.count);
    std::string error = run(module, entry, parameters, memory);
    std::memcpy(after.data(), before.data(), before.size());
    for (std::size_t i = 0; i < arrays_.size(); ++i)
      std::memcpy(after.data() + arrays_[i].offset, memory.at(parameters[i]).data(), arrays_[i].size);
    return error;
  }

 private:
  /// A part of the arena.
  struct Array {
    std::size_t offset;
    std::size_t size;
  };

  std::string run(const ptx::Module& module, const std::string& entry, const std::vector<std::uint64_t>& parameters,
                  ptx::Memory& memory) const {
    const auto start = std::chrono::steady_clock::now();
    try {
      ptx::launch(module,
                  {entry, {block_count(layout_.count)}, {kBlockSize}, std::as_bytes(std::span(parameters)), timeout_},
                  memory);
      return "";
    } catch (const ptx::PtxError& error) {
      return unsupported(error);
    } catch (const ptx::Trap& trap) {
      return std::chrono::steady_clock::now() - start >= timeout_ ? timed_out_text(timeout_) : trap.what();
    }
  }

  const ArenaLayout& layout_;
  std::chrono::milliseconds timeout_;
  std::vector<Array> arrays_;
};

/// The parsed modules of some kernels, an image that several share parsed once.
class Modules {
 public:
  explicit Modules(std::span<const Kernel> kernels) {
    for (const Kernel& kernel : kernels)
      if (kernel.image && !find(kernel)) modules_.emplace_back(kernel.image.get(), ptx::parse(kernel.image->bytes));
  }
  const ptx::Module* find(const Kernel& kernel) const {
    for (const auto& [image, module] : modules_)
      if (image == kernel.image.get()) return module.get();
    return nullptr;
  }

 private:
  std::vector<std::pair<const Image*, std::shared_ptr<const ptx::Module>>> modules_;
};

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
    kernel = compile_kernels(compiler_, {program.spec, program.build, program.arch, {kernel.variant}}, kPaths).front();
    if (kernel.image) kernel.error = parse_error(*kernel.image);
    if (!kernel.error.empty()) kernel.image = nullptr;
  }
  return kernels;
}

std::vector<Execution> PtxDevice::execute(std::span<const Kernel> kernels, const Operation& operation,
                                          const Cases& cases, std::chrono::milliseconds timeout) {
  std::vector<Execution> executions(kernels.size());
  if (cases.size() == 0) return executions;
  const ArenaLayout layout = arena_layout(operation, cases.size());
  std::vector<std::byte> plain(layout.size), complement(layout.size);
  fill_arena(layout, cases, Poison::plain, plain);
  fill_arena(layout, cases, Poison::complement, complement);
  const Interpretation interpretation(layout, timeout);
  const Modules modules(kernels);
  for_each_index(kernels.size(), [&](std::size_t i) {
    const ptx::Module* module = modules.find(kernels[i]);
    if (!module) return;
    std::vector<std::byte> after(layout.size);
    executions[i] = run_on_arena(layout, plain, complement, after, [&](auto before, auto into) {
      return interpretation.launch(*module, kernels[i].entry, before, into);
    });
  });
  return executions;
}

}  // namespace semcheck
