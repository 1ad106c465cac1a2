#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string>

#include "cli/exit_code.h"
#include "cli/terminal.h"

namespace semcheck {

/// What a command does once its options are known.
using Action = std::function<ExitCode(const Terminal&)>;

/// The options that main reads itself.
struct CommonOptions {
  std::string color = "auto";
};

/// A subcommand: its word, one line about it, examples for its help, and the function that declares its options and
/// returns its action. A row with an empty summary is hidden from help, completion and manual.
struct CommandRow {
  const char* name;
  const char* summary;
  const char* examples;
  Action (*add)(CLI::App& command, CommonOptions& common);
};

/// All subcommands, in the order in which they are shown.
std::span<const CommandRow> commands();

Action add_run(CLI::App& command, CommonOptions& common);
Action add_merge(CLI::App& command, CommonOptions& common);
Action add_infer(CLI::App& command, CommonOptions& common);
Action add_inspect(CLI::App& command, CommonOptions& common);
Action add_check(CLI::App& command, CommonOptions& common);
Action add_probe(CLI::App& command, CommonOptions& common);
Action add_list(CLI::App& command, CommonOptions& common);
Action add_explain(CLI::App& command, CommonOptions& common);
Action add_doctor(CLI::App& command, CommonOptions& common);
Action add_completion(CLI::App& command, CommonOptions& common);
Action add_manual(CLI::App& command, CommonOptions& common);

}  // namespace semcheck
