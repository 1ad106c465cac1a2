#include "core/report/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/report/advice.h"
#include "core/report/printable.h"
#include "core/report/summary.h"
#include "core/report/wording.h"

namespace semcheck {

namespace {

/// The results of one variant that read the same, whatever their build and path.
struct Block {
  std::vector<const Result*> results;
  std::string verdict;
  std::string behaviour;
  const Result& first() const { return *results.front(); }
};

/// The blocks of one variant, in the order in which they appear.
struct VariantBlocks {
  std::string_view name;
  std::vector<const Result*> results;
  std::vector<Block> blocks;
};

struct Columns {
  std::size_t variant = 0;
  std::size_t label = 0;
};

class Painter {
 public:
  explicit Painter(bool color) : color_(color) {}
  std::string bold(std::string_view text) const { return paint("1", text); }
  std::string faint(std::string_view text) const { return paint("2", text); }
  std::string red(std::string_view text) const { return paint("1;31", text); }
  std::string green(std::string_view text) const { return paint("32", text); }
  std::string yellow(std::string_view text) const { return paint("33", text); }

 private:
  std::string paint(std::string_view code, std::string_view text) const {
    return color_ ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
  }
  bool color_;
};

/// How the whole report is written.
struct Page {
  Painter paint;
  Detail detail = Detail::normal;
  std::string_view arch;  ///< what is compiled for unless a build says otherwise
};

constexpr std::string_view kIndent = "        ";

bool is_of_array(const Result& result) {
  return result.supply == name(Supply::array);
}

/// The verdict of a result; of `array` with how many supplies are alike, which have no line of their own.
std::string folded_verdict(const VariantBlocks& variant, const Result& result) {
  std::string verdict = verdict_line(result);
  if (!is_of_array(result) || !was_judged(result)) return verdict;
  const auto alike = std::ranges::count_if(variant.results, [&](const Result* other) {
    return other != &result && array_result(*other, variant.results) == &result && is_alike(*other, result);
  });
  return alike == 0 ? verdict : fmt::format("{}, {} {} alike", verdict, alike, alike == 1 ? "supply" : "supplies");
}

void add_to_blocks(VariantBlocks& variant, const SpecReport& spec, const Result& result) {
  const Result* array = array_result(result, variant.results);
  if (array && array != &result && is_alike(result, *array)) return;
  const std::string verdict = folded_verdict(variant, result);
  const std::string behaviour = behaviour_line(result, subject_of(spec.spec->operation));
  const auto same = std::ranges::find_if(variant.blocks, [&](const Block& b) {
    return b.verdict == verdict && b.behaviour == behaviour && b.first().error == result.error &&
           b.first().as_declared == result.as_declared && is_of_array(b.first()) == is_of_array(result);
  });
  if (same == variant.blocks.end())
    variant.blocks.push_back({{&result}, verdict, behaviour});
  else
    same->results.push_back(&result);
}

std::vector<VariantBlocks> variants_of(const SpecReport& spec) {
  std::vector<VariantBlocks> variants;
  for (const Result& result : spec.results) {
    auto variant = std::ranges::find(variants, std::string_view(result.variant), &VariantBlocks::name);
    if (variant == variants.end()) variant = variants.insert(variant, VariantBlocks{result.variant, {}, {}});
    variant->results.push_back(&result);
  }
  for (VariantBlocks& variant : variants)
    for (const Result* result : variant.results) add_to_blocks(variant, spec, *result);
  return variants;
}

void add_once(std::vector<std::string>& list, std::string word) {
  if (std::ranges::find(list, word) == list.end()) list.push_back(std::move(word));
}

std::string build_of(const Result& result, std::string_view usual_arch) {
  return result.arch == usual_arch ? result.build : fmt::format("{} ({})", result.build, result.arch);
}

/// `strict, fast_math · cubin, jit` when the block holds every path of these builds, else each `build/path`. Where the
/// block is about other supplies than `array`, these stand behind.
std::string label_of(const Block& block, std::string_view usual_arch) {
  const bool array = is_of_array(block.first());
  std::vector<std::string> builds, paths, supplies, each;
  for (const Result* result : block.results) {
    const std::string build = build_of(*result, usual_arch);
    add_once(builds, build);
    add_once(paths, std::string(name(result->path)));
    add_once(supplies, result->supply);
    each.push_back(fmt::format("{}/{}{}{}", build, name(result->path), array ? "" : "/", array ? "" : result->supply));
  }
  if (builds.size() * paths.size() * supplies.size() != each.size()) return fmt::format("{}", fmt::join(each, ", "));
  const std::string behind = array ? "" : fmt::format(" · {}", fmt::join(supplies, ", "));
  return fmt::format("{} · {}{}", fmt::join(builds, ", "), fmt::join(paths, ", "), behind);
}

/// Characters shown, for text whose only character beyond ASCII is `·`.
std::size_t shown_width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t shown = shown_width(text);
  return std::string(text) + std::string(width > shown ? width - shown : 0, ' ');
}

Columns columns_of(const std::vector<VariantBlocks>& variants, std::string_view usual_arch) {
  Columns columns;
  for (const VariantBlocks& variant : variants) {
    columns.variant = std::max(columns.variant, shown_width(variant.name));
    for (const Block& block : variant.blocks)
      columns.label = std::max(columns.label, shown_width(label_of(block, usual_arch)));
  }
  return columns;
}

std::string mark(const Result& result, const Painter& paint) {
  if (!result.as_declared) return paint.red("FAIL");
  const bool passed = result.verdict == Verdict::conforms || result.verdict == Verdict::breaks;
  return passed ? paint.green("ok  ") : paint.yellow("skip");
}

/// Whether the examples of a broken rule are worth their lines. What is not as declared is shown without the breaks
/// that are; a declared break is shown once for each variant.
bool shows_examples(const Result& result, Obligation rule, Detail detail, const ObligationSet& shown) {
  if (detail == Detail::all || !result.declared_breaks.contains(rule)) return true;
  return result.as_declared && !shown.contains(rule);
}

/// The kept examples of each broken rule, one of each where the break is declared.
std::string examples_of(const Result& result, const Operation& operation, Detail detail, ObligationSet& shown) {
  std::size_t width = 0;
  for (Obligation rule : result.breaks.items()) width = std::max(width, name(rule).size());
  std::string text;
  for (Obligation rule : result.breaks.items())
    for (const Mismatch& example : result.judgement.examples) {
      if (example.breaks != rule || !shows_examples(result, rule, detail, shown)) continue;
      text += fmt::format("{}{:<{}}  {}\n", kIndent, name(rule), width, example_line(operation, example));
      shown.insert(rule);
    }
  return text;
}

std::string counts_of(const Result& result) {
  std::vector<std::string> counts;
  for (Obligation rule : result.breaks.items())
    counts.push_back(
        fmt::format("{} {}", name(rule), with_separators(result.judgement.count[static_cast<std::size_t>(rule)])));
  return fmt::format("{}mismatches {}\n", kIndent, fmt::join(counts, ", "));
}

/// The lines of a message below its first, which stands behind the verdict.
std::string further_lines(std::string_view message) {
  std::string text;
  while (message.find('\n') != std::string_view::npos) {
    message.remove_prefix(message.find('\n') + 1);
    if (!message.empty()) text += fmt::format("{}{}\n", kIndent, printable(first_line(message)));
  }
  return text;
}

std::string block_text(const Block& block, std::string_view variant, const Columns& columns, const Operation& operation,
                       const Page& page, ObligationSet& shown) {
  const Result& result = block.first();
  const std::string label = page.paint.faint(padded(label_of(block, page.arch), columns.label));
  std::string text = fmt::format("  {}  {}  {}  {}\n", mark(result, page.paint), padded(variant, columns.variant),
                                 label, printable(block.verdict));
  if (!was_judged(result)) return text + further_lines(result.error);
  if (!block.behaviour.empty()) text += fmt::format("{}{}\n", kIndent, block.behaviour);
  text += examples_of(result, operation, page.detail, shown);
  if (page.detail == Detail::all && !result.breaks.empty()) text += counts_of(result);
  return text;
}

std::string variant_text(const VariantBlocks& variant, const Columns& columns, const Operation& operation,
                         const Page& page) {
  std::string text;
  bool failed = false;
  ObligationSet shown;
  for (const Block& block : variant.blocks) {
    failed = failed || !block.first().as_declared;
    if (page.detail == Detail::problems && block.first().as_declared) continue;
    text += block_text(block, variant.name, columns, operation, page, shown);
  }
  const std::string help = failed ? advice(variant.results) : "";
  return help.empty() ? text : text + fmt::format("{}{} {}\n", kIndent, page.paint.bold("help:"), help);
}

std::size_t cases_of(const SpecReport& spec) {
  std::size_t cases = 0;
  for (const Result& result : spec.results) cases = std::max(cases, result.judgement.cases);
  return cases;
}

/// The rules of the spec: all of them, or those whose values allow every result.
std::string rules_text(const Spec& spec, bool only_open) {
  std::vector<std::string> rules;
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const auto rule = static_cast<Obligation>(i);
    if (spec.rules[rule] != 0 && (!only_open || leaves_open(spec.rules, rule)))
      rules.push_back(spell_rule(spec.rules, rule));
  }
  if (rules.empty()) return "";
  return fmt::format("  {} {}\n", only_open ? "unchecked:" : "rules:", fmt::join(rules, ", "));
}

std::string spec_text(const SpecReport& report, const Page& page) {
  if (report.results.empty() || (page.detail == Detail::problems && report.as_declared)) return "";
  const Operation& operation = report.spec->operation;
  std::string text =
      fmt::format("\n{}: {} {}, {} ({})\n", page.paint.bold(operation.name), name(operation.kind),
                  name(operation.dtype), counted(cases_of(report), "case"), printable(report.spec->path));
  if (page.detail == Detail::all) text += rules_text(*report.spec, false);
  text += rules_text(*report.spec, true);
  const std::vector<VariantBlocks> variants = variants_of(report);
  const Columns columns = columns_of(variants, page.arch);
  for (const VariantBlocks& variant : variants) text += variant_text(variant, columns, operation, page);
  return text;
}

}  // namespace

std::string text_report(const RunReport& report, const TextOptions& options) {
  const Page page{Painter(options.color), options.detail, report.device.arch};
  std::string text = printable(device_line(report.device)) + "\n";
  for (const SpecReport& spec : report.specs) text += spec_text(spec, page);
  if (!report.complete) text += "\n" + page.paint.yellow("interrupted: this report is partial") + "\n";
  const std::string summary = summary_line(report);
  return text + "\n" + (report.as_declared() ? summary : page.paint.bold(summary)) + "\n";
}

}  // namespace semcheck
