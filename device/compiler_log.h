#pragma once

#include <string>
#include <string_view>

#include "core/spec/spec.h"

namespace semcheck {

/// What NVRTC's log says about a variant that did not compile.
struct CompilerMessage {
  std::string text;          ///< diagnostics with the spec's own lines, as render() makes them
  bool unavailable = false;  ///< the architecture lacks an instruction that the variant uses
};

/// Reads the log of a program that held this variant alone.
CompilerMessage explain_log(std::string_view log, const Spec& spec, const Variant& variant);

}  // namespace semcheck
