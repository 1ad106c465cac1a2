#pragma once

#include <string>
#include <string_view>

#include "core/spec/spec.h"

namespace semcheck {

/// What the log of NVRTC or nvcc says about a variant that did not compile.
struct CompilerMessage {
  std::string text;          ///< diagnostics with the spec's own lines, as render() makes them
  bool unavailable = false;  ///< the architecture lacks an instruction that the variant uses
};

/// Reads the log of a program that held this variant alone.
CompilerMessage explain_log(std::string_view log, const Spec& spec, const Variant& variant);

/// Why the assembler gave up, where it found no fault in any instruction; else "".
std::string assembler_fatal(std::string_view log);

}  // namespace semcheck
