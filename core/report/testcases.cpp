#include "core/report/testcases.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/report/blame.h"
#include "core/report/sweep_text.h"
#include "core/report/wording.h"
#include "core/sweep/sweeps.h"

namespace semcheck {

namespace {

bool has_requirements(const Spec& spec, const Result& result) {
  return std::ranges::any_of(spec.variants,
                             [&](const Variant& v) { return v.name == result.variant && !v.inspect.empty(); });
}

/// The obligations that a result is tested for: the rules it was held to, those that always hold, the laws, and
/// whatever broke.
ObligationSet tested(const Spec& spec, const Result& result) {
  const bool array = result.supply == name(Supply::array);
  ObligationSet set = result.breaks | result.declared_breaks;
  if (array) set = set | spec.laws;
  for (std::size_t i = 0; i < kRuleCount; ++i)
    if (result.rules.allowed[i] != 0) set.insert(static_cast<Obligation>(i));
  for (const ObligationRow& r : obligations())
    if (r.kind == ObligationKind::implicit_rule && r.obligation != Obligation::supply_invariant &&
        r.obligation != Obligation::inspect && applies_to(r.obligation, subject_of(spec.operation)))
      set.insert(r.obligation);
  if (array && has_requirements(spec, result)) set.insert(Obligation::inspect);
  if (!array) set.insert(Obligation::supply_invariant);
  return set;
}

void set_status(TestCase& test, CaseStatus status, std::string type, std::string message, std::string_view details) {
  test.status = status;
  test.type = std::move(type);
  test.message = std::move(message);
  test.content = test.message;
  if (!details.empty()) test.content += fmt::format("\n{}", details);
}

void set_no_result(TestCase& test, const Result& result) {
  std::string_view details = result.error;
  const std::string message = first_line(details);
  details.remove_prefix(std::min(details.size(), message.size() + 1));
  if (result.verdict == Verdict::error)
    set_status(test, CaseStatus::error, "NoResult", message, details);
  else
    set_status(test, CaseStatus::skipped, "", message.empty() ? "unavailable" : "unavailable: " + message, details);
}

/// Of what no special case shows.
std::string swept_break_message(const Result& result, Obligation broken) {
  std::uint64_t count = 0, cases = 0;
  for (const Sweep& sweep : result.sweeps) {
    count += sweep.count[static_cast<std::size_t>(broken)];
    cases += sweep.part.rules.cases;
  }
  const std::string of_all = fmt::format("{} of {}", with_separators(count), counted(cases, "swept case"));
  if (is_law(broken)) return fmt::format("{} does not hold in {}", name(broken), of_all);
  return fmt::format("{}: {} differ", name(broken), of_all);
}

std::string break_message(const Result& result, Obligation broken) {
  const std::size_t count = result.judgement.count[static_cast<std::size_t>(broken)];
  if (count == 0 && !result.sweeps.empty()) return swept_break_message(result, broken);
  if (broken == Obligation::inspect) return fmt::format("inspect: {} not met", counted(count, "requirement"));
  if (is_law(broken)) return fmt::format("{} does not hold for {}", name(broken), counted(count, "tuple"));
  return fmt::format("{}: {} of {} differ", name(broken), with_separators(count),
                     counted(result.judgement.cases, "case"));
}

void set_undeclared_break(TestCase& test, const SpecReport& report, const Result& result, Obligation broken) {
  std::string details;
  for (const Mismatch& example : result.judgement.examples)
    if (example.breaks == broken) details += example_line(report.spec->operation, example) + "\n";
  for (const std::string& line : sweep_example_lines(report.spec->operation, result, broken)) details += line + "\n";
  if (broken == Obligation::inspect)
    for (const std::string& line : result.unmet) details += line + "\n";
  for (const std::string& line : blame_lines(result, broken)) details += fmt::format("layer {}\n", line);
  if (broken != Obligation::inspect) details += behaviour_line(result, subject_of(report.spec->operation));
  set_status(test, CaseStatus::failure, "UndeclaredBreak", break_message(result, broken), details);
}

/// `, literal, NVRTC 12.9`: what tells the supplies and the compilers of one path apart.
std::string behind_path(const SpecReport& report, const Result& result) {
  const std::string supply = result.supply == name(Supply::array) ? "" : ", " + result.supply;
  return has_several_compilers(report) ? fmt::format("{}, {}", supply, result.compiler) : supply;
}

/// `supply_invariant` and `inspect` are checked whatever the rules allow, unless there is nothing to compare or to
/// read.
void set_skipped_if_unchecked(TestCase& test, const Result& result, Obligation obligation) {
  std::string why;
  if (obligation == Obligation::supply_invariant)
    why = result.not_compared;
  else if (obligation == Obligation::inspect)
    why = result.not_inspected;
  else if (result.verdict == Verdict::unchecked || leaves_open(result.rules, obligation))
    why = "the rules allow any result";
  if (!why.empty()) set_status(test, CaseStatus::skipped, "", "unchecked: " + why, "");
}

TestCase testcase(const SpecReport& report, const Result& result, Obligation obligation) {
  const bool declared = result.declared_breaks.contains(obligation);
  const bool broken = result.breaks.contains(obligation);
  TestCase test;
  test.classname = fmt::format("semcheck.{}.{}", report.spec->operation.name, result.variant);
  test.name =
      fmt::format("{} [{}/{}{}]", name(obligation), result.build, name(result.path), behind_path(report, result));
  if (!was_judged(result))
    set_no_result(test, result);
  else if (broken && !declared)
    set_undeclared_break(test, report, result, obligation);
  else if (declared && !broken)
    set_status(test, CaseStatus::failure, "DeclaredBreakMissing",
               fmt::format("declared to break {}, but did not", name(obligation)), "");
  else if (!broken)
    set_skipped_if_unchecked(test, result, obligation);
  return test;
}

/// How far a sweep came; what it shows to be broken is in the testcases of the rules.
TestCase sweep_testcase(const SpecReport& report, const Result& result, const Sweep& sweep) {
  TestCase test;
  test.classname = fmt::format("semcheck.{}.{}", report.spec->operation.name, result.variant);
  const std::string_view kind = sweep.total > 0 ? name(sweep.space.kind) : "";
  test.name = fmt::format("sweep{}{}{}{} [{}/{}{}]", kind.empty() ? "" : " ", kind, sweep.supplied.empty() ? "" : ", ",
                          sweep.supplied, result.build, name(result.path), behind_path(report, result));
  if (!sweep.not_swept.empty())
    set_status(test, CaseStatus::skipped, "", "not swept: " + sweep.not_swept, "");
  else if (!sweep.error.empty())
    set_status(test, CaseStatus::error, "NoResult", first_line(sweep.error), sweep.error);
  else if (!sweep.is_finished())
    set_status(test, CaseStatus::skipped, "", "not finished: " + sweep_line(sweep, false), "");
  return test;
}

}  // namespace

std::vector<TestCase> testcases(const SpecReport& report) {
  std::vector<TestCase> tests;
  for (const Result& result : report.results)
    for (Obligation obligation : tested(*report.spec, result).items())
      tests.push_back(testcase(report, result, obligation));
  for (const Result& result : report.results)
    for (const Sweep& sweep : result.sweeps) tests.push_back(sweep_testcase(report, result, sweep));
  return tests;
}

}  // namespace semcheck
