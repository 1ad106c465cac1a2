#include "core/report/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/report/wording.h"

namespace semcheck {

namespace {

std::size_t& group_of(const Result& result, Summary& summary) {
  if (!result.as_declared) return summary.not_as_declared;
  switch (result.verdict) {
    case Verdict::conforms: return summary.conform;
    case Verdict::breaks: return summary.break_as_declared;
    case Verdict::unavailable: return summary.unavailable;
    case Verdict::unchecked: return summary.unchecked;
    case Verdict::error: return summary.not_as_declared;
  }
  return summary.not_as_declared;
}

void add(const Result& result, Summary& summary) {
  ++summary.results;
  ++group_of(result, summary);
  const std::size_t cases = result.judgement.cases;
  if (cases == 0) return;
  summary.fewest_cases = summary.fewest_cases == 0 ? cases : std::min(summary.fewest_cases, cases);
  summary.most_cases = std::max(summary.most_cases, cases);
}

std::string cases_text(const Summary& summary) {
  if (summary.most_cases == 0) return "";
  if (summary.fewest_cases == summary.most_cases) return fmt::format(" · {} each", counted(summary.most_cases, "case"));
  return fmt::format(" · {} to {} each", with_separators(summary.fewest_cases), counted(summary.most_cases, "case"));
}

}  // namespace

Summary summarize(const RunReport& report) {
  Summary summary;
  for (const SpecReport& spec : report.specs) {
    std::set<std::string_view> variants;
    for (const Result& result : spec.results) {
      variants.insert(result.variant);
      add(result, summary);
    }
    summary.variants += variants.size();
    if (!spec.results.empty()) ++summary.specs;
  }
  return summary;
}

std::string summary_line(const RunReport& report) {
  const Summary s = summarize(report);
  std::string text;
  if (s.specs > 1) text += counted(s.specs, "spec") + ", ";
  text += counted(s.variants, "variant") + ", " + counted(s.results, "result") + ": ";
  if (s.conform > 0) text += fmt::format("{} conform, ", with_separators(s.conform));
  if (s.break_as_declared > 0) text += fmt::format("{} break as declared, ", with_separators(s.break_as_declared));
  if (s.unavailable > 0) text += fmt::format("{} unavailable, ", with_separators(s.unavailable));
  if (s.unchecked > 0) text += fmt::format("{} unchecked, ", with_separators(s.unchecked));
  return text + fmt::format("{} not as declared", with_separators(s.not_as_declared)) + cases_text(s);
}

}  // namespace semcheck
