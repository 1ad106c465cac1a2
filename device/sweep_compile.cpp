#include "device/sweep_compile.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "device/compile.h"
#include "device/compiler_log.h"
#include "device/sweep_kernel.h"

namespace semcheck {
namespace {

using Variants = std::vector<const Variant*>;

/// The kernels of one sweep, as they are made.
class SweepMaking {
 public:
  SweepMaking(const Compiler& compiler, const SweepProgram& program, std::span<const Path> otherwise)
      : compiler_(compiler),
        program_(std::make_shared<const SweepProgram>(program)),
        paths_(program.program.paths.empty() ? otherwise : std::span(program_->program.paths)) {
    for (Kernel& kernel : compile_kernels(compiler, program.program, otherwise))
      kernels_.push_back({program_, std::move(kernel), {}, {}, {}});
  }

  std::vector<SweepKernel> run() {
    const SweepParts parts = parts_of_fused();
    const Variants variants = compiled_variants();
    if ((parts.sweep || parts.laws) && !variants.empty()) compile_fused(variants, parts);
    if (std::ranges::any_of(kernels_, needs_twin)) compile_twin();
    return std::move(kernels_);
  }

 private:
  bool is_asked(Path path) const { return std::ranges::find(paths_, path) != paths_.end(); }
  bool is_for_gpu() const { return is_asked(Path::cubin) || is_asked(Path::jit); }

  SweepParts parts_of_fused() const {
    const bool arrays = program_->program.feeds.front().supply == Supply::array;
    const bool by_nvrtc = program_->program.build.front_end == FrontEnd::nvrtc;
    return {arrays && by_nvrtc && is_for_gpu(), arrays && !program_->laws.empty()};
  }

  /// The variants that have a kernel for some path.
  Variants compiled_variants() const {
    Variants variants;
    for (const SweepKernel& kernel : kernels_)
      if (kernel.kernel.image && std::ranges::find(variants, kernel.kernel.variant) == variants.end())
        variants.push_back(kernel.kernel.variant);
    return variants;
  }

  static bool needs_twin(const SweepKernel& kernel) {
    return kernel.kernel.image && kernel.kernel.path != Path::ptx && !kernel.sample.image;
  }

  Recipe recipe(std::string source) const {
    const Build& build = program_->program.build;
    return {FrontEnd::nvrtc,       std::move(source), build.options, program_->program.arch,
            is_asked(Path::cubin), build.ptxas_level, Types::native, true};
  }

  /// Compiles variants with the twin, or one by one when that fails; what fails alone keeps its own kernel.
  void compile_fused(const Variants& variants, SweepParts parts) {
    if (program_->program.build.front_end == FrontEnd::nvcc)
      return fail_laws(variants, "laws are swept of what NVRTC compiles, and nvcc compiles this build");
    const CompilationMemo::Made made = compile(compiler_, recipe(fused_source(*program_, variants, parts)));
    if (made->succeeded) return take_fused(variants, parts, *made);
    if (variants.size() == 1)
      return fail_laws(variants, explain_log(made->log, program_->program.spec, *variants.front()).text);
    for (const Variant* variant : variants) compile_fused({variant}, parts);
  }

  void fail_laws(const Variants& variants, const std::string& error) {
    for (SweepKernel& kernel : kernels_)
      if (!program_->laws.empty() && std::ranges::find(variants, kernel.kernel.variant) != variants.end()) {
        kernel.laws.variant = kernel.kernel.variant;
        kernel.laws.error = error;
      }
  }

  /// What was compiled, for each path.
  std::vector<std::shared_ptr<const Image>> images_of(const Compilation& compiled) const {
    std::vector<std::shared_ptr<const Image>> images;
    for (Path path : paths_) {
      const auto level = path == Path::jit ? program_->program.build.jit_level : std::nullopt;
      images.push_back(
          std::make_shared<const Image>(Image{path, path == Path::cubin ? compiled.cubin : compiled.ptx, level}));
    }
    return images;
  }

  std::shared_ptr<const Image> image_for(Path path, const std::vector<std::shared_ptr<const Image>>& images) const {
    const auto at = std::ranges::find(paths_, path) - paths_.begin();
    return images[static_cast<std::size_t>(at)];
  }

  static Kernel with(const Kernel& kernel, const std::shared_ptr<const Image>& image, std::string_view entry) {
    Kernel other = kernel;
    other.image = image;
    other.entry = entry;
    other.code.clear();
    return other;
  }

  void take_fused(const Variants& variants, SweepParts parts, const Compilation& compiled) {
    const auto images = images_of(compiled);
    for (SweepKernel& kernel : kernels_) {
      if (!kernel.kernel.image || std::ranges::find(variants, kernel.kernel.variant) == variants.end()) continue;
      const auto image = image_for(kernel.kernel.path, images);
      if (parts.laws) kernel.laws = with(kernel.kernel, image, kLawsEntry);
      if (!parts.sweep || kernel.kernel.path == Path::ptx) continue;
      kernel.sample = with(kernel.kernel, image, kSampleEntry);
      kernel.kernel = with(kernel.kernel, image, kSweepEntry);
    }
  }

  /// The twin alone owes nothing to the options of the build.
  void compile_twin() {
    Recipe twin = recipe(twin_source(*program_));
    twin.options.clear();
    twin.ptxas_level.reset();
    const CompilationMemo::Made made = compile(compiler_, twin);
    const auto images = made->succeeded ? images_of(*made) : std::vector<std::shared_ptr<const Image>>();
    for (SweepKernel& kernel : kernels_) {
      if (!needs_twin(kernel)) continue;
      if (!made->succeeded) {
        kernel.kernel = with(kernel.kernel, nullptr, "");
        kernel.kernel.error = "the judge of its results does not compile: " + made->log;
        continue;
      }
      const auto image = image_for(kernel.kernel.path, images);
      kernel.twin = with(kernel.kernel, image, kTwinEntry);
      kernel.sample = with(kernel.kernel, image, kTwinSampleEntry);
    }
  }

  const Compiler& compiler_;
  std::shared_ptr<const SweepProgram> program_;
  std::span<const Path> paths_;
  std::vector<SweepKernel> kernels_;
};

}  // namespace

std::vector<SweepKernel> compile_sweep_kernels(const Compiler& compiler, const SweepProgram& program,
                                               std::span<const Path> otherwise,
                                               const std::function<void(std::vector<Kernel>&)>& part) {
  std::vector<SweepKernel> sweeps = SweepMaking(compiler, program, otherwise).run();
  if (!part) return sweeps;
  std::vector<Kernel> kernels;
  kernels.reserve(sweeps.size());
  for (const SweepKernel& sweep : sweeps) kernels.push_back(sweep.kernel);
  part(kernels);
  for (std::size_t k = 0; k < kernels.size(); ++k) sweeps[k].kernel = std::move(kernels[k]);
  return sweeps;
}

}  // namespace semcheck
