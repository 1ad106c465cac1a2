#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace semcheck::code {

/// The text with a blank for every comment.
std::string without_comments(std::string_view text);

/// The operands of an instruction: parts between commas that stand in no brackets.
std::vector<std::string_view> split_operands(std::string_view text);

/// A text without blanks at its ends.
std::string_view trim(std::string_view text);

/// The parts of `ld.global.v2.f32` between its points.
std::vector<std::string_view> parts_of(std::string_view opcode);

}  // namespace semcheck::code
