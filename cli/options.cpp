#include "cli/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "cli/usage_error.h"
#include "core/spec/diagnostic.h"

namespace semcheck {

namespace {

/// What is wrong with a value, for CLI11: nothing, or that there is none.
std::string refuse_empty(const std::string& value) {
  return value.empty() ? "needs a value" : "";
}

}  // namespace

CLI::Option* add_value(CLI::App& command, const char* names, std::string& value, const char* type,
                       const char* summary) {
  return command.add_option(names, value, summary)
      ->type_name(type)
      ->default_str(value)
      ->take_last()
      ->check(refuse_empty);
}

CLI::Option* add_values(CLI::App& command, const char* names, std::vector<std::string>& values, const char* type,
                        const char* summary) {
  return command.add_option(names, values, summary)->type_name(type)->allow_extra_args(false);
}

void add_color(CLI::App& command, CommonOptions& common) {
  add_value(command, "--color", common.color, "auto|always|never", "whether to use colour; auto asks the terminal");
}

std::vector<std::string> choices_of(std::string_view type) {
  std::vector<std::string> choices;
  while (type.find('|') != std::string_view::npos) {
    choices.emplace_back(type.substr(0, type.find('|')));
    type.remove_prefix(type.find('|') + 1);
  }
  if (!choices.empty()) choices.emplace_back(type);
  return choices;
}

void require_choice(std::string_view option, const std::string& value, std::string_view type) {
  const std::vector<std::string> choices = choices_of(type);
  if (std::ranges::find(choices, value) != choices.end()) return;
  std::string help = did_you_mean(value, {choices.begin(), choices.end()});
  if (help.empty()) help = fmt::format("one of {}", fmt::join(choices, ", "));
  throw UsageError(fmt::format("{}: unknown value \"{}\"", option, value), help);
}

std::uint64_t parse_count(std::string_view option, const std::string& text, std::uint64_t low, std::uint64_t high) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= low && value <= high) return value;
  throw UsageError(fmt::format("{}: \"{}\" is not a whole number from {} to {}", option, text, low, high));
}

double parse_seconds(std::string_view option, const std::string& text, double low, double high) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= low && value <= high) return value;
  throw UsageError(fmt::format("{}: \"{}\" is not a number of seconds from {} to {}", option, text, low, high));
}

std::chrono::milliseconds parse_timeout(const std::string& text) {
  const std::chrono::duration<double> seconds(parse_seconds("--timeout", text, 0.001, 86400));
  return std::chrono::duration_cast<std::chrono::milliseconds>(seconds);
}

}  // namespace semcheck
