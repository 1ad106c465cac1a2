#include "core/run/code_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace semcheck {
namespace {

std::string times(std::size_t count) {
  return fmt::format("{} time{}", count, count == 1 ? "" : "s");
}

std::string spell_bound(const OpcodeBound& bound) {
  if (!bound.most) return fmt::format("required at least {}", bound.least);
  if (bound.least == *bound.most) return fmt::format("required {}", bound.least);
  if (bound.least == 0) return fmt::format("allowed {}", *bound.most);
  return fmt::format("required {} to {}", bound.least, *bound.most);
}

std::string spell_forms(const std::vector<CodeForm>& forms) {
  std::string text;
  for (const CodeForm form : forms) text += fmt::format("{}{}", text.empty() ? "" : " or ", name(form));
  return text;
}

std::size_t count_of(const CodeFacts& facts, const std::string& opcode) {
  std::size_t count = 0;
  for (const auto& [instruction, n] : facts.opcodes)
    if (is_one_of(instruction, opcode)) count += n;
  return count;
}

/// A count that the machine code may not state.
void check_most(std::string_view what, std::optional<std::uint32_t> count, std::optional<std::uint32_t> most,
                std::vector<std::string>& lines) {
  if (!most || (count && *count <= *most)) return;
  lines.push_back(count ? fmt::format("{} {}, allowed {}", *count, what, *most)
                        : fmt::format("the code does not state its {}, allowed {}", what, *most));
}

void check(CodeLanguage language, std::string_view arch, const Variant& variant, const Inspection* read,
           CodeCheck& into) {
  const CodeRequirement* requirement = requirement_for(variant.inspect, language, arch);
  if (requirement == nullptr) return;
  if (read == nullptr) {
    into.complete = false;
    return;
  }
  if (!read->facts) {
    into.not_inspected += fmt::format("{}{}: {}", into.not_inspected.empty() ? "" : "; ", title(language), read->error);
    return;
  }
  ++into.checked;
  for (std::string& line : unmet(*requirement, *read->facts)) into.unmet.push_back(std::move(line));
}

bool is_required_of(CodeLanguage language, const Variant& variant, std::string_view arch) {
  return requirement_for(variant.inspect, language, arch) != nullptr;
}

/// The code of the variants of a build that have requirements, each language read once.
class Codes {
 public:
  Codes(const BuildOfSpec& compiled, Device& device) : compiled_(compiled), device_(device) {}

  void read(std::span<const Kernel> kernels) {
    std::vector<Kernel> wanted;
    for (const Kernel& kernel : kernels)
      if (kernel.feed == Feed{} && !kernel.variant->inspect.empty() &&
          find(*kernel.variant, language_of(kernel.path)) == nullptr)
        wanted.push_back(kernel);
    const std::vector<Inspection> inspections = device_.inspect(wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const Kernel& kernel = wanted[i];
      if (find(*kernel.variant, language_of(kernel.path)) != nullptr) continue;
      codes_.push_back({kernel.variant, language_of(kernel.path), inspections[i]});
      if (!kernel.image) codes_.back().inspection = {std::nullopt, "there is none: " + first_line_of(kernel.error), ""};
    }
  }

  /// Compiles to machine code what has requirements on it and is not among the kernels of the device.
  void read_missing_machine_code() {
    std::vector<const Variant*> variants;
    for (const Variant& variant : compiled_.spec.variants)
      if (is_required_of(CodeLanguage::sass, variant, compiled_.arch) && find(variant, CodeLanguage::ptx) != nullptr &&
          find(variant, CodeLanguage::sass) == nullptr)
        variants.push_back(&variant);
    if (variants.empty()) return;
    read(device_.compile(
        {compiled_.spec, compiled_.build, compiled_.arch, variants, {Feed{}}, compiled_.toolkit, {Path::cubin}}));
  }

  ReadCode code_of(const Variant& variant, Path path) const {
    // What the driver's compiler makes is not at hand.
    const bool machine_code = path != Path::jit;
    return {find(variant, CodeLanguage::ptx), machine_code ? find(variant, CodeLanguage::sass) : nullptr};
  }

 private:
  struct Entry {
    const Variant* variant;
    CodeLanguage language;
    Inspection inspection;
  };

  static CodeLanguage language_of(Path path) { return path == Path::cubin ? CodeLanguage::sass : CodeLanguage::ptx; }
  static std::string first_line_of(const std::string& text) { return text.substr(0, text.find('\n')); }

  const Inspection* find(const Variant& variant, CodeLanguage language) const {
    for (const Entry& entry : codes_)
      if (entry.variant == &variant && entry.language == language) return &entry.inspection;
    return nullptr;
  }

  const BuildOfSpec& compiled_;
  Device& device_;
  std::vector<Entry> codes_;
};

bool has_verdict(const Result& result) {
  return result.verdict != Verdict::error && result.verdict != Verdict::unavailable;
}

void add_to(Result& result, CodeCheck check) {
  const bool complete = check.complete && check.not_inspected.empty();
  result.unmet = std::move(check.unmet);
  result.not_inspected = std::move(check.not_inspected);
  if (!result.unmet.empty()) {
    result.breaks.insert(Obligation::inspect);
    result.judgement.count[static_cast<std::size_t>(Obligation::inspect)] = result.unmet.size();
    result.judgement.mismatches += result.unmet.size();
    result.verdict = Verdict::breaks;
  } else if (!complete) {
    result.declared_breaks = result.declared_breaks - ObligationSet{Obligation::inspect};
  }
  result.as_declared = result.breaks == result.declared_breaks;
}

}  // namespace

std::vector<std::string> unmet(const CodeRequirement& requirement, const CodeFacts& facts) {
  std::vector<std::string> lines;
  const std::string_view code = title(requirement.language);
  const std::vector<CodeForm>& forms = requirement.forms;
  if (!forms.empty() && std::find(forms.begin(), forms.end(), facts.form) == forms.end())
    lines.push_back(fmt::format("{} form is {}, required {}", code, name(facts.form), spell_forms(forms)));
  for (const OpcodeBound& bound : requirement.opcodes) {
    const std::size_t count = count_of(facts, bound.opcode);
    if (count < bound.least || count > bound.most.value_or(static_cast<std::uint32_t>(-1)))
      lines.push_back(fmt::format("{} stands {}, {}", bound.opcode, times(count), spell_bound(bound)));
  }
  check_most(fmt::format("instructions of {}", code), static_cast<std::uint32_t>(facts.instructions),
             requirement.most_instructions, lines);
  check_most("registers", facts.registers, requirement.most_registers, lines);
  check_most("spilled bytes", facts.spilled, requirement.most_spilled, lines);
  return lines;
}

CodeCheck check_code(const Variant& variant, std::string_view arch, const ReadCode& code) {
  CodeCheck result;
  check(CodeLanguage::ptx, arch, variant, code.ptx, result);
  check(CodeLanguage::sass, arch, variant, code.sass, result);
  if (result.checked > 0 || !result.not_inspected.empty()) return result;
  result.not_inspected = result.complete ? fmt::format("nothing is required of this code for {}", arch)
                                         : "SASS is not at hand on this path";
  return result;
}

void check_requirements(const BuildOfSpec& compiled, std::span<const Kernel> kernels, Device& device,
                        std::vector<Result>& results) {
  const std::vector<Variant>& variants = compiled.spec.variants;
  if (std::all_of(variants.begin(), variants.end(), [](const Variant& v) { return v.inspect.empty(); })) return;
  Codes codes(compiled, device);
  codes.read(kernels);
  const bool interpreted =
      std::any_of(results.begin(), results.end(), [](const Result& r) { return r.path == Path::ptx; });
  if (interpreted) codes.read_missing_machine_code();
  for (Result& result : results) {
    const auto variant =
        std::find_if(variants.begin(), variants.end(), [&](const Variant& v) { return v.name == result.variant; });
    if (!has_verdict(result) || variant->inspect.empty()) continue;
    if (result.supply == name(Supply::array)) {
      add_to(result, check_code(*variant, compiled.arch, codes.code_of(*variant, result.path)));
    } else {
      result.declared_breaks = result.declared_breaks - ObligationSet{Obligation::inspect};
      result.as_declared = result.breaks == result.declared_breaks;
    }
  }
}

}  // namespace semcheck
