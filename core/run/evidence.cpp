#include "core/run/evidence.h"

#include <fmt/format.h>

#include <algorithm>

namespace semcheck {

bool has_open_order(const Variant& variant) {
  const bool generated = variant.form == VariantForm::expr && variant.strategy == Strategy::atomic;
  return generated || variant.code.find("atomic") != std::string::npos;
}

const std::vector<Kernel>& SourceKernels::of(const Job& job) {
  Entry* entry = nullptr;
  {
    const std::lock_guard lock(guard_);
    std::unique_ptr<Entry>& place = entries_[{job.build, job.toolkit}];
    if (!place) place = std::make_unique<Entry>();
    entry = place.get();
  }
  std::call_once(entry->compiled, [&] {
    Program program = program_of(job, spec_, device_.info());
    program.feeds = {Feed{}};
    program.paths = {Path::ptx};
    program.types = Types::exact;
    entry->kernels = device_.compile(program);
  });
  return entry->kernels;
}

Statement Evidence::source(const Variant& variant, const Cases& cases) {
  const Feed array;
  return ask(sources_.of(job_), variant, Path::ptx, {{&array, &cases}});
}

Statement Evidence::at_other_level(const Variant& variant, Path path, const Question& question) {
  const std::lock_guard lock(guard_);
  auto found = at_other_level_.find(&variant);
  if (found == at_other_level_.end()) {
    Build build = *job_.build;
    build.ptxas_level = build.ptxas_level == 0u ? kMostPtxasLevel : 0;
    build.jit_level = build.jit_level == 0u ? kMostJitLevel : 0;
    Program program = program_of(job_, spec_, device_.info());
    const Program lowered{
        spec_, build, program.arch, {&variant}, program.feeds, job_.toolkit, {Path::cubin, Path::jit}, Types::native};
    found = at_other_level_.emplace(&variant, device_.compile(lowered)).first;
  }
  return ask(found->second, variant, path, question);
}

Statement Evidence::ask(const std::vector<Kernel>& kernels, const Variant& variant, Path path,
                        const Question& question) const {
  Statement statement;
  for (const auto& [feed, cases] : question) {
    const auto kernel = std::find_if(kernels.begin(), kernels.end(), [&, wanted = feed](const Kernel& k) {
      return k.variant == &variant && k.path == path && k.feed == *wanted;
    });
    if (kernel == kernels.end()) return {{}, fmt::format("nothing was compiled for {}", name(path))};
    if (!kernel->error.empty()) return {{}, kernel->error};
    Execution execution =
        device_.execute({&*kernel, 1}, spec_.operation, *cases, {options_.timeout, options_.interrupted}).front();
    if (execution.interrupted) return {{}, "interrupted"};
    if (!execution.error.empty()) return {{}, execution.error};
    statement.bits.insert(statement.bits.end(), execution.results.begin(), execution.results.end());
  }
  return statement;
}

}  // namespace semcheck
