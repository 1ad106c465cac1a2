#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/spec/diagnostic.h"
#include "core/spec/files.h"
#include "core/spec/matrix.h"
#include "core/spec/operations.h"
#include "core/spec/profiles.h"
#include "core/spec/rules.h"

namespace semcheck {

struct Operation {
  std::string name;
  OperationKind kind = OperationKind::max;
  Dtype dtype = Dtype::f32;     ///< of the result, and of every operand unless `operands` says otherwise
  std::vector<Dtype> operands;  ///< one for each operand; they differ only for integers of mixed signedness
  std::string summary;
};

struct Random {
  std::uint64_t count = 0;
  std::uint64_t seed = 1;
};

struct Inputs {
  std::vector<Matrix> matrices;
  Random random;
};

/// The obligations a variant is declared to break. Keys of `by_target` are build names and architectures (`sm_75`).
struct Breaks {
  ObligationSet otherwise;
  std::map<std::string, ObligationSet> by_target;
};

/// How a variant's text computes the result from the operands.
enum class VariantForm : std::uint8_t {
  expr,  ///< an expression
  body,  ///< statements that return the result
};

/// One way to implement the operation.
struct Variant {
  std::string name;
  VariantForm form = VariantForm::expr;
  std::string code;
  Span code_span;     ///< where the code's first character stands in the spec
  std::string needs;  ///< the oldest architecture that has it, "sm_80"; "" for any
  Breaks breaks;
};

/// One way to compile.
struct Build {
  std::string name = "default";
  std::vector<std::string> options;
  Span options_span;
  std::string arch;  ///< "" for the device's own (the interpreter's default: sm_90)
  Rules rules;       ///< the spec's rules with what this build may change
};

struct Spec {
  std::string path;  ///< the file it was read from, as found
  std::string text;  ///< the file's text, for excerpts in later messages
  Operation operation;
  Rules rules;
  ObligationSet laws;
  Inputs inputs;
  std::vector<Variant> variants;
  std::vector<Build> builds;  ///< never empty: without [[build]] one build `default`
};

/// Parses and validates a spec. On success every name in it is resolved (profile, matrices). On failure returns
/// nothing, and `diagnostics` holds every mistake of the file, in the order of the text.
std::optional<Spec> parse_spec(const SourceFile& file, const SearchPath& search, const std::vector<Profile>& profiles,
                               std::vector<Diagnostic>& diagnostics);

/// What `variant` is declared to break when compiled by `build` for `arch`: the entry of the build, else of the
/// architecture, else the default.
const ObligationSet& declared_breaks(const Variant& variant, const Build& build, const std::string& arch);

}  // namespace semcheck
