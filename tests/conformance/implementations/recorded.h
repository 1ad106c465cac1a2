#pragma once

/// @file
/// Rows that recorders/ wrote: what functions of libraries and processors that are not at hand in every test run
/// returned. Each file in recorded/ begins with comment lines that give its row format and the versions recorded.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/values/dtype.h"

namespace semcheck {

/// One evaluation: `functions dtype operand… result`, with `dtype` replaced by `from>to` where the result has another
/// type than the operands.
struct RecordedRow {
  std::vector<std::string> functions;  ///< those that gave this result; a suffix such as `/1` names the way of calling
  std::string dtype;                   ///< of the operands
  std::string result_dtype;            ///< a dtype, or `b1` for a truth value
  std::vector<Bits> operands;
  std::optional<Bits> result;  ///< nothing where the function refused the operands (`error`)
};

/// The rows of tests/conformance/implementations/recorded/`name`.gz.
std::vector<RecordedRow> read_recorded(const std::string& name);

}  // namespace semcheck
