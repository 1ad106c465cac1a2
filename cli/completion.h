#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace semcheck {

/// Completion scripts, made by walking the command line's own table of commands and options.
std::string bash_completion(const CLI::App& program);
std::string zsh_completion(const CLI::App& program);
std::string fish_completion(const CLI::App& program);

}  // namespace semcheck
