#include "cli/command_line.h"

#include <fmt/format.h>

namespace semcheck {

namespace {

void add_subcommand(CommandLine& line, const CommandRow& row) {
  CLI::App* command = line.app.add_subcommand(row.name, row.summary);
  command->set_help_flag("-h,--help", "show this help");
  if (*row.summary == '\0') command->group("");
  command->footer(row.examples);
  line.actions.push_back(row.add(*command, line.common));
}

}  // namespace

std::unique_ptr<CommandLine> make_command_line() {
  auto line = std::make_unique<CommandLine>();
  line->app.name("semcheck");
  line->app.description("check implementations of GPU operations against their contracts, bit for bit");
  line->app.set_help_flag("-h,--help", "show this help");
  line->app.set_version_flag("--version", "semcheck " SEMCHECK_VERSION)->description("show the version");
  line->app.footer(
      "semcheck run max_f32.toml\n"
      "semcheck explain signed_zero\n"
      "semcheck run --help");
  line->app.require_subcommand(1);
  for (const CommandRow& row : commands()) add_subcommand(*line, row);
  return line;
}

const Action& chosen_action(const CommandLine& line) {
  std::size_t i = 0;
  while (!line.app.got_subcommand(commands()[i].name)) ++i;
  return line.actions[i];
}

const CLI::App& innermost(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : *parsed.front();
}

std::vector<const CLI::App*> shown_subcommands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<const CLI::Option*> shown_options(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

std::vector<const CLI::Option*> shown_positionals(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::vector<std::string> dashed_names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

}  // namespace semcheck
