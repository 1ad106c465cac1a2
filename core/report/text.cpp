#include "core/report/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/report/advice.h"
#include "core/report/blame.h"
#include "core/report/columns.h"
#include "core/report/measurement.h"
#include "core/report/painter.h"
#include "core/report/printable.h"
#include "core/report/summary.h"
#include "core/report/sweep_text.h"
#include "core/report/text_blocks.h"
#include "core/report/wording.h"

namespace semcheck {

namespace {

struct Columns {
  std::size_t variant = 0;
  std::size_t label = 0;
};

/// How the whole report is written.
struct Page {
  Painter paint;
  Detail detail = Detail::normal;
  std::string_view arch;  ///< what is compiled for unless a build says otherwise
  bool several_compilers = false;
};

constexpr std::string_view kIndent = "        ";

void add_once(std::vector<std::string>& list, std::string word) {
  if (std::ranges::find(list, word) == list.end()) list.push_back(std::move(word));
}

/// The build of a result, with what tells it from its namesakes: an architecture that is not the usual one, and the
/// compiler where there are several.
std::string build_of(const Result& result, const Page& page) {
  std::vector<std::string> marks;
  if (result.arch != page.arch) marks.push_back(result.arch);
  if (page.several_compilers) marks.push_back(result.compiler);
  return marks.empty() ? result.build : fmt::format("{} ({})", result.build, fmt::join(marks, ", "));
}

/// `strict, fast_math · cubin, jit` when the block holds every path of these builds, else each `build/path`. Where the
/// block is about other supplies than `array`, these stand behind.
std::string label_of(const Block& block, const Page& page) {
  const bool array = is_of_array(block.first());
  std::vector<std::string> builds, paths, supplies, each;
  for (const Result* result : block.results) {
    const std::string build = build_of(*result, page);
    add_once(builds, build);
    add_once(paths, std::string(name(result->path)));
    add_once(supplies, result->supply);
    each.push_back(fmt::format("{}/{}{}{}", build, name(result->path), array ? "" : "/", array ? "" : result->supply));
  }
  if (builds.size() * paths.size() * supplies.size() != each.size()) return fmt::format("{}", fmt::join(each, ", "));
  const std::string behind = array ? "" : fmt::format(" · {}", fmt::join(supplies, ", "));
  return fmt::format("{} · {}{}", fmt::join(builds, ", "), fmt::join(paths, ", "), behind);
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t shown = width_of(text);
  return std::string(text) + std::string(width > shown ? width - shown : 0, ' ');
}

Columns columns_of(const std::vector<VariantBlocks>& variants, const Page& page) {
  Columns columns;
  for (const VariantBlocks& variant : variants) {
    columns.variant = std::max(columns.variant, width_of(variant.name));
    for (const Block& block : variant.blocks) columns.label = std::max(columns.label, width_of(label_of(block, page)));
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

/// The examples of what only sweeps show, or of everything.
std::string swept_examples_of(const Result& result, const Operation& operation, Detail detail, std::size_t width,
                              ObligationSet& shown) {
  const ObligationSet told = detail == Detail::all ? result.breaks : shown_by_sweeps_alone(result);
  std::string text;
  for (Obligation rule : told.items()) {
    if (!shows_examples(result, rule, detail, shown)) continue;
    for (const std::string& line : sweep_example_lines(operation, result, rule)) {
      text += fmt::format("{}{:<{}}  {}\n", kIndent, name(rule), width, line);
      shown.insert(rule);
    }
  }
  return text;
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
  text += swept_examples_of(result, operation, detail, width, shown);
  if (result.unmet.empty() || !shows_examples(result, Obligation::inspect, detail, shown)) return text;
  shown.insert(Obligation::inspect);
  for (const std::string& line : result.unmet)
    text += fmt::format("{}{:<{}}  {}\n", kIndent, name(Obligation::inspect), width, printable(line));
  return text;
}

std::string counts_of(const Result& result) {
  std::vector<std::string> counts;
  for (Obligation rule : result.judgement.breaks().items())
    counts.push_back(
        fmt::format("{} {}", name(rule), with_separators(result.judgement.count[static_cast<std::size_t>(rule)])));
  return fmt::format("{}mismatches {}\n", kIndent, fmt::join(counts, ", "));
}

/// The sweeps of a result: those that show what special cases do not, or all.
std::string sweeps_of(const Result& result, Detail detail) {
  std::string text;
  const ObligationSet shown_before = result.judgement.breaks();
  for (const Sweep& sweep : result.sweeps)
    if (detail == Detail::all || !(sweep.breaks() - shown_before).empty())
      text += fmt::format("{}{}\n", kIndent, printable(sweep_line(sweep, detail == Detail::all)));
  return text;
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
  const std::string label = page.paint.faint(padded(label_of(block, page), columns.label));
  std::string text = fmt::format("  {}  {}  {}  {}\n", mark(result, page.paint), padded(variant, columns.variant),
                                 label, printable(block.verdict));
  if (!was_judged(result)) return text + further_lines(result.error);
  if (!block.behaviour.empty()) text += fmt::format("{}{}\n", kIndent, block.behaviour);
  text += examples_of(result, operation, page.detail, shown);
  for (const std::string& line : block.blames) text += fmt::format("{}{}\n", kIndent, printable(line));
  if (page.detail == Detail::all && !result.judgement.breaks().empty()) text += counts_of(result);
  text += sweeps_of(result, page.detail);
  for (const std::string& line : measurement_lines(block.results)) text += fmt::format("{}{}\n", kIndent, line);
  return text;
}

/// The command that shows again what only a sweep has shown and nobody has declared.
std::string replay_text(const VariantBlocks& variant, const SpecReport& report, const Page& page) {
  for (const Block& block : variant.blocks)
    for (const Result* result : block.results) {
      if (result->as_declared || !was_judged(*result)) continue;
      const std::string command = replay_command(report, *result);
      if (!command.empty()) return fmt::format("{}{} {}\n", kIndent, page.paint.bold("replay:"), command);
    }
  return "";
}

std::string variant_text(const VariantBlocks& variant, const Columns& columns, const SpecReport& report,
                         const Page& page) {
  const Operation& operation = report.spec->operation;
  std::string text;
  bool failed = false;
  ObligationSet shown;
  for (const Block& block : variant.blocks) {
    failed = failed || !block.first().as_declared;
    if (page.detail == Detail::problems && block.first().as_declared) continue;
    text += block_text(block, variant.name, columns, operation, page, shown);
  }
  text += replay_text(variant, report, page);
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

/// What compiled each build, and the flags in effect.
std::string builds_text(const SpecReport& report, const Page& page) {
  const std::vector<CompiledBuild> builds = compiled_builds(report);
  std::size_t width = 0;
  for (const CompiledBuild& build : builds) width = std::max(width, width_of(build.build));
  std::string text;
  for (const CompiledBuild& build : builds) {
    const std::string arch = build.arch == page.arch ? "" : build.arch + ", ";
    text += page.paint.faint(
                fmt::format("  build {}  {}{}", padded(build.build, width), arch, printable(flags_line(build)))) +
            "\n";
  }
  return text;
}

/// Where builds and paths disagree although the same rules hold for them; where everything is shown, also where other
/// rules do.
std::string differences_text(const SpecReport& report, const Page& page) {
  std::string text;
  for (const Difference& difference : report.differences) {
    if (page.detail != Detail::all && !is_unexplained(report, difference)) continue;
    text += fmt::format("  {}  {}: {}\n{}{}\n", page.paint.yellow("diff"), report.results[difference.first].variant,
                        difference_line(report, difference), kIndent, printable(difference_blame(difference)));
  }
  return text;
}

std::string_view partial_text(const RunReport& report) {
  return report.out_of_time ? "time limit reached: the sweeps are not finished, and --resume goes on with them"
                            : "interrupted: this report is partial";
}

std::string spec_text(const SpecReport& report, const Page& of_report) {
  const Page page{of_report.paint, of_report.detail, of_report.arch, has_several_compilers(report)};
  if (report.results.empty() || (page.detail == Detail::problems && report.as_declared)) return "";
  const Operation& operation = report.spec->operation;
  std::string text =
      fmt::format("\n{}: {} {}, {} ({})\n", page.paint.bold(operation.name), name(operation.kind),
                  name(operation.dtype), counted(cases_of(report), "case"), printable(report.spec->path));
  if (page.detail == Detail::all) text += rules_text(*report.spec, false);
  text += rules_text(*report.spec, true);
  text += builds_text(report, page);
  const std::vector<VariantBlocks> variants = variants_of(report, page.detail);
  const Columns columns = columns_of(variants, page);
  for (const VariantBlocks& variant : variants) text += variant_text(variant, columns, report, page);
  for (const std::string& line : swept_lines(report)) text += fmt::format("  swept: {}\n", line);
  for (const std::string& line : not_swept_lines(report))
    text += fmt::format("  {} {}\n", page.paint.yellow("not swept:"), line);
  return text + differences_text(report, page);
}

}  // namespace

std::string text_report(const RunReport& report, const TextOptions& options) {
  const Page page{Painter(options.color), options.detail, report.device.arch, false};
  std::string text = printable(device_line(report.device)) + "\n";
  for (const SpecReport& spec : report.specs) text += spec_text(spec, page);
  if (!report.complete) text += "\n" + page.paint.yellow(partial_text(report)) + "\n";
  if (has_measurements(report)) text += "\nmeasured for information: no verdict depends on it\n";
  const std::string summary = summary_line(report);
  return text + "\n" + (report.as_declared() ? summary : page.paint.bold(summary)) + "\n";
}

}  // namespace semcheck
