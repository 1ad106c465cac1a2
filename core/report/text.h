#pragma once

#include <string>

#include "core/run/run.h"

namespace semcheck {

/// How much a text report says.
enum class Detail : std::uint8_t {
  problems,  ///< what is not as declared, and the summary
  normal,    ///< a line a variant, and the smallest case of each broken rule
  all,       ///< every kept example, counts, and the rules of each spec
};

struct TextOptions {
  Detail detail = Detail::normal;
  bool color = false;  ///< ANSI escape sequences
};

/// The report of a run for a person at a terminal.
std::string text_report(const RunReport& report, const TextOptions& options);

}  // namespace semcheck
