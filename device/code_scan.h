#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/spec/diagnostic.h"

namespace semcheck {

/// Why a piece of code cannot stand inside a function of a larger program.
struct CodeFault {
  std::size_t offset = 0;  ///< of the first offending character
  std::string message;
};

/// Looks for what would reach beyond the code's own function or move the compiler's line numbers: brackets that do not
/// match, a comment or literal without an end, a preprocessing directive, a backslash that joins the last line to the
/// next. Knows strings, raw strings, characters and comments; leaves everything else to the compiler.
std::optional<CodeFault> find_fault(std::string_view code);

/// Where the character at `offset` of a code stands, when its first character stands at `start`.
Span locate(std::string_view code, std::size_t offset, Span start);

}  // namespace semcheck
