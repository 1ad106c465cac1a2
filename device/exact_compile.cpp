#include "device/exact_compile.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "device/arch.h"
#include "device/code_digest.h"
#include "device/code_scan.h"
#include "device/exact/not_carried.h"
#include "device/exact/rewrite.h"
#include "device/kernel_source.h"
#include "device/supply_kernel.h"

namespace semcheck {
namespace {

using Variants = std::vector<const Variant*>;

// A class that converts both ways leaves some selections ambiguous, and one that does not some conversions unwritten.
constexpr std::array<const char*, 2> kNarrowing = {"-DSEMCHECK_NARROWING_IS_EXPLICIT=true",
                                                   "-DSEMCHECK_NARROWING_IS_EXPLICIT=false"};

constexpr std::array<std::string_view, 4> kMacroOptions = {"-D", "--define-macro", "-U", "--undefine-macro"};

/// The options of a build that are part of its programs; each may have its argument behind it.
std::vector<std::string> macro_options(const std::vector<std::string>& options) {
  std::vector<std::string> chosen;
  bool argument = false;
  for (const std::string& option : options) {
    const bool defines = std::ranges::any_of(kMacroOptions, [&](auto name) { return option.starts_with(name); });
    if (defines || argument) chosen.push_back(option);
    argument = std::ranges::find(kMacroOptions, option) != kMacroOptions.end();
  }
  return chosen;
}

/// The kernels of one program over exact types, as they are made.
class ExactMaking {
 public:
  ExactMaking(const Compiler& compiler, const Program& program) : compiler_(compiler), program_(program) {
    for (const Variant* variant : program.variants)
      for (const Feed& feed : program.feeds)
        kernels_.push_back({variant, feed, Path::ptx, nullptr, "", "", false, "", nullptr});
  }

  std::vector<Kernel> run() {
    const Variants sound = sound_variants();
    if (!sound.empty() && !attempt(sound, kNarrowing.front()).empty())
      for (const Variant* variant : sound) compile_alone(*variant);
    return std::move(kernels_);
  }

 private:
  /// The variants that can go into a program; the others fail here.
  Variants sound_variants() {
    Variants sound;
    for (const Variant* variant : program_.variants) {
      std::string reason = why_not_carried(variant->code);
      if (const auto fault = find_fault(variant->code)) reason = fault->message;
      if (!is_known_arch(compiler_.nvrtc, program_.arch)) reason = unknown_arch(compiler_.nvrtc, program_.arch);
      if (reason.empty())
        sound.push_back(variant);
      else
        fail(*variant, reason);
    }
    return sound;
  }

  Recipe recipe(const Variants& variants, const char* narrowing) const {
    Recipe made;
    made.source = exact_program(kernel_source(program_.spec, variants, program_.feeds));
    made.options = macro_options(program_.build.options);
    made.options.insert(made.options.begin(), narrowing);
    made.arch = program_.arch;
    made.types = Types::exact;
    return made;
  }

  /// Makes kernels of what is compiled and exact, and returns ""; or why it is not, as far as the first variant tells.
  std::string attempt(const Variants& variants, const char* narrowing) {
    const Recipe asked = recipe(variants, narrowing);
    const CompilationMemo::Made made = compile(compiler_, asked);
    if (!made->succeeded) return why_not_carried(variants.front()->code, made->log);
    if (has_floating_instructions(made->ptx)) return "computes with a floating-point type of the compiler";
    take(variants, made->ptx, options_of(asked));
    return "";
  }

  void take(const Variants& variants, const std::string& ptx, const std::vector<std::string>& options) {
    const auto image = std::make_shared<const Image>(Image{Path::ptx, ptx});
    const auto toolchain = std::make_shared<const Toolchain>(Toolchain{title(compiler_, FrontEnd::nvrtc), options, {}});
    const CodeDigests digests(*image);
    for (Kernel& kernel : kernels_) {
      const auto variant = std::ranges::find(variants, kernel.variant);
      if (variant == variants.end()) continue;
      const auto index = static_cast<std::size_t>(variant - variants.begin());
      kernel.image = image;
      kernel.entry = kernel_entry(index, program_.spec.operation, kernel.feed);
      kernel.code = digests.of(kernel.entry);
      kernel.toolchain = toolchain;
    }
  }

  void compile_alone(const Variant& variant) {
    std::string reason;
    for (const char* narrowing : kNarrowing) {
      reason = attempt({&variant}, narrowing);
      if (reason.empty()) return;
    }
    fail(variant, reason);
  }

  void fail(const Variant& variant, const std::string& reason) {
    for (Kernel& kernel : kernels_)
      if (kernel.variant == &variant) kernel.error = reason;
  }

  const Compiler& compiler_;
  const Program& program_;
  std::vector<Kernel> kernels_;
};

}  // namespace

std::vector<Kernel> compile_exact_kernels(const Compiler& compiler, const Program& program) {
  return ExactMaking(compiler, program).run();
}

}  // namespace semcheck
