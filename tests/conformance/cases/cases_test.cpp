#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>

#include "core/reference/reference.h"
#include "core/run/run.h"
#include "core/values/spelling.h"
#include "device/devices.h"

// Faults that people reported in public, as specs: the rules are what the report wanted, one variant is what it saw,
// another is right. Lines such as `# seen: select (qnan, 1) -> 1, wanted qnan` hold the report's own operands and
// results.

namespace semcheck {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = SEMCHECK_SOURCE_DIR;
const fs::path kFolder = kSource / "tests/conformance/cases";

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kFolder))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Spec load_case(const std::string& name) {
  const SearchPath search{kSource};
  std::vector<Diagnostic> diagnostics;
  const std::vector<Profile> profiles = load_profiles(search, diagnostics);
  const auto file = read_text_file(kFolder / (name + ".toml"), diagnostics);
  std::optional<Spec> spec = file ? parse_spec(*file, search, profiles, diagnostics) : std::nullopt;
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += render(diagnostic, file ? file->text : "");
  if (!spec) throw std::runtime_error(text);
  return std::move(*spec);
}

/// What a report saw: the operands, or the elements of a row, what a variant made of them, and what was wanted.
struct Seen {
  std::string variant;
  std::vector<Bits> operands;
  Bits actual = 0;
  Bits wanted = 0;
};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// The text before the first `mark`, which is taken off `text` with it.
std::string_view take_until(std::string_view& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) throw std::runtime_error("no \"" + std::string(mark) + "\" in a `seen` line");
  const std::string_view before = text.substr(0, at);
  text.remove_prefix(at + mark.size());
  return trimmed(before);
}

Bits value_of(Dtype dtype, std::string_view text) {
  const auto bits = parse_value(dtype, trimmed(text));
  if (!bits) throw std::runtime_error(std::string(name(dtype)) + " cannot hold " + std::string(text));
  return *bits;
}

/// `qnan * 5` of a row stands for five of them.
std::size_t count_of(std::string_view& text) {
  const std::size_t star = text.find('*');
  if (star == std::string_view::npos) return 1;
  const std::string_view digits = trimmed(text.substr(star + 1));
  std::size_t count = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), count);
  text = text.substr(0, star);
  return count;
}

std::vector<Bits> operands_of(const Operation& operation, std::string_view list) {
  std::vector<Bits> operands;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view word = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    const std::size_t count = count_of(word);
    const bool is_row = is_row_operation(operation.kind);
    const Dtype dtype = operation.operands.at(is_row ? 0 : operands.size());
    operands.insert(operands.end(), count, value_of(dtype, word));
  }
  return operands;
}

Seen parse_seen(const Operation& operation, std::string_view line) {
  const bool is_row = is_row_operation(operation.kind);
  Seen seen;
  seen.variant = take_until(line, is_row ? "[" : "(");
  seen.operands = operands_of(operation, take_until(line, is_row ? "] ->" : ") ->"));
  seen.actual = value_of(operation.result, take_until(line, ", wanted"));
  seen.wanted = value_of(operation.result, line);
  return seen;
}

std::vector<Seen> all_seen(const Spec& spec) {
  constexpr std::string_view kMark = "# seen: ";
  std::vector<Seen> list;
  for (std::string_view text = spec.text; !text.empty();) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!line.starts_with(kMark)) continue;
    line.remove_prefix(kMark.size());
    list.push_back(parse_seen(spec.operation, line));
  }
  return list;
}

Cases only(const Operation& operation, const std::vector<Bits>& operands) {
  Cases cases;
  if (is_row_operation(operation.kind)) {
    cases.operands = {operands};
    cases.starts = {0, operands.size()};
    return cases;
  }
  for (Bits b : operands) cases.operands.push_back({b});
  return cases;
}

const Variant& variant_of(const Spec& spec, const std::string& name) {
  const auto same = [&](const Variant& variant) { return variant.name == name; };
  const auto found = std::find_if(spec.variants.begin(), spec.variants.end(), same);
  if (found == spec.variants.end()) throw std::runtime_error("no variant " + name);
  return *found;
}

Device& interpreter() {
  static const std::unique_ptr<Device> device = open_device({.name = "ptx"});
  return *device;
}

/// What a variant makes of one case.
Bits result_of(const Spec& spec, const Variant& variant, const std::vector<Bits>& operands) {
  const std::vector<Kernel> kernels =
      interpreter().compile({spec, spec.builds.front(), interpreter().info().arch, {&variant}});
  const std::vector<Execution> executions =
      interpreter().execute(kernels, spec.operation, only(spec.operation, operands), std::chrono::milliseconds{10000});
  const std::string error = kernels.front().error + executions.front().error;
  if (!error.empty()) throw std::runtime_error(error);
  return executions.front().results.front();
}

void expect_as_declared(const SpecReport& report) {
  for (const Result& result : report.results) {
    std::string breaks = result.error;
    for (std::string_view rule : names(result.breaks)) breaks += " " + std::string(rule);
    EXPECT_TRUE(result.as_declared) << result.variant << ": " << breaks;
  }
}

/// The variant gives what was seen, which the rules do not allow, and they allow what was wanted.
void expect_fault(const Spec& spec, const Seen& seen) {
  SCOPED_TRACE(seen.variant + " " + case_name(spec.operation, seen.operands));
  const Dtype dtype = spec.operation.result;
  const Variant& variant = variant_of(spec, seen.variant);
  EXPECT_EQ(hex(dtype, result_of(spec, variant, seen.operands)), hex(dtype, seen.actual));
  const Expected allowed = expected(spec.operation, choices(spec.builds.front().rules), seen.operands);
  EXPECT_TRUE(allows(format(dtype), allowed, seen.wanted)) << spell(dtype, allowed);
  EXPECT_FALSE(allows(format(dtype), allowed, seen.actual)) << spell(dtype, allowed);
}

class ReportedFault : public testing::TestWithParam<std::string> {};

TEST_P(ReportedFault, IsShownByOneVariantAndAnotherIsRight) {
  const std::vector<Spec> specs = {load_case(GetParam())};
  const RunReport report = run(specs, interpreter(), {});
  expect_as_declared(report.specs.front());
  const auto& results = report.specs.front().results;
  EXPECT_TRUE(std::any_of(results.begin(), results.end(),
                          [](const Result& result) { return result.verdict == Verdict::conforms; }));
  const std::vector<Seen> list = all_seen(specs.front());
  EXPECT_FALSE(list.empty()) << "no `seen` line";
  for (const Seen& seen : list) expect_fault(specs.front(), seen);
}

INSTANTIATE_TEST_SUITE_P(Public, ReportedFault, testing::ValuesIn(case_names()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace semcheck
