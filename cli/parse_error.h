#pragma once

#include <CLI/CLI.hpp>

#include "cli/usage_error.h"

namespace semcheck {

/// What a failed parse of the command line means, in our words and with a suggestion.
UsageError usage_error(const CLI::ParseError& error, const CLI::App& app);

}  // namespace semcheck
