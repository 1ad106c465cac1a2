#include "cli/topics.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/shipped.h"
#include "cli/wrap.h"
#include "core/run/run.h"
#include "core/spec/inspection.h"
#include "core/spec/matrix.h"
#include "core/spec/operations.h"
#include "core/spec/profiles.h"
#include "core/spec/rules.h"
#include "core/spec/supplies.h"
#include "core/sweep/sweeps.h"
#include "core/values/spelling.h"

namespace semcheck {

namespace {

std::string text(std::string_view view) {
  return std::string(view);
}

/// A topic for each row of a table that has a name, a summary and a long text.
template <class Rows>
std::vector<Topic> topics_of(const Rows& rows) {
  std::vector<Topic> topics;
  topics.reserve(rows.size());
  for (const auto& row : rows)
    topics.push_back({text(row.name), text(row.summary), [&row] { return text(row.explanation) + "\n"; }});
  return topics;
}

std::vector<Topic> operations() {
  return topics_of(semcheck::operations());
}

std::string_view where_it_applies(Applies applies) {
  switch (applies) {
    case Applies::floating: return "of floating results";
    case Applies::floating_operand: return "of floating operands";
    case Applies::integer_operand: return "of integer operands";
    case Applies::rounding: return "of conversions that round";
    case Applies::everywhere: return "of every dtype";
  }
  return "";
}

std::string explain_rule(const ObligationRow& row) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const RuleValue& value : row.values) values.emplace_back(value.name, value.summary);
  const std::string kind = row.kind == ObligationKind::implicit_rule ? ", which always holds" : "";
  std::string explanation = fmt::format("a rule {}{}\n\n", where_it_applies(row.applies), kind);
  if (!values.empty()) explanation += aligned(values) + "\n";
  return explanation + text(row.explanation) + "\n";
}

std::vector<Topic> rules() {
  std::vector<Topic> topics;
  for (const ObligationRow& row : obligations())
    if (row.kind != ObligationKind::law)
      topics.push_back({text(row.name), text(row.summary), [&row] { return explain_rule(row); }});
  return topics;
}

std::vector<Topic> laws() {
  std::vector<Topic> topics;
  for (const ObligationRow& row : obligations())
    if (row.kind == ObligationKind::law)
      topics.push_back({text(row.name), text(row.summary), [&row] { return text(row.explanation) + "\n"; }});
  return topics;
}

std::string explain_dtype(const DtypeRow& row) {
  const Format& format = row.format;
  std::vector<std::pair<std::string, std::string>> lines = {{"bits", std::to_string(format.width)}};
  if (is_floating(format)) {
    lines.emplace_back("exponent bits", std::to_string(format.exponent_bits));
    lines.emplace_back("fraction bits", std::to_string(format.fraction_bits));
    lines.emplace_back("infinity", format.has_infinity ? "yes" : "no");
    lines.emplace_back("canonical NaN", hex(row.dtype, row.canonical_nan));
  }
  lines.emplace_back("CUDA type", text(row.cuda_type));
  return aligned(lines);
}

std::vector<Topic> dtypes() {
  std::vector<Topic> topics;
  topics.reserve(kDtypes.size());
  for (const DtypeRow& row : kDtypes)
    topics.push_back({text(row.name), text(row.summary), [&row] { return explain_dtype(row); }});
  return topics;
}

/// The rules that a profile states, a line each.
std::string stated_rules(const Profile& profile) {
  std::string rules;
  for (std::size_t i = 0; i < kRuleCount; ++i)
    if (profile.rules.allowed[i] != 0) rules += "  " + spell_rule(profile.rules, static_cast<Obligation>(i)) + "\n";
  const Dtype result = profile.results.empty() ? profile.dtypes.front() : profile.results.front();
  if (profile.rules.nan_canonical != 0)
    rules += fmt::format("  nan_canonical = \"{}\"\n", hex(result, profile.rules.nan_canonical));
  return rules;
}

std::string explain_profile(const Profile& profile) {
  std::vector<std::string> kinds, types, results;
  for (OperationKind kind : profile.operations) kinds.push_back(text(name(kind)));
  for (Dtype dtype : profile.dtypes) types.push_back(text(name(dtype)));
  for (Dtype dtype : profile.results) results.push_back(text(name(dtype)));
  std::vector<std::pair<std::string, std::string>> lines = {{"operations", fmt::format("{}", fmt::join(kinds, ", "))},
                                                            {"dtypes", fmt::format("{}", fmt::join(types, ", "))}};
  if (!results.empty()) lines.emplace_back("results", fmt::format("{}", fmt::join(results, ", ")));
  lines.emplace_back("source", profile.source);
  return aligned(lines) + "\n" + stated_rules(profile);
}

std::vector<Topic> profiles() {
  std::vector<Diagnostic> ignored;
  std::vector<Topic> topics;
  for (const Profile& profile : load_profiles(shipped_files(), ignored))
    topics.push_back({profile.name, profile.summary, [profile] { return explain_profile(profile); }});
  return topics;
}

std::string explain_matrix(const Matrix& matrix) {
  std::vector<std::pair<std::string, std::string>> lines = {{"file", as_written(matrix.path)}};
  if (!matrix.floating.empty()) lines.emplace_back("floating", fmt::format("{}", fmt::join(matrix.floating, " ")));
  if (!matrix.integer.empty()) lines.emplace_back("integer", fmt::format("{}", fmt::join(matrix.integer, " ")));
  for (const auto& [dtype, values] : matrix.exact)
    lines.emplace_back(text(name(dtype)), fmt::format("{}", fmt::join(values, " ")));
  const char* combined =
      matrix.combine == Combine::pairs ? "every ordered tuple of the values" : "every value with itself";
  lines.emplace_back("cases", combined);
  return aligned(lines);
}

std::vector<Topic> matrices() {
  namespace fs = std::filesystem;
  std::vector<Diagnostic> ignored;
  std::error_code none;
  std::vector<Topic> topics;
  for (const auto& entry : fs::directory_iterator(shipped_files().shipped / "matrices", none)) {
    const auto file = read_text_file(entry.path(), ignored);
    const auto matrix = file ? parse_matrix(*file, ignored) : std::nullopt;
    if (matrix) topics.push_back({matrix->name, matrix->summary, [m = *matrix] { return explain_matrix(m); }});
  }
  std::ranges::sort(topics, {}, &Topic::name);
  return topics;
}

std::vector<Topic> supplies() {
  return topics_of(kSupplies);
}

std::vector<Topic> sweeps() {
  return topics_of(kSweeps);
}

std::vector<Topic> draws() {
  std::vector<Topic> topics = topics_of(kDraws);
  for (std::size_t i = 0; i < kDraws.size(); ++i)
    topics[i].summary += fmt::format(" ({} of {} cases)", kDraws[i].share, kDrawShares);
  return topics;
}

std::vector<Topic> code_forms() {
  return topics_of(kCodeForms);
}

std::vector<Topic> verdict_topics() {
  return topics_of(verdicts());
}

std::vector<Topic> layer_topics() {
  return topics_of(layers());
}

}  // namespace

const std::vector<TopicTable>& topic_tables() {
  static const std::vector<TopicTable> tables = {
      {"operations", "operation", operations},
      {"rules", "rule", rules},
      {"laws", "law", laws},
      {"dtypes", "dtype", dtypes},
      {"profiles", "profile", profiles},
      {"matrices", "matrix", matrices},
      {"supplies", "supply", supplies},
      {"sweeps", "sweep", sweeps},
      {"draws", "draw", draws},
      {"forms", "code form", code_forms},
      {"verdicts", "verdict", verdict_topics},
      {"layers", "layer", layer_topics},
  };
  return tables;
}

}  // namespace semcheck
