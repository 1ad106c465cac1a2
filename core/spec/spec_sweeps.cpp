#include <fmt/format.h>

#include <cmath>

#include "core/spec/case_count.h"
#include "core/spec/characters.h"
#include "core/spec/spec_parts.h"

namespace semcheck {
namespace {

constexpr std::array<std::string_view, 3> kSweepKeys = {"exhaustive", "structured", "sweep"};

std::uint64_t read_drawn(const TomlReader& reader, const toml::table& inputs) {
  const toml::node* node = inputs.get("sweep");
  if (node == nullptr) return 0;
  if (node->is_integer())
    return static_cast<std::uint64_t>(
        read_integer(reader, inputs, "sweep", 1, static_cast<std::int64_t>(kMostCases)).value_or(0));
  if (!node->is_string())
    reader.report(span_of(*node), "`sweep` must be a number of cases", "write 1000000, or \"10G\"");
  const auto text = node->is_string() ? read_string(reader, inputs, "sweep", kNameLimit) : std::nullopt;
  if (!text) return 0;
  CaseCount count = parse_case_count(text->value);
  if (!count.error.empty()) reader.report(text->span, std::move(count.error), std::move(count.help));
  return count.value;
}

/// Rows are not numbered: there are too many of every length.
void report_rows(const TomlReader& reader, const toml::table& inputs, const Operation& operation) {
  for (std::string_view key : kSweepKeys)
    if (inputs.contains(key))
      reader.report(key_span(inputs, key), fmt::format("`{}` does not apply to {}", key, name(operation.kind)),
                    "sweeps go through the inputs of operations element by element; rows come in the sizes of `sizes`");
}

void report_too_many(const TomlReader& reader, const toml::table& inputs, const Operation& operation) {
  constexpr int kDrawnBits = 40;  // 1T, about
  const int bits = input_bits(operation);
  if (bits <= kMostInputBits) return;
  reader.report(key_span(inputs, "exhaustive"),
                fmt::format("{} has 2^{} inputs, and an exhaustive sweep goes through 2^{} at most",
                            displayed(operation.name), bits, kMostInputBits),
                fmt::format("structured = true goes through the combinations of boundary patterns, sweep = \"1T\" "
                            "through about one input in 2^{}",
                            bits - kDrawnBits));
}

}  // namespace

SweepInputs read_sweeps(const TomlReader& reader, const toml::table* inputs, const Operation* operation) {
  SweepInputs sweeps;
  if (inputs == nullptr) return sweeps;
  sweeps.exhaustive = read_bool(reader, *inputs, "exhaustive").value_or(false);
  sweeps.structured = read_bool(reader, *inputs, "structured").value_or(false);
  sweeps.drawn = read_drawn(reader, *inputs);
  if (operation == nullptr) return sweeps;
  if (is_row_operation(operation->kind))
    report_rows(reader, *inputs, *operation);
  else if (sweeps.exhaustive)
    report_too_many(reader, *inputs, *operation);
  return sweeps;
}

}  // namespace semcheck
