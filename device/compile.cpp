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
  const std::string_view header = row(operation.dtype).cuda_header;
  if (header.empty() || !compiler.include.empty()) return;
  throw EnvironmentError(std::string(header) + " was not found", compiler.help);
}

/// The kernels of one program, as they are made: `paths.size()` of them for each variant.
class Making {
 public:
  Making(const Compiler& compiler, const Program& program, std::span<const Path> paths)
      : compiler_(compiler), program_(program), paths_(paths) {
    for (const Variant* variant : program.variants)
      for (Path path : paths) kernels_.push_back({variant, path, nullptr, "", "", false});
  }

  std::vector<Kernel> run() {
    const Variants sound = sound_variants();
    if (sound.empty()) return std::move(kernels_);
    if (!is_known_arch()) {
      fail_all(sound, fmt::format("NVRTC {} does not compile for {}; it knows sm_{}", compiler_.nvrtc.version(),
                                  program_.arch, fmt::join(compiler_.nvrtc.architectures(), ", sm_")));
      return std::move(kernels_);
    }
    const Compilation together = compile(sound);
    if (together.succeeded) {
      succeed(sound, together);
    } else if (together.option_rejected) {
      fail_all(sound, fmt::format("NVRTC {} rejects the options of this build: {}", compiler_.nvrtc.version(),
                                  without_prefix(together.log)));
    } else if (sound.size() == 1) {
      explain(sound.front(), together.log);
    } else {
      for (const Variant* variant : sound) compile_alone(variant);
    }
    return std::move(kernels_);
  }

 private:
  /// The variants that can go into a program; the others fail here.
  Variants sound_variants() {
    Variants sound;
    const auto have = parse_arch(program_.arch);
    for (const Variant* variant : program_.variants) {
      const auto need = parse_arch(variant->needs);
      if (have && need && !provides(*have, *need)) {
        fail(variant, fmt::format("needs {}, compiled for {}", variant->needs, program_.arch), true);
      } else if (const auto fault = find_fault(variant->code)) {
        const Span span = locate(variant->code, fault->offset, variant->code_span);
        fail(variant, render({program_.spec.path, span, fault->message, ""}, program_.spec.text), false);
      } else {
        sound.push_back(variant);
      }
    }
    return sound;
  }

  Compilation compile(const Variants& variants) const {
    return compiler_.nvrtc.compile(kernel_source(program_.spec, variants), "semcheck", options());
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

  bool is_known_arch() const {
    const auto arch = parse_arch(program_.arch);
    const std::vector<int>& known = compiler_.nvrtc.architectures();
    return arch && std::find(known.begin(), known.end(), arch->number) != known.end();
  }

  /// What is wrong with the build itself, at its place in the spec.
  void fail_all(const Variants& variants, const std::string& message) {
    const std::string text = render({program_.spec.path, program_.build.options_span, message, ""}, program_.spec.text);
    for (const Variant* variant : variants) fail(variant, text, false);
  }

  void compile_alone(const Variant* variant) {
    const Compilation alone = compile({variant});
    if (alone.succeeded)
      succeed({variant}, alone);
    else
      explain(variant, alone.log);
  }

  void explain(const Variant* variant, const std::string& log) {
    const CompilerMessage message = explain_log(log, program_.spec, *variant);
    fail(variant, message.text, message.unavailable);
  }

  void fail(const Variant* variant, const std::string& error, bool unavailable) {
    for (Kernel& kernel : kernels_) {
      if (kernel.variant != variant) continue;
      kernel.error = error;
      kernel.unavailable = unavailable;
    }
  }

  void succeed(const Variants& variants, const Compilation& compiled) {
    for (Path path : paths_) {
      const auto image =
          std::make_shared<const Image>(Image{path, path == Path::cubin ? compiled.cubin : compiled.ptx});
      for (Kernel& kernel : kernels_) {
        const auto found = std::find(variants.begin(), variants.end(), kernel.variant);
        if (kernel.path != path || found == variants.end()) continue;
        kernel.image = image;
        kernel.entry = kernel_entry(static_cast<std::size_t>(found - variants.begin()));
      }
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

std::vector<Kernel> compile_kernels(const Compiler& compiler, const Program& program, std::span<const Path> paths) {
  check_headers(compiler, program.spec.operation);
  return Making(compiler, program, paths).run();
}

}  // namespace semcheck
