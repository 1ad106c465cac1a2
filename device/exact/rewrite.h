#pragma once

#include <string>
#include <string_view>

namespace semcheck {

/// A program over exact types, of one over the compiler's: floating literals are patterns, and what declares the types
/// is included first. Everything else stays in its place, and every line on its own.
std::string exact_program(std::string_view program);

}  // namespace semcheck
