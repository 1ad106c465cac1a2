#pragma once

#include <string>
#include <vector>

#include "core/run/inspect.h"

namespace semcheck {

/// `reduction (shuffle, shared memory)` and why, or `elementwise`.
std::string context_of(const CodeFacts& facts);
/// What makes code a reduction: `shuffle`, `barrier`, `shared memory`, `atomic`, `loop-carried accumulator`.
std::vector<std::string_view> combining(const CodeFacts& facts);

/// `chain of 3 FMNMX in R5`; "" where no instruction needs the result of one of its kind.
std::string chain_of(const Chain& chain);

/// `8 by 4, 16`: the bytes of global memory that an element takes, and the widths of the accesses.
std::string traffic_of(const CodeFacts& facts, bool store);

/// What tells the code apart from `other`: its variant, its build, or both: `ternary`, `ternary [strict]`.
std::string name_beside(const InspectedCode& code, const InspectedCode& other);

/// What is said once of all code that could not be read for the same reason, such as a disassembler that is missing.
struct Lack {
  std::string error;
  std::string help;
};
std::vector<Lack> lacks_of(const InspectionReport& report);

}  // namespace semcheck
