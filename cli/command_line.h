#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <vector>

#include "cli/commands/command.h"

namespace semcheck {

/// The whole command line: the table of options that parsing, help, completion and the manual are made from.
struct CommandLine {
  CLI::App app;
  CommonOptions common;
  /// The action of each subcommand, in the order of commands().
  std::vector<Action> actions;
};

std::unique_ptr<CommandLine> make_command_line();

/// The action of the subcommand that was parsed.
const Action& chosen_action(const CommandLine& line);

/// The innermost command that was parsed: a subcommand, or the program itself.
const CLI::App& innermost(const CLI::App& app);

/// The subcommands, options and positionals that a user is shown, in the order of their definition.
std::vector<const CLI::App*> shown_subcommands(const CLI::App& app);
std::vector<const CLI::Option*> shown_options(const CLI::App& app);
std::vector<const CLI::Option*> shown_positionals(const CLI::App& app);

/// `-q`, `--quiet`: an option's names with their dashes, the short ones first.
std::vector<std::string> dashed_names(const CLI::Option& option);

}  // namespace semcheck
