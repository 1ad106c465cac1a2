#include "device/reproducer_host.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "device/arena.h"
#include "device/launch.h"
#include "device/supply_kernel.h"

namespace semcheck {
namespace {

constexpr std::string_view kHost = R"(
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

typedef unsigned long long Pattern;

static void require(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "error: %s\n", cudaGetErrorString(status));
  std::exit(2);
}

// Elements in the GPU's memory, `shift` bytes behind an aligned address. Patterns that are too few are repeated.
struct Array {
  char* address = nullptr;
  std::size_t count, size;

  Array(const std::vector<Pattern>& patterns, std::size_t count, std::size_t size, std::size_t shift)
      : count(count), size(size) {
    std::vector<char> bytes(count * size);
    for (std::size_t i = 0; i < count; ++i) std::memcpy(&bytes[i * size], &patterns[i % patterns.size()], size);
    require(cudaMalloc(&address, shift + bytes.size() + 1));
    address += shift;
    require(cudaMemcpy(address, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
  }
  std::vector<Pattern> patterns() const {
    std::vector<char> bytes(count * size);
    require(cudaMemcpy(bytes.data(), address, bytes.size(), cudaMemcpyDeviceToHost));
    std::vector<Pattern> result(count);
    for (std::size_t i = 0; i < count; ++i) std::memcpy(&result[i], &bytes[i * size], size);
    return result;
  }
};

static std::vector<Pattern> run(const void* kernel, unsigned blocks, unsigned threads, void** arguments, const Array& results) {
  require(cudaLaunchKernel(kernel, dim3(blocks), dim3(threads), arguments, 0, 0));
  require(cudaDeviceSynchronize());
  return results.patterns();
}

// Patterns that, masked, lie between two others.
struct Range {
  Pattern mask, least, most;
};

static bool is_allowed(Pattern result, const std::vector<Range>& allowed) {
  for (const Range& range : allowed)
    if (range.least <= (result & range.mask) && (result & range.mask) <= range.most) return true;
  return false;
}

// Prints what a case gives: result `first` and, where `step` is not 0, every further one of the same operands, of which
// one that is not allowed is shown. Returns 1 if there is one.
static int check(const std::vector<Pattern>& results, std::size_t first, std::size_t step, int digits, const char* name,
                 const char* expected, const std::vector<Range>& allowed) {
  std::size_t shown = first;
  while (is_allowed(results[shown], allowed) && step != 0 && shown + step < results.size()) shown += step;
  const bool mismatch = !is_allowed(results[shown], allowed);
  std::printf("%s: 0x%0*llx, %s: %s\n", name, digits, results[shown], expected, mismatch ? "MISMATCH" : "ok");
  return mismatch;
}
)";

/// The fewest first patterns that, repeated, are all of them.
std::size_t period(const std::vector<Bits>& patterns) {
  for (std::size_t p = 1; p < patterns.size(); ++p)
    if (std::equal(patterns.begin() + static_cast<std::ptrdiff_t>(p), patterns.end(), patterns.begin())) return p;
  return patterns.size();
}

std::string pattern_literal(Bits bits, std::size_t size) {
  return fmt::format("0x{:0{}x}", bits, 2 * size);
}

std::string pattern_list(const std::vector<Bits>& patterns, std::size_t size) {
  constexpr std::size_t kInALine = 8;
  const std::size_t count = period(patterns);
  std::string text = "{";
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += i % kInALine == 0 ? ",\n      " : ", ";
    text += pattern_literal(patterns[i], size);
  }
  return text + "}";
}

/// The dtype of the elements of an array that a launch reads.
Dtype dtype_of(const Operation& operation, const LaunchData::Array& array) {
  const std::vector<std::string_view> names = operand_names(operation);
  const auto found = std::find(names.begin(), names.end(), array.name);
  // What is not an operand says where rows begin.
  return found == names.end() ? Dtype::u64 : operation.operands[static_cast<std::size_t>(found - names.begin())];
}

/// The block of `main` that makes one launch.
class LaunchWriter {
 public:
  LaunchWriter(const Spec& spec, const Variant& variant, const ReproducedLaunch& launch)
      : operation_(spec.operation), launch_(launch), data_(launch_data(spec.operation, launch.cases, launch.feed)) {
    Kernel kernel;
    kernel.variant = &variant;
    how_ = launch_of(operation_, kernel, data_, arena_layout(data_));
  }

  std::string text() const {
    return fmt::format(
        "  {{\n{}{}{}    unsigned long long count = {};\n    void* arguments[] = {{{}&{}.address, &count}};\n"
        "    const std::vector<Pattern> given = run((const void*){}, {}, {}, arguments, {});\n{}  }}\n",
        arrays(), results(), scalar(), data_.count, arguments(), name_of_results(),
        kernel_entry(0, operation_, launch_.feed), how_.blocks, how_.threads, name_of_results(), checks());
  }

 private:
  std::string arrays() const {
    std::string text;
    for (const LaunchData::Array& array : data_.arrays) {
      const Dtype dtype = dtype_of(operation_, array);
      const std::vector<Bits> patterns = unpack(dtype, array.bytes);
      text += fmt::format("    Array {}s({}, {}, {}, {});\n", array.name, pattern_list(patterns, size_of(dtype)),
                          patterns.size(), size_of(dtype), array.shift);
    }
    return text;
  }

  std::string name_of_results() const { return data_.in_place ? data_.arrays[*data_.in_place].name + "s" : "results"; }

  std::string results() const {
    if (data_.in_place) return "";
    return fmt::format("    Array results({{0xa5a5a5a5a5a5a5a5}}, {}, {}, {});\n", data_.results, size_of(data_.result),
                       data_.result_shift);
  }

  std::string scalar() const {
    return data_.scalar ? fmt::format("    Pattern scalar = 0x{:x};\n", *data_.scalar) : "";
  }

  std::string arguments() const {
    std::string text;
    for (const LaunchData::Array& array : data_.arrays) text += fmt::format("&{}s.address, ", array.name);
    return data_.scalar ? text + "&scalar, " : text;
  }

  std::string checks() const {
    const Dtype dtype = operation_.result;
    std::string text;
    for (const ReproducedCase& checked : launch_.checked) {
      const Mismatch& example = *checked.example;
      const std::string_view side = example.breaks == Obligation::supply_invariant ? "array gives" : "expected";
      std::vector<std::string> ranges;
      for (const Outcome& outcome : example.expected) {
        const PatternRange range = range_of(format(dtype), outcome);
        ranges.push_back(fmt::format("{{0x{:x}, 0x{:x}, 0x{:x}}}", range.mask, range.least, range.most));
      }
      text += fmt::format(
          "    mismatches += check(given, {}, {}, {}, {},\n                        {}, {{{}}});\n", checked.first,
          checked.step, 2 * size_of(dtype), string_literal(case_name(operation_, example.operands)),
          string_literal(fmt::format("{} {}", side, spell(dtype, example.expected))), fmt::join(ranges, ", "));
    }
    return text;
  }

  const Operation& operation_;
  const ReproducedLaunch& launch_;
  LaunchData data_;
  Launch how_;
};

}  // namespace

PatternRange range_of(const Format& f, const Outcome& outcome) {
  const Bits all = value_mask(f), magnitudes = magnitude_mask(f), sign = outcome.bits & sign_mask(f);
  const Bits least_nan = largest_magnitude(f) + 1;
  const Bits least_quiet = f.has_infinity ? exponent_mask(f) | quiet_bit(f) : least_nan;
  switch (outcome.kind) {
    case OutcomeKind::exactly: return {all, outcome.bits, outcome.bits};
    case OutcomeKind::either_sign: return {magnitudes, magnitude(f, outcome.bits), magnitude(f, outcome.bits)};
    case OutcomeKind::any_quiet_nan: return {magnitudes, least_quiet, magnitudes};
    case OutcomeKind::quiet_nan_of_sign: return {all, sign | least_quiet, sign | magnitudes};
    case OutcomeKind::any_nan: return {magnitudes, least_nan, magnitudes};
    case OutcomeKind::nan_of_sign: return {all, sign | least_nan, sign | magnitudes};
    case OutcomeKind::any_zero: return {magnitudes, 0, 0};
    case OutcomeKind::anything: return {0, 0, 0};
  }
  return {};
}

std::string string_literal(std::string_view text) {
  std::string literal = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return literal + '"';
}

std::string reproducer_host(const Spec& spec, const Variant& variant, const std::vector<ReproducedLaunch>& launches) {
  std::string text(kHost);
  text += "\nint main() {\n  int mismatches = 0;\n";
  for (const ReproducedLaunch& launch : launches) text += LaunchWriter(spec, variant, launch).text();
  return text + "  return mismatches > 0;\n}\n";
}

}  // namespace semcheck
