#include "cli/help.h"

#include <fmt/format.h>

#include "cli/command_line.h"
#include "cli/options.h"
#include "cli/wrap.h"

namespace semcheck {

namespace {

constexpr std::size_t kColumn = 28;

/// A name and its text in two columns; a long name stands on a line of its own.
std::string row_text(const std::string& name, const std::string& text) {
  std::string result = "  " + name;
  bool first = name.size() + 4 <= kColumn;
  if (!first) result += "\n";
  for (const std::string& line : wrapped(text, kLineWidth - kColumn)) {
    const std::size_t used = first ? name.size() + 2 : 0;
    result += std::string(kColumn - used, ' ') + line + "\n";
    first = false;
  }
  return result;
}

std::string option_row(const CLI::Option& option) {
  return row_text(option_form(option), option_summary(option));
}

std::string section(std::string_view title, const std::string& body) {
  return body.empty() ? "" : fmt::format("\n{}:\n{}", title, body);
}

std::string indented(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    result += fmt::format("  {}\n", text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name() : full_name(*app.get_parent()) + " " + app.get_name();
}

}  // namespace

std::string option_form(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true, false) + (option.get_expected_max() > 1 ? "..." : "");
  std::string form = fmt::format("{}", fmt::join(dashed_names(option), ", "));
  return option.get_type_size() == 0 || option.get_type_name().empty() ? form : form + " " + option.get_type_name();
}

std::string option_summary(const CLI::Option& option) {
  std::string summary = option.get_description();
  const std::vector<std::string> choices = choices_of(option.get_type_name());
  if (option.get_positional() && !choices.empty()) summary += fmt::format(": {}", fmt::join(choices, ", "));
  const std::string value = option.get_default_str();
  return value.empty() ? summary : fmt::format("{} [{}]", summary, value);
}

std::string usage_line(const CLI::App& app) {
  std::string line = full_name(app);
  if (!shown_options(app).empty()) line += " [options]";
  if (!shown_subcommands(app).empty()) line += " COMMAND";
  for (const CLI::Option* option : shown_positionals(app)) line += " " + option_form(*option);
  return line;
}

std::string help_text(const CLI::App& app) {
  std::string positionals, options, subcommands;
  for (const CLI::Option* option : shown_positionals(app)) positionals += option_row(*option);
  for (const CLI::Option* option : shown_options(app)) options += option_row(*option);
  for (const CLI::App* command : shown_subcommands(app))
    subcommands += row_text(command->get_name(), command->get_description());
  return fmt::format("{}: {}\n\nusage: {}\n", full_name(app), app.get_description(), usage_line(app)) +
         section("arguments", positionals) + section("commands", subcommands) + section("options", options) +
         section("examples", indented(app.get_footer()));
}

}  // namespace semcheck
