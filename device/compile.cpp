#include "device/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/run/environment_error.h"
#include "device/arch.h"
#include "device/code_digest.h"
#include "device/code_scan.h"
#include "device/compiler_log.h"
#include "device/exact_compile.h"
#include "device/flags_in_effect.h"
#include "device/kernel_source.h"
#include "device/supply_kernel.h"

namespace semcheck {
namespace {

using Variants = std::vector<const Variant*>;

/// The least that a compiler makes a kernel of: what fails with this fails by its options.
constexpr const char* kEmptyProgram = "extern \"C\" __global__ void semcheck_kernel() {}\n";

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
        for (Path path : paths) kernels_.push_back({variant, feed, path, nullptr, "", "", false, "", nullptr});
  }

  std::vector<Kernel> run() {
    const Unit sound{sound_variants(), program_.feeds};
    if (!sound.variants.empty()) compile_together(sound);
    return std::move(kernels_);
  }

 private:
  void compile_together(const Unit& sound) {
    const bool by_nvcc = program_.build.front_end == FrontEnd::nvcc;
    if (by_nvcc && compiler_.nvcc.path.empty()) return fail(sound, "needs nvcc, which was not found", true);
    // nvcc says itself what it does not know.
    if (!by_nvcc && !is_known_arch(compiler_.nvrtc, program_.arch))
      return fail_all(sound, program_.build.arch_span, unknown_arch(compiler_.nvrtc, program_.arch));
    const CompilationMemo::Made together = compile(sound);
    if (const std::string refusal = refusal_of(*together); !refusal.empty())
      fail_all(sound, program_.build.options_span, refusal);
    else
      settle(sound, *together);
  }

  /// Why the compilers take no program with the options of this build, or "".
  std::string refusal_of(const Compilation& compiled) const {
    if (!compiled.refusal.empty()) return title(compiler_, program_.build.front_end) + " " + compiled.refusal;
    const std::string fatal = assembler_fatal(compiled.log);
    if (compiled.succeeded || fatal.empty()) return "";
    const CompilationMemo::Made least = semcheck::compile(compiler_, recipe(kEmptyProgram));
    const bool takes_none = !least->succeeded && !assembler_fatal(least->log).empty();
    return takes_none ? "ptxas rejects the options of this build: " + fatal : "";
  }

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

  Recipe recipe(std::string source) const {
    return {program_.build.front_end, std::move(source),         program_.build.options, program_.arch,
            machine_code(),           program_.build.ptxas_level};
  }
  bool machine_code() const { return std::find(paths_.begin(), paths_.end(), Path::cubin) != paths_.end(); }

  CompilationMemo::Made compile(const Unit& unit) const {
    return semcheck::compile(compiler_, recipe(kernel_source(program_.spec, unit.variants, unit.feeds)));
  }

  /// What is wrong with the build itself, at its place in the spec.
  void fail_all(const Unit& unit, const Span& span, const std::string& message) {
    fail(unit, render({program_.spec.path, span, message, ""}, program_.spec.text), false);
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

  void compile_alone(const Unit& unit) { settle(unit, *compile(unit)); }

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
      const std::optional<unsigned> level = path == Path::jit ? program_.build.jit_level : std::nullopt;
      const auto image =
          std::make_shared<const Image>(Image{path, path == Path::cubin ? compiled.cubin : compiled.ptx, level});
      const auto made_with = std::make_shared<const Toolchain>(toolchain(path));
      const CodeDigests digests(*image);
      for_kernels(unit, [&](Kernel& kernel, std::size_t index) {
        if (kernel.path != path) return;
        kernel.image = image;
        kernel.entry = kernel_entry(index, program_.spec.operation, kernel.feed);
        kernel.code = digests.of(kernel.entry);
        kernel.toolchain = made_with;
      });
    }
  }

  Toolchain toolchain(Path path) const {
    std::vector<std::string> options = options_of(recipe(""));
    if (program_.build.front_end == FrontEnd::nvcc) options = with_environment(options);
    return {title(compiler_, program_.build.front_end), options,
            flags_in_effect(options, path, program_.build.jit_level)};
  }

  const Compiler& compiler_;
  const Program& program_;
  std::span<const Path> paths_;
  std::vector<Kernel> kernels_;
};

}  // namespace

std::vector<Kernel> compile_kernels(const Compiler& compiler, const Program& program, std::span<const Path> otherwise) {
  if (program.types == Types::exact) return compile_exact_kernels(compiler, program);
  if (program.build.front_end == FrontEnd::nvrtc) check_headers(compiler, program.spec.operation);
  return Making(compiler, program, program.paths.empty() ? otherwise : std::span(program.paths)).run();
}

}  // namespace semcheck
