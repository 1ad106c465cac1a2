#include "device/compile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/run/environment_error.h"
#include "device/arch.h"
#include "device/code_scan.h"
#include "device/compiler_log.h"
#include "device/kernel_source.h"
#include "device/supply_kernel.h"
#include "device/toolkit/library.h"

namespace semcheck {
namespace {

using Variants = std::vector<const Variant*>;

std::string_view without_prefix(std::string_view log) {
  constexpr std::string_view prefix = "nvrtc: error: ";
  return log.starts_with(prefix) ? log.substr(prefix.size()) : log;
}

/// Throws EnvironmentError when the types of the operation are declared in headers that were not found.
void check_headers(const Compiler& compiler, const Operation& operation) {
  std::vector<Dtype> dtypes = operation.operands;
  dtypes.push_back(operation.result);
  for (Dtype dtype : dtypes) {
    const std::string_view header = row(dtype).cuda_header;
    if (header.empty() || !compiler.include.empty()) continue;
    throw EnvironmentError(std::string(header) + " was not found", compiler.help);
  }
}

/// Variants compiled together, each with these feeds.
struct Unit {
  Variants variants;
  std::vector<Feed> feeds;
};

/// The feeds of each supply.
std::vector<std::vector<Feed>> by_supply(const std::vector<Feed>& feeds) {
  std::vector<std::vector<Feed>> groups;
  for (const Feed& feed : feeds) {
    if (groups.empty() || groups.back().front().supply != feed.supply) groups.emplace_back();
    groups.back().push_back(feed);
  }
  return groups;
}

/// The kernels of one program, as they are made: `paths.size()` of them for each variant and feed.
class Making {
 public:
  Making(const Compiler& compiler, const Program& program, std::span<const Path> paths)
      : compiler_(compiler), program_(program), paths_(paths) {
    for (const Variant* variant : program.variants)
      for (const Feed& feed : program.feeds)
        for (Path path : paths) kernels_.push_back({variant, feed, path, nullptr, "", "", false});
  }

  std::vector<Kernel> run() {
    const Unit sound{sound_variants(), program_.feeds};
    if (sound.variants.empty()) return std::move(kernels_);
    if (!is_known_arch(compiler_.nvrtc, program_.arch)) {
      fail_all(sound, unknown_arch(compiler_.nvrtc, program_.arch));
      return std::move(kernels_);
    }
    const Compilation together = compile(sound);
    if (together.option_rejected)
      fail_all(sound, fmt::format("NVRTC {} rejects the options of this build: {}", compiler_.nvrtc.version(),
                                  without_prefix(together.log)));
    else
      settle(sound, together);
    return std::move(kernels_);
  }

 private:
  /// The variants that can go into a program; the others fail here.
  Variants sound_variants() {
    Variants sound;
    for (const Variant* variant : program_.variants) {
      if (const std::string lacking = what_is_lacking(*variant); !lacking.empty()) {
        fail({{variant}, program_.feeds}, lacking, true);
      } else if (const auto fault = find_fault(variant->code)) {
        const Span span = locate(variant->code, fault->offset, variant->code_span);
        fail({{variant}, program_.feeds}, render({program_.spec.path, span, fault->message, ""}, program_.spec.text),
             false);
      } else {
        sound.push_back(variant);
      }
    }
    return sound;
  }

  /// What the architecture lacks for a variant, as far as the spec tells, or "".
  std::string what_is_lacking(const Variant& variant) const {
    const auto have = parse_arch(program_.arch);
    if (!have) return "";
    const auto need = parse_arch(variant.needs);
    if (need && !provides(*have, *need)) return fmt::format("needs {}, compiled for {}", variant.needs, program_.arch);
    std::vector<Dtype> dtypes = program_.spec.operation.operands;
    dtypes.push_back(program_.spec.operation.result);
    for (Dtype dtype : dtypes)
      if (const Arch oldest = oldest_arch(dtype); !provides(*have, oldest))
        return fmt::format("{} needs {}, compiled for {}", name(dtype), spell_sm(oldest), program_.arch);
    return "";
  }

  Compilation compile(const Unit& unit) const {
    return compiler_.nvrtc.compile(kernel_source(program_.spec, unit.variants, unit.feeds), "semcheck", options());
  }

  /// The build's options between what it may replace and what it may not: for NVRTC the last of two wins.
  std::vector<std::string> options() const {
    const bool machine_code = std::find(paths_.begin(), paths_.end(), Path::cubin) != paths_.end();
    const auto arch = parse_arch(program_.arch);
    std::vector<std::string> options{"-std=c++17", "-default-device"};
    if (!compiler_.include.empty()) options.push_back("-I" + compiler_.include.string());
    options.insert(options.end(), program_.build.options.begin(), program_.build.options.end());
    options.push_back("-arch=" + (machine_code || !arch ? program_.arch : spell_compute(*arch)));
    return options;
  }

  /// What is wrong with the build itself, at its place in the spec.
  void fail_all(const Unit& unit, const std::string& message) {
    fail(unit, render({program_.spec.path, program_.build.options_span, message, ""}, program_.spec.text), false);
  }

  /// Takes what was compiled; or, until it is known whose fault it is, compiles each variant of it alone, and then each
  /// supply.
  void settle(const Unit& unit, const Compilation& compiled) {
    const auto supplies = by_supply(unit.feeds);
    if (compiled.succeeded) {
      succeed(unit, compiled);
    } else if (unit.variants.size() > 1) {
      for (const Variant* variant : unit.variants) compile_alone({{variant}, unit.feeds});
    } else if (supplies.size() > 1) {
      for (const std::vector<Feed>& feeds : supplies) compile_alone({unit.variants, feeds});
    } else {
      const CompilerMessage message = explain_log(compiled.log, program_.spec, *unit.variants.front());
      fail(unit, message.text, message.unavailable);
    }
  }

  void compile_alone(const Unit& unit) { settle(unit, compile(unit)); }

  /// Calls `change` with each kernel of the unit and the number of its variant there.
  template <class Change>
  void for_kernels(const Unit& unit, const Change& change) {
    for (Kernel& kernel : kernels_) {
      const auto variant = std::find(unit.variants.begin(), unit.variants.end(), kernel.variant);
      const bool fed = std::find(unit.feeds.begin(), unit.feeds.end(), kernel.feed) != unit.feeds.end();
      if (fed && variant != unit.variants.end())
        change(kernel, static_cast<std::size_t>(variant - unit.variants.begin()));
    }
  }

  void fail(const Unit& unit, const std::string& error, bool unavailable) {
    for_kernels(unit, [&](Kernel& kernel, std::size_t) {
      kernel.error = error;
      kernel.unavailable = unavailable;
    });
  }

  void succeed(const Unit& unit, const Compilation& compiled) {
    for (Path path : paths_) {
      const auto image =
          std::make_shared<const Image>(Image{path, path == Path::cubin ? compiled.cubin : compiled.ptx});
      for_kernels(unit, [&](Kernel& kernel, std::size_t index) {
        if (kernel.path != path) return;
        kernel.image = image;
        kernel.entry = kernel_entry(index, program_.spec.operation, kernel.feed);
      });
    }
  }

  const Compiler& compiler_;
  const Program& program_;
  std::span<const Path> paths_;
  std::vector<Kernel> kernels_;
};

/// Loads what NVRTC takes for the driver (no_driver/libcuda.cpp), from beside the program or from where it is
/// installed.
void keep_driver_out(const std::filesystem::path& executable) {
  for (const char* file : {"no_driver/libcuda.so.1", "../libexec/semcheck/libcuda.so.1"}) {
    std::string error;
    if (Library::open((executable.parent_path() / file).string(), error)) return;
  }
}

}  // namespace

Compiler open_compiler(const std::string& asked) {
  const ToolkitSearch search = toolkit_search(asked);
  const Toolkit toolkit = find_toolkit(toolkit_places(search));
  if (toolkit.nvrtc.empty()) throw EnvironmentError("NVRTC (libnvrtc.so) was not found", toolkit_help(toolkit));
  keep_driver_out(search.executable);
  return {Nvrtc(toolkit.nvrtc), toolkit.include, toolkit_help(toolkit)};
}

bool is_known_arch(const Nvrtc& nvrtc, std::string_view text) {
  const auto arch = parse_arch(text);
  const std::vector<int>& known = nvrtc.architectures();
  return arch && std::find(known.begin(), known.end(), arch->number) != known.end();
}

std::string unknown_arch(const Nvrtc& nvrtc, std::string_view arch) {
  return fmt::format("NVRTC {} does not compile for {}; it knows sm_{}", nvrtc.version(), arch,
                     fmt::join(nvrtc.architectures(), ", sm_"));
}

std::vector<Kernel> compile_kernels(const Compiler& compiler, const Program& program, std::span<const Path> paths) {
  check_headers(compiler, program.spec.operation);
  return Making(compiler, program, paths).run();
}

}  // namespace semcheck
