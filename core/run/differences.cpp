#include "core/run/differences.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/run/evidence.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

using Given = JobRecord::Given;

/// One of the ways in which a variant was compiled and run.
struct Way {
  const JobRecord* record = nullptr;
  const Given* given = nullptr;
  const Build& build() const { return *record->job->build; }
};

std::vector<Way> ways_of(const Variant& variant, const SupplyWork* supply, const std::vector<JobRecord>& records) {
  std::vector<Way> ways;
  for (const JobRecord& record : records)
    for (const Given& given : record.given)
      if (given.variant == &variant && given.supply == supply) ways.push_back({&record, &given});
  return ways;
}

/// How much two ways have in common: the job most of all, then the path, then the build.
int likeness(const Way& a, const Way& b) {
  return (a.record == b.record ? 4 : 0) + (a.given->path == b.given->path ? 2 : 0) + (&a.build() == &b.build() ? 1 : 0);
}

/// Of the ways before way w, which all gave other bits, the one that it has most in common with; null when one of them
/// gave the same.
const Way* most_alike_of_others(const std::vector<Way>& ways, std::size_t w) {
  const Way* best = nullptr;
  for (std::size_t i = 0; i < w; ++i) {
    if (ways[i].given->bits == ways[w].given->bits) return nullptr;
    if (best == nullptr || likeness(ways[i], ways[w]) > likeness(*best, ways[w])) best = &ways[i];
  }
  return best;
}

/// How two ways were compiled differently.
struct CompiledDifferently {
  std::vector<std::string> texts;  ///< "ftz=false against ftz=true"
  bool only_levels = true;         ///< all of them are optimisation levels
  bool macros = false;             ///< the sources are not the same
};

bool is_level(std::string_view flag) {
  constexpr std::array<std::string_view, 5> kLevels = {kPtxasLevelFlag, kJitLevelFlag, "device-debug", "dopt",
                                                       "Ofast-compile"};
  return std::find(kLevels.begin(), kLevels.end(), flag) != kLevels.end();
}

std::string value_of(const Toolchain& toolchain, const std::string& flag) {
  for (const auto& [name, value] : toolchain.in_effect)
    if (name == flag) return value;
  return "";
}

std::vector<std::string> flags_of(const Toolchain& a, const Toolchain& b) {
  std::vector<std::string> flags;
  for (const Toolchain* toolchain : {&a, &b})
    for (const auto& [flag, value] : toolchain->in_effect)
      if (std::find(flags.begin(), flags.end(), flag) == flags.end()) flags.push_back(flag);
  return flags;
}

std::vector<std::string> macros_of(const Build& build) {
  std::vector<std::string> macros;
  for (const std::string& option : build.options)
    if (option.starts_with("-D") || option.starts_with("-U")) macros.push_back(option);
  return macros;
}

std::string stated(const std::string& flag, const std::string& value) {
  return value.empty() ? fmt::format("no {}", flag) : fmt::format("{}={}", flag, value);
}

CompiledDifferently compiled_differently(const Way& a, const Way& b, const DeviceInfo& device) {
  CompiledDifferently difference;
  if (!a.given->toolchain || !b.given->toolchain) return {{}, false, false};
  const Toolchain &first = *a.given->toolchain, &second = *b.given->toolchain;
  const auto add = [&](const std::string& x, const std::string& z, bool level) {
    difference.texts.push_back(x + " against " + z);
    difference.only_levels = difference.only_levels && level;
  };
  for (const std::string& flag : flags_of(first, second)) {
    const std::string x = value_of(first, flag), z = value_of(second, flag);
    // Paths have levels of their own, which do not make builds differ.
    const bool of_other_path = is_level(flag) && a.given->path != b.given->path;
    if (x != z && !of_other_path) add(stated(flag, x), stated(flag, z), is_level(flag));
  }
  if (first.compiler != second.compiler) add(first.compiler, second.compiler, false);
  if (arch_of(a.build(), device) != arch_of(b.build(), device))
    add(arch_of(a.build(), device), arch_of(b.build(), device), false);
  difference.macros = macros_of(a.build()) != macros_of(b.build());
  difference.only_levels = difference.only_levels && !difference.texts.empty() && !difference.macros;
  return difference;
}

/// Tells the layers of two ways apart on one case.
class Comparison {
 public:
  Comparison(const Spec& spec, const Workload& work, Device& device, const RunOptions& options)
      : spec_(spec), work_(work), device_(device), options_(options) {}

  Difference compare(const Way& a, const Way& b) const {
    Difference difference;
    difference.first = a.given->result;
    difference.second = b.given->result;
    const std::vector<Bits>&x = a.given->bits, &z = b.given->bits;
    std::size_t smallest = x.size();
    for (std::size_t i = x.size(); i-- > 0;) {
      if (x[i] == z[i]) continue;
      ++difference.cases;
      smallest = i;
    }
    difference.operands = cases_of(a).at(smallest);
    difference.of_first = x[smallest];
    difference.of_second = z[smallest];
    tell(a, b, smallest, difference);
    return difference;
  }

 private:
  const Cases& cases_of(const Way& way) const { return way.given->supply ? way.given->supply->cases : work_.cases; }

  /// What the PTX of a way gives for case i, or nothing.
  std::optional<Bits> ptx(const Way& way, std::size_t i) const {
    if (way.given->path == Path::ptx) return way.given->bits[i];
    if (!way.given->supply) return interpreted(way, {}, cases_at(work_.cases, {i}), 0);
    // Where a case lies is part of a supply: its whole lot is run.
    std::size_t f = 0;
    for (; i >= way.given->supply->by_feed[f].size(); ++f) i -= way.given->supply->by_feed[f].size();
    return interpreted(way, way.given->supply->feeds[f], way.given->supply->by_feed[f], i);
  }

  /// What the interpreter gives for one of some cases.
  std::optional<Bits> interpreted(const Way& way, const Feed& feed, const Cases& cases, std::size_t i) const {
    const std::vector<Kernel>& kernels = way.record->kernels;
    const auto kernel = std::find_if(kernels.begin(), kernels.end(), [&](const Kernel& k) {
      return k.variant == way.given->variant && k.path == Path::ptx && k.feed == feed && k.error.empty();
    });
    if (kernel == kernels.end()) return std::nullopt;
    const Execution execution =
        device_.execute({&*kernel, 1}, spec_.operation, cases, {options_.timeout, options_.interrupted}).front();
    return i < execution.results.size() ? std::optional(execution.results[i]) : std::nullopt;
  }

  void tell(const Way& a, const Way& b, std::size_t i, Difference& difference) const {
    const std::optional<Bits> of_a = ptx(a, i), of_b = ptx(b, i);
    const CompiledDifferently how = compiled_differently(a, b, device_.info());
    difference.layer = layer_of(a, b, of_a, of_b, difference, how);
    difference.evidence =
        has_open_order(*a.given->variant) ? "the order of its atomics is open" : evidence_of(of_a, of_b, how);
  }

  static Layer layer_of(const Way& a, const Way& b, const std::optional<Bits>& of_a, const std::optional<Bits>& of_b,
                        const Difference& difference, const CompiledDifferently& how) {
    if (how.macros || has_open_order(*a.given->variant)) return Layer::unknown;
    if (!of_a || !of_b) return how.only_levels ? Layer::optimiser : Layer::unknown;
    if (how.only_levels) return Layer::optimiser;
    if (of_a != of_b) return Layer::front_end;
    const bool first_keeps = difference.of_first == *of_a;
    const Path astray = first_keeps ? b.given->path : a.given->path;
    return astray == Path::cubin ? Layer::ptxas : Layer::driver;
  }

  std::string evidence_of(const std::optional<Bits>& of_a, const std::optional<Bits>& of_b,
                          const CompiledDifferently& how) const {
    const Dtype dtype = spec_.operation.result;
    std::string text = "the interpreter cannot run its PTX";
    if (of_a && of_b && *of_a == *of_b) text = fmt::format("the PTX of both gives {}", hex(dtype, *of_a));
    if (of_a && of_b && *of_a != *of_b)
      text = fmt::format("their PTX differs: {} and {}", hex(dtype, *of_a), hex(dtype, *of_b));
    if (how.macros) text = "they define other macros; " + text;
    return how.texts.empty() ? text : fmt::format("{} ({})", text, fmt::join(how.texts, ", "));
  }

  const Spec& spec_;
  const Workload& work_;
  Device& device_;
  const RunOptions& options_;
};

}  // namespace

std::vector<Difference> differences_of(const Spec& spec, const Workload& work, const std::vector<JobRecord>& records,
                                       Device& device, const RunOptions& options) {
  const Comparison comparison(spec, work, device, options);
  std::vector<const SupplyWork*> supplies = {nullptr};
  for (const SupplyWork& supply : work.supplies) supplies.push_back(&supply);
  std::vector<Difference> differences;
  for (const Variant& variant : spec.variants)
    for (const SupplyWork* supply : supplies) {
      const std::vector<Way> ways = ways_of(variant, supply, records);
      for (std::size_t w = 1; w < ways.size(); ++w)
        if (const Way* partner = most_alike_of_others(ways, w))
          differences.push_back(comparison.compare(*partner, ways[w]));
    }
  return differences;
}

}  // namespace semcheck
