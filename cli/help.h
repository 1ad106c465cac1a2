#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace semcheck {

/// What `--help` prints for the program or one of its subcommands.
std::string help_text(const CLI::App& app);

/// `semcheck run [options] SPEC...`
std::string usage_line(const CLI::App& app);

/// `-q, --quiet`, `--device DEVICE`: how an option or a positional is written.
std::string option_form(const CLI::Option& option);

/// What an option means, with the words that a positional takes and the value that holds when none is given.
std::string option_summary(const CLI::Option& option);

}  // namespace semcheck
