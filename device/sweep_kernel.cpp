#include "device/sweep_kernel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "core/judge/held_to.h"
#include "core/judge/law_context.h"
#include "device/kernel_source.h"
#include "device/supply_kernel.h"

namespace semcheck {
namespace {

/// Up to so many readings are compared with a result one after the other; of more there is a loop.
constexpr std::size_t kMostUnrolled = 6;

// Values as initialisers, which name no member. A `Numbered` is converted to the member's enumeration.

template <class Enumeration>
std::string numbered(Enumeration value) {
  return fmt::format("Numbered{{{}}}", static_cast<unsigned>(value));
}

std::string literal(Bits bits) {
  return fmt::format("0x{:x}ull", bits);
}

std::string literal(const Format& f) {
  return fmt::format("Format{{{}, {}, {}, {}, {}}}", numbered(f.kind), f.width, f.exponent_bits, f.fraction_bits,
                     f.has_infinity);
}

template <class T, std::size_t kCount>
std::string literals(const T (&values)[kCount]) {
  std::vector<std::string> texts;
  for (const T& value : values) texts.push_back(literal(value));
  return fmt::format("{{{}}}", fmt::join(texts, ", "));
}

std::string literal(const Elementwise& op) {
  return fmt::format("Elementwise{{{}, {}, {}, {}, {}, {}, {}, {}, {}, {}}}", numbered(op.kind), literal(op.result),
                     literals(op.operands), op.count, op.has_constants, literals(op.constants), numbered(op.relation),
                     numbered(op.gradient_from), op.has_slope, literal(op.slope));
}

std::string literal(const Space& space) {
  return fmt::format("Space{{{}, {}, {}, {}, {}, {}, {}, {}, {}}}", numbered(space.kind), space.operands,
                     literals(space.formats), literal(space.seed), literal(space.drawn), space.by_value,
                     space.value_count, literals(space.values), literal(space.side));
}

struct AnyValue {
  template <class T>
  operator T() const;  // NOLINT(google-explicit-constructor)
};
template <class T, std::size_t... kMember>
constexpr bool has_members(std::index_sequence<kMember...>) {
  return requires {
    T{(static_cast<void>(kMember), AnyValue{})...};
  };
}
template <class T, std::size_t kCount = 1>
constexpr std::size_t member_count() {
  if constexpr (has_members<T>(std::make_index_sequence<kCount + 1>()))
    return member_count<T, kCount + 1>();
  else
    return kCount;
}

/// All members of a reading but the last are enumerations of one byte each.
std::string literal(const Choice& choice) {
  constexpr std::size_t values = member_count<Choice>() - 1;
  static_assert(offsetof(Choice, nan_canonical) == (values + alignof(Bits) - 1) / alignof(Bits) * alignof(Bits));
  unsigned char bytes[values];
  std::memcpy(bytes, &choice, values);
  std::string text = "Choice{";
  for (unsigned char value : bytes) text += numbered(value) + ", ";
  return text + literal(choice.nan_canonical) + "}";
}

std::string literal(const LawContext& context) {
  return fmt::format("LawContext{{NumberOrder{{{}, {}}}, {}, {}}}", literal(context.order.format),
                     context.order.may_flush, context.is_minimum, context.nan_bits_fixed);
}

/// Whether the reference of an operation is so long that it is no use inlining it.
constexpr bool is_long(OperationKind kind) {
  return kind == OperationKind::fma_relu;
}

/// How the functions of `Swept` go through the readings.
std::string reading_functions(OperationKind kind, std::size_t readings) {
  std::string list;
  for (std::size_t r = 0; r < readings; ++r) list += fmt::format(", kReading{}", r);
  const bool loop = readings > (is_long(kind) ? 0 : kMostUnrolled);
  const auto begin = [&](std::string_view function) {
    return loop ? fmt::format("{}_of_all<kOperation>(kReadings, {}, ", function, readings)
                : fmt::format("semcheck::{}<kOperation{}>(", function, list);
  };
  return fmt::format(
      "  static unsigned verdict(const Bits* operands, Bits actual) {{ return {}operands, actual); }}\n"
      "  static Bits twin_term(const Bits* operands, Bits index) {{ return {}operands, index); }}\n",
      begin("verdict"), begin("twin_term"));
}

// A variable that is initialised by an address would be beyond the interpreter.
constexpr std::string_view kContractFunction =
    "  static Contract contract() {\n"
    "    Contract contract = kContract;\n"
    "    contract.readings = kReadings;\n"
    "    return contract;\n"
    "  }\n";

/// What is swept (device/sweep/judge.cuh), and the spaces.
std::string swept(const SweepProgram& program) {
  const Operation& operation = program.program.spec.operation;
  const HeldTo held = held_to(operation, program.rules);
  std::string text = "namespace semcheck {\n";
  std::vector<std::string> readings;
  for (const Choice& reading : held.readings) {
    text += fmt::format("constexpr Choice kReading{} = {};\n", readings.size(), literal(reading));
    readings.push_back(fmt::format("kReading{}", readings.size()));
  }
  text += fmt::format("__constant__ Choice kReadings[] = {{{}}};\n", fmt::join(readings, ", "));
  text += fmt::format("constexpr Elementwise kOperation = {};\n", literal(held.contract.operation));
  text += fmt::format("__constant__ Contract kContract = {{kOperation, nullptr, {}, {{{}}}, {}}};\n",
                      held.contract.reading_count, fmt::join(held.contract.allowed, ", "),
                      literal(Bits{held.contract.applicable}));
  text += "struct Swept {\n  static constexpr Elementwise kOperation = semcheck::kOperation;\n";
  text +=
      fmt::format("  static constexpr LawContext kLawContext = {};\n", literal(law_context(operation, program.rules)));
  text += kContractFunction;
  text += reading_functions(operation.kind, held.readings.size());
  text += "};\n";
  for (std::size_t s = 0; s < program.spaces.size(); ++s)
    text += fmt::format("constexpr Space kSpace{} = {};\n", s, literal(program.spaces[s]));
  return text + "}  // namespace semcheck\n";
}

/// The type of results and operands as the judge sees them.
std::string_view word(Dtype dtype) {
  switch (size_of(dtype)) {
    case 1: return "unsigned char";
    case 2: return "unsigned short";
    case 4: return "unsigned int";
    default: return "unsigned long long";
  }
}

constexpr std::string_view kCases = "semcheck::Bits first, semcheck::Bits count";

/// The variant as a function of bits.
std::string variant_of_bits(const Operation& operation, std::size_t index) {
  std::string operands;
  for (std::size_t k = 0; k < operation.operands.size(); ++k)
    operands += fmt::format("{}semcheck::value_of<{}>(operands[{}])", k > 0 ? ", " : "",
                            row(operation.operands[k]).cuda_type, k);
  return fmt::format(
      "struct semcheck_bits_{0} {{\n"
      "  __forceinline__ static semcheck::Bits of(const semcheck::Bits* operands) {{\n"
      "    return semcheck::bits_of(semcheck_variant_{0}({1}));\n"
      "  }}\n"
      "}};\n",
      index, operands);
}

/// All variants, by their numbers.
std::string variants_of_bits(std::span<const std::size_t> numbers) {
  std::string cases;
  for (std::size_t number : numbers)
    cases += fmt::format("      case {0}: return semcheck::results_by<semcheck_bits_{0}, kCount>(operands, results);\n",
                         number);
  return fmt::format(
      "struct semcheck_variants {{\n"
      "  template <unsigned kCount>\n"
      "  __forceinline__ static void of(unsigned variant, const semcheck::Bits (*operands)[semcheck::kMostOperands],\n"
      "                                 semcheck::Bits* results) {{\n"
      "    switch (variant) {{\n"
      "{}"
      "      default: __builtin_unreachable();\n"
      "    }}\n"
      "  }}\n"
      "}};\n",
      cases);
}

std::string fused_kernels(std::size_t space) {
  return fmt::format(
      "extern \"C\" __global__ void SEMCHECK_SWEEP {0}_{3}(semcheck::DeviceTally* tally, {2}, unsigned variant) {{\n"
      "  semcheck::sweep<semcheck::Swept, semcheck::kSpace{3}, semcheck_variants>(tally, first, count, variant);\n"
      "}}\n"
      "extern \"C\" __global__ void SEMCHECK_SWEEP {1}_{3}(semcheck::Bits* results, semcheck::Bits* twin, "
      "semcheck::Bits origin, "
      "{2},\n"
      "                                      unsigned variant) {{\n"
      "  semcheck::sample<semcheck::Swept, semcheck::kSpace{3}, semcheck_variants>(results, twin, origin, first, "
      "count,\n"
      "                                                                           variant);\n"
      "}}\n",
      kSweepEntry, kSampleEntry, kCases, space);
}

std::string law_kernel(const ObligationSet& laws, std::size_t space) {
  std::string list;
  for (Obligation law : laws.items())
    list += fmt::format(", static_cast<semcheck::Obligation>({})", static_cast<int>(law));
  return fmt::format(
      "extern \"C\" __global__ void SEMCHECK_SWEEP {0}_{1}(semcheck::DeviceTally* tally, {2}, unsigned variant) {{\n"
      "  semcheck::sweep_laws<semcheck::Swept, semcheck::kSpace{1}, semcheck_variants{3}>(tally, first, count, "
      "variant);\n"
      "}}\n",
      kLawsEntry, space, kCases, list);
}

std::string cases_kernel(const Operation& operation, const Feed& feed, std::size_t space) {
  std::string parameters, made;
  for (std::size_t k = 0; k < operation.operands.size(); ++k) {
    if (is_by_value(feed) && k == feed.operand) continue;
    parameters += fmt::format("{}* array{}, ", word(operation.operands[k]), k);
    made += fmt::format("  semcheck::make_elements<semcheck::kSpace{}, {}>(elements, array{});\n", space, k, k);
  }
  return fmt::format(
      "extern \"C\" __global__ void SEMCHECK_SWEEP {}_cases_{}({}{}) {{\n"
      "  const semcheck::Elements<semcheck::kSpace{}> elements{{first, count}};\n"
      "{}}}\n",
      kTwinEntry, space, parameters, kCases, space, made);
}

std::string judging_kernels(const Operation& operation, std::size_t space) {
  return fmt::format(
      "extern \"C\" __global__ void SEMCHECK_SWEEP {0}_judge_{1}(const {2}* results, semcheck::DeviceTally* tally, "
      "{3}) {{\n"
      "  semcheck::judge_results<semcheck::Swept, semcheck::kSpace{1}>(results, tally, first, count);\n"
      "}}\n"
      "extern \"C\" __global__ void SEMCHECK_SWEEP {4}_{1}(const {2}* all, semcheck::Bits* results, semcheck::Bits* "
      "twin,\n"
      "    semcheck::Bits origin, {3}) {{\n"
      "  semcheck::collect_results<semcheck::Swept, semcheck::kSpace{1}>(all, results, twin, origin, first, count);\n"
      "}}\n",
      kTwinEntry, space, word(operation.result), kCases, kTwinSampleEntry);
}

}  // namespace

std::size_t number_of(const SweepProgram& program, const Variant* variant) {
  const std::vector<const Variant*>& all = program.program.variants;
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), variant) - all.begin());
}

std::string fused_source(const SweepProgram& program, std::span<const Variant* const> variants, SweepParts parts) {
  const Spec& spec = program.program.spec;
  std::string text = type_headers(spec.operation);
  text += parts.laws ? "#include \"device/sweep/laws.cuh\"\n" : "#include \"device/sweep/fused.cuh\"\n";
  text += swept(program);
  std::vector<std::size_t> numbers;
  for (const Variant* variant : variants) {
    numbers.push_back(number_of(program, variant));
    text += variant_function(spec, *variant, numbers.back()) + variant_of_bits(spec.operation, numbers.back());
  }
  text += variants_of_bits(numbers);
  for (std::size_t s = 0; s < program.spaces.size(); ++s) {
    if (parts.sweep) text += fused_kernels(s);
    if (parts.laws) text += law_kernel(program.laws, s);
  }
  return text;
}

std::string twin_source(const SweepProgram& program) {
  const Operation& operation = program.program.spec.operation;
  std::string text = "#include \"device/sweep/staged.cuh\"\n" + swept(program);
  for (std::size_t s = 0; s < program.spaces.size(); ++s)
    text += cases_kernel(operation, program.program.feeds.front(), s) + judging_kernels(operation, s);
  return text;
}

}  // namespace semcheck
