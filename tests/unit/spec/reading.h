#pragma once

#include <string>
#include <vector>

#include "core/spec/spec.h"

namespace semcheck {

inline SearchPath shipped() {
  return {SEMCHECK_SOURCE_DIR};
}

inline const std::vector<Profile>& shipped_profiles() {
  static const std::vector<Profile> profiles = [] {
    std::vector<Diagnostic> diagnostics;
    return load_profiles(shipped(), diagnostics);
  }();
  return profiles;
}

inline std::string render_all(const std::vector<Diagnostic>& diagnostics, const std::string& source) {
  std::string text;
  for (const Diagnostic& d : diagnostics) text += render(d, source);
  return text;
}

/// What is wrong with a spec, as a user sees it; "" for a spec without mistakes.
inline std::string spec_errors(const std::string& text) {
  std::vector<Diagnostic> diagnostics;
  const auto spec = parse_spec({"a.toml", text}, shipped(), shipped_profiles(), diagnostics);
  if (spec.has_value() != diagnostics.empty()) return "a spec is returned if and only if there is no diagnostic";
  return render_all(diagnostics, text);
}

inline std::string matrix_errors(const std::string& text) {
  std::vector<Diagnostic> diagnostics;
  const auto matrix = parse_matrix({"m.toml", text}, diagnostics);
  if (matrix.has_value() != diagnostics.empty()) return "a matrix is returned if and only if there is no diagnostic";
  return render_all(diagnostics, text);
}

/// The spec of a text that has no mistakes; an empty spec otherwise.
inline Spec spec_of(const std::string& text) {
  std::vector<Diagnostic> diagnostics;
  return parse_spec({"a.toml", text}, shipped(), shipped_profiles(), diagnostics).value_or(Spec());
}

/// A spec for max over `dtype` with these rules and one variant, its [rules] in line 5 and the lines after it.
inline std::string spec_with_rules(const std::string& dtype, const std::string& rules) {
  return "[operation]\nname = \"t\"\nkind = \"max\"\ndtype = \"" + dtype + "\"\n[rules]\n" + rules +
         "\n[[variant]]\nname = \"v\"\nexpr = \"x\"\n";
}

/// A spec for max over f32 that goes on with `rest` in line 5.
inline std::string spec_with(const std::string& rest) {
  return "[operation]\nname = \"t\"\nkind = \"max\"\ndtype = \"f32\"\n" + rest;
}

inline const std::string kOneVariant = "[[variant]]\nname = \"v\"\nexpr = \"x\"\n";

}  // namespace semcheck
