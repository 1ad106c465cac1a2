#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/spec/compilation.h"
#include "core/spec/diagnostic.h"
#include "core/spec/files.h"
#include "core/spec/inspection.h"
#include "core/spec/matrix.h"
#include "core/spec/operations.h"
#include "core/spec/profiles.h"
#include "core/spec/rules.h"
#include "core/spec/strategies.h"
#include "core/spec/supplies.h"

namespace semcheck {

/// An operand that is a value of the spec: a bound of a clamp, a limit.
struct Constant {
  std::string_view name;
  Bits bits = 0;
};

struct Operation {
  std::string name;
  OperationKind kind = OperationKind::max;
  Dtype dtype = Dtype::f32;   ///< of every operand unless `operands` says otherwise
  Dtype result = Dtype::f32;  ///< `dtype` unless the operation returns a predicate, an index or another type
  /// One for each operand that comes with the cases; of row operations the dtype of the elements. They differ for
  /// integers of mixed signedness and for a select's condition.
  std::vector<Dtype> operands;
  std::vector<Constant>
      constants;  ///< the operands that do not come with the cases, in the order of the operation's row
  Relation relation = Relation::lt;                  ///< of `compare`
  GradientFrom gradient_from = GradientFrom::input;  ///< of `relu_grad`
  std::optional<Bits> slope;                         ///< of a leaky `relu`, in the result's dtype
  std::string summary;
};

/// The operation over one dtype, with as few operands as it may have and nothing stated.
Operation operation_over(OperationKind kind, Dtype dtype);

/// What a variant calls the operands that come with the cases, in order.
std::vector<std::string_view> operand_names(const Operation& operation);
RuleSubject subject_of(const Operation& operation);

/// The bits of the operands that come with a case: an operation has 2^input_bits() inputs.
int input_bits(const Operation& operation);
/// The most of them that an exhaustive sweep goes through.
inline constexpr int kMostInputBits = 32;

struct Random {
  std::uint64_t count = 0;
  std::uint64_t seed = 1;
};

/// The sweeps that a spec asks for.
struct SweepInputs {
  bool exhaustive = false;
  bool structured = false;
  std::uint64_t drawn = 0;  ///< cases of a random sweep
  friend bool operator==(const SweepInputs&, const SweepInputs&) = default;
};

struct Inputs {
  std::vector<Matrix> matrices;
  Random random;
  std::vector<Supply> supplies = {Supply::array};  ///< `array` is always among them, and first
  std::vector<std::uint32_t> sizes;                ///< elements of a row; empty for elementwise operations
  SweepInputs sweeps{};
};

/// The obligations a variant is declared to break. Keys of `by_target` are names of supplies, builds and paths, and
/// architectures (`sm_75`), or several of them at once: `literal/cubin`.
struct Breaks {
  ObligationSet otherwise;
  std::map<std::string, ObligationSet, std::less<>> by_target;
};

/// How a variant's text computes the result from the operands.
enum class VariantForm : std::uint8_t {
  expr,  ///< an expression; of a row operation, that of two elements, for `strategy`
  body,  ///< statements that return the result; of a row operation, the body of a kernel for one row
};

/// One way to implement the operation.
struct Variant {
  std::string name;
  VariantForm form = VariantForm::expr;
  std::string code;
  Span code_span;                            ///< where the code's first character stands in the spec
  std::string needs;                         ///< the oldest architecture that has it, "sm_80"; "" for any
  Strategy strategy = Strategy::sequential;  ///< of an `expr` of a row operation
  std::uint32_t block = 256;                 ///< threads that work on one row
  std::optional<Bits> identity;          ///< what every thread of a strategy starts from; nothing: its first element
  std::vector<CodeRequirement> inspect;  ///< what its code must look like
  Breaks breaks;
};

/// Threads that work on a row.
std::uint32_t threads_of(const Variant& variant);

/// One way to compile.
struct Build {
  std::string name = "default";
  FrontEnd front_end = FrontEnd::nvrtc;
  std::vector<std::string> options;
  Span options_span;
  std::optional<unsigned> ptxas_level;  ///< 0 to 3, of the path `cubin`; nothing for its own choice
  std::optional<unsigned> jit_level;    ///< 0 to 4, of the path `jit`
  std::string arch;                     ///< "" for the device's own (the interpreter's default: sm_90)
  Span arch_span;
  Rules rules;  ///< the spec's rules with what this build may change
};

/// Rules that hold only where all that it names is so; "" and nothing name nothing.
struct Guard {
  std::string arch;    ///< "sm_75"
  std::string path;    ///< "cubin", "jit" or "ptx"
  std::string build;   ///< its name
  std::string option;  ///< one of the build's options
  std::optional<Supply> supply;
  Rules rules;  ///< those it states, as masks
};

struct Spec {
  std::string path;  ///< the file it was read from, as found
  std::string text;  ///< the file's text, for excerpts in later messages
  Operation operation;
  Rules rules;
  std::vector<Guard> guards;
  ObligationSet laws;
  Inputs inputs;
  std::vector<Variant> variants;
  std::vector<Build> builds;  ///< never empty: without [[build]] one build `default`
};

/// Parses and validates a spec. On success every name in it is resolved (profile, matrices). On failure returns
/// nothing, and `diagnostics` holds every mistake of the file, in the order of the text.
std::optional<Spec> parse_spec(const SourceFile& file, const SearchPath& search, const std::vector<Profile>& profiles,
                               std::vector<Diagnostic>& diagnostics);

/// Where a kernel comes from, as far as guards and declared breaks ask.
struct Target {
  const Build& build;
  std::string arch;
  std::string_view path;
  Supply supply = Supply::array;
};

/// The rules of a build with those of the guards that hold for the target laid over them, in their order.
Rules rules_at(const Spec& spec, const Target& target);

/// What `variant` is declared to break at the target: the entry that names most of it, of as many parts the one of its
/// supply, else of the build, else of the path, else of the architecture; else the default.
const ObligationSet& declared_breaks(const Variant& variant, const Target& target);

}  // namespace semcheck
