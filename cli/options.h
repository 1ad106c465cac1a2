#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands/command.h"

namespace semcheck {

/// Adds an option with one value; given twice, the last one counts. `type` is its placeholder in the help, or its
/// values separated by '|', which are then the only ones it takes.
CLI::Option* add_value(CLI::App& command, const char* names, std::string& value, const char* type, const char* summary);

/// Adds an option that may be given several times, one value each.
CLI::Option* add_values(CLI::App& command, const char* names, std::vector<std::string>& values, const char* type,
                        const char* summary);

/// Adds `--color`.
void add_color(CLI::App& command, CommonOptions& common);

/// The values of a type "a|b|c"; empty for a placeholder.
std::vector<std::string> choices_of(std::string_view type);

/// Throws UsageError unless `value` is one of the choices of `type`.
void require_choice(std::string_view option, const std::string& value, std::string_view type);

/// Read the text of an option as a number in a range; throw UsageError when it is none.
std::uint64_t parse_count(std::string_view option, const std::string& text, std::uint64_t low, std::uint64_t high);
double parse_seconds(std::string_view option, const std::string& text, double low, double high);

/// The value of --timeout, given in seconds. Throws UsageError as parse_seconds() does.
std::chrono::milliseconds parse_timeout(const std::string& text);

}  // namespace semcheck
