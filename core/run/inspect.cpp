#include "core/run/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>

#include "core/run/parallel.h"
#include "core/run/plan.h"

namespace semcheck {
namespace {

/// One compilation: the variants of a build for one architecture with one toolkit.
struct CodeJob {
  std::size_t spec = 0;
  const Build* build = nullptr;
  std::string arch;
  std::size_t toolkit = 0;
  std::vector<const Variant*> variants;
};

std::vector<CodeJob> jobs_of(const std::vector<Spec>& specs, const DeviceInfo& device, const InspectOptions& options) {
  const std::size_t toolkits = std::max<std::size_t>(1, device.toolkits.size());
  std::vector<CodeJob> jobs;
  for (std::size_t s = 0; s < specs.size(); ++s) {
    const std::vector<const Variant*> variants = chosen_variants(specs[s], options.variants);
    for (const Build& build : specs[s].builds) {
      if (variants.empty() || !is_chosen(options.builds, build.name)) continue;
      const std::vector<std::string> own = {arch_of(build, device)};
      for (const std::string& arch : options.archs.empty() ? own : options.archs)
        for (std::size_t toolkit = 0; toolkit < toolkits; ++toolkit)
          jobs.push_back({s, &build, arch, toolkit, variants});
    }
  }
  return jobs;
}

Path path_of(CodeLanguage language) {
  return language == CodeLanguage::ptx ? Path::ptx : Path::cubin;
}

/// Renames the labels that begin with `prefix` in the order in which they appear: compilers number them through a
/// file.
void renumber(std::string& text, std::string_view prefix) {
  const auto is_word = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
  };
  std::map<std::string, std::size_t> known;
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at + 1)) {
    std::size_t end = at + prefix.size();
    while (end < text.size() && is_word(text[end])) ++end;
    const auto number = known.emplace(text.substr(at, end - at), known.size()).first->second;
    text.replace(at, end - at, fmt::format("{}{}", prefix, number));
  }
}

/// What tells code apart: its listing, without the names that differ from kernel to kernel of one file.
std::string essence(const CodeFacts& facts, const std::string& entry) {
  std::string text;
  for (const CodeLine& line : facts.listing) text += line.text + "\n";
  for (std::size_t at = text.find(entry); !entry.empty() && at != std::string::npos; at = text.find(entry, at))
    text.erase(at, entry.size());
  renumber(text, "$L__BB");
  renumber(text, ".L_x_");
  return text;
}

/// Inspected code with what tells it apart.
struct ReadCodeOfJob {
  InspectedCode code;
  std::string ptx;
  std::string sass;
};

void add(ReadCodeOfJob& into, const Kernel& kernel, const Inspection& inspection) {
  InspectedCode& code = into.code;
  // What makes machine code has a level more than what makes PTX.
  if (kernel.toolchain && (!code.toolchain || kernel.path == Path::cubin)) code.toolchain = kernel.toolchain;
  if (!kernel.image) {
    if (code.error.empty()) code.error = kernel.error;
    code.unavailable = code.unavailable || kernel.unavailable;
    return;
  }
  const bool is_ptx = kernel.path == Path::ptx;
  (is_ptx ? code.ptx : code.sass) = inspection;
  if (inspection.facts) (is_ptx ? into.ptx : into.sass) = essence(*inspection.facts, kernel.entry);
}

void check(InspectedCode& code) {
  if (code.variant->inspect.empty() || !code.error.empty()) return;
  code.check =
      check_code(*code.variant, code.arch, {code.ptx ? &*code.ptx : nullptr, code.sass ? &*code.sass : nullptr});
  code.declared =
      declared_breaks(*code.variant, {*code.build, code.arch, name(Path::cubin)}).contains(Obligation::inspect);
}

/// A code for each variant of the job.
std::vector<ReadCodeOfJob> read(const CodeJob& job, const Spec& spec, Device& device, const InspectOptions& options) {
  std::vector<Path> paths;
  for (const CodeLanguage language : options.languages) paths.push_back(path_of(language));
  const std::vector<Kernel> kernels =
      device.compile({spec, *job.build, job.arch, job.variants, {Feed{}}, job.toolkit, paths});
  const std::vector<Inspection> inspections = device.inspect(kernels);
  std::vector<ReadCodeOfJob> codes;
  for (const Variant* variant : job.variants) {
    ReadCodeOfJob& read = codes.emplace_back();
    read.code.variant = variant;
    read.code.build = job.build;
    read.code.arch = job.arch;
    read.code.toolkit = job.toolkit;
    for (std::size_t k = 0; k < kernels.size(); ++k)
      if (kernels[k].variant == variant) add(read, kernels[k], inspections[k]);
    check(read.code);
  }
  return codes;
}

/// Puts the codes of a spec's jobs in the order of its variants, and says which are the same.
std::vector<InspectedCode> arranged(std::vector<std::vector<ReadCodeOfJob>>& jobs) {
  std::vector<InspectedCode> codes;
  std::map<std::tuple<std::string, CodeLanguage, std::string>, std::size_t> first;
  const auto same = [&](const std::string& arch, CodeLanguage language, const std::string& text) {
    const auto [found, is_new] = first.emplace(std::tuple(arch, language, text), codes.size());
    return text.empty() || is_new ? std::nullopt : std::optional(found->second);
  };
  std::size_t variants = 0;  // a job that was interrupted has none
  for (const std::vector<ReadCodeOfJob>& job : jobs) variants = std::max(variants, job.size());
  for (std::size_t variant = 0; variant < variants; ++variant)
    for (std::vector<ReadCodeOfJob>& job : jobs) {
      if (job.empty()) continue;
      ReadCodeOfJob& read = job[variant];
      read.code.same_ptx = same(read.code.arch, CodeLanguage::ptx, read.ptx);
      read.code.same_sass = same(read.code.arch, CodeLanguage::sass, read.sass);
      codes.push_back(std::move(read.code));
    }
  return codes;
}

}  // namespace

bool InspectedCode::as_declared() const {
  if (!error.empty()) return unavailable;
  if (check.unmet.empty() && (check.checked == 0 || !check.not_inspected.empty())) return true;
  return check.unmet.empty() != declared;
}

bool InspectionReport::as_declared() const {
  return std::all_of(specs.begin(), specs.end(), [](const SpecInspection& spec) {
    return std::all_of(spec.codes.begin(), spec.codes.end(),
                       [](const InspectedCode& code) { return code.as_declared(); });
  });
}

InspectionReport inspect(const std::vector<Spec>& specs, Device& device, const InspectOptions& options) {
  InspectionReport report;
  report.device = device.info();
  const std::vector<CodeJob> jobs = jobs_of(specs, device.info(), options);
  std::vector<std::vector<ReadCodeOfJob>> codes(jobs.size());
  std::mutex guard;
  Progress progress;
  progress.total = jobs.size();
  for_each_index(jobs.size(), [&](std::size_t j) {
    if (options.interrupted && *options.interrupted) return;
    const CodeJob& job = jobs[j];
    codes[j] = read(job, specs[job.spec], device, options);
    const std::lock_guard lock(guard);
    ++progress.done;
    progress.spec = job.spec;
    progress.what = fmt::format("{} [{}, {}]", specs[job.spec].operation.name, job.build->name, job.arch);
    if (options.progress) options.progress(progress);
  });
  for (std::size_t s = 0; s < specs.size(); ++s) {
    std::vector<std::vector<ReadCodeOfJob>> own;
    for (std::size_t j = 0; j < jobs.size(); ++j)
      if (jobs[j].spec == s) own.push_back(std::move(codes[j]));
    report.specs.push_back({&specs[s], arranged(own)});
  }
  report.complete = progress.done == jobs.size();
  return report;
}

}  // namespace semcheck
