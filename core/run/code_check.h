#pragma once

/// @file
/// The requirements on the code of a variant, held against what its code is.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/run.h"

namespace semcheck {

/// What a requirement states that the code does not meet, a line each: `SASS form is compare_select, required direct`.
/// @param facts  in the requirement's language
std::vector<std::string> unmet(const CodeRequirement& requirement, const CodeFacts& facts);

/// The code of a kernel as it was read; null where there is none to check.
struct ReadCode {
  const Inspection* ptx = nullptr;
  const Inspection* sass = nullptr;
};

/// What came of the requirements on one kernel's code.
struct CodeCheck {
  std::size_t checked = 0;  ///< languages whose requirements were checked
  bool complete = true;     ///< false where machine code has requirements and is not at hand on this path
  std::vector<std::string> unmet;
  std::string not_inspected;  ///< why requirements were not checked; "" when all that there are were
};
CodeCheck check_code(const Variant& variant, std::string_view arch, const ReadCode& code);

/// What a build made for one architecture with one toolkit.
struct BuildOfSpec {
  const Spec& spec;
  const Build& build;
  std::string arch;
  std::size_t toolkit = 0;
};

/// Holds the code of variants with requirements against them, and lets what is unmet break `inspect`. Only `array` is
/// checked: PTX on every path, SASS on `cubin` and, compiled for that, on `ptx`, since the interpreter runs what ptxas
/// would be given.
/// @param kernels  of the build, among them those of `array`
void check_requirements(const BuildOfSpec& compiled, std::span<const Kernel> kernels, Device& device,
                        std::vector<Result>& results);

}  // namespace semcheck
