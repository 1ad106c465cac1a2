#include "core/run/sweep_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/run/feeds.h"
#include "core/run/workload.h"
#include "core/sweep/cases.h"
#include "core/sweep/chunks.h"
#include "core/sweep/spaces.h"
#include "core/sweep/sweeps.h"
#include "core/values/sha256.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

/// Side of the squares of `broadcast`: a square is a chunk, and a launch.
constexpr std::size_t kSide = 4096;

bool is_by_value(const Feed& feed) {
  return !feed.values.empty();
}

/// The feeds of a supply that are worth a sweep.
std::vector<Feed> swept_feeds(const Spec& spec, Supply supply) {
  std::vector<Feed> feeds = feeds_of(spec, {supply});
  // The special cases go through all of the values already.
  if (spec.operation.operands.size() == 1) std::erase_if(feeds, is_by_value);
  // Every chunk has a tail, of another length each.
  if (supply == Supply::tail) feeds.resize(1);
  for (Feed& feed : feeds)
    if (supply == Supply::broadcast) feed.columns = kSide;
  return feeds;
}

/// The space with its operands as the feed supplies them.
Space supplied(Space space, const Feed& feed, std::uint64_t seed) {
  space.seed = seed;
  if (is_by_value(feed)) return with_values(space, feed.operand, feed.values);
  return feed.supply == Supply::broadcast ? with_squares(space, kSide) : space;
}

/// Squares have as many columns as rows: where the operands of a side have far fewer values, most cases come again.
bool is_mostly_repetition(const Space& space) {
  if (space.side == 0) return false;
  Space plain = space;
  plain.side = 0;
  return case_count(space) > std::max<std::uint64_t>(kChunk, 4 * case_count(plain));
}

/// The spaces that a feed goes through.
/// @param drawn  its share of the random cases
std::vector<Space> spaces_of(const Spec& spec, const Feed& feed, const SweepInputs& wanted, std::uint64_t drawn,
                             std::uint64_t seed) {
  std::vector<Space> spaces;
  const auto add = [&](const std::optional<Space>& plain, bool is_wanted) {
    if (!plain || !is_wanted) return;
    const Space space = supplied(*plain, feed, seed);
    if (space.kind == SpaceKind::random || !is_mostly_repetition(space)) spaces.push_back(space);
  };
  add(exhaustive_space(spec.operation), wanted.exhaustive);
  add(structured_space(spec.operation), wanted.structured);
  add(random_space(spec.operation, drawn, seed), drawn > 0);
  return spaces;
}

/// The programs of one job under one feed, one for each set of rules that its paths are held to.
void add_programs(const Spec& spec, const Job& job, const Feed& feed, const std::vector<Space>& spaces,
                  const DeviceInfo& device, std::vector<PlannedProgram>& planned) {
  const std::string arch = arch_of(*job.build, device);
  const std::size_t before = planned.size();
  for (Path path : device.paths) {
    const Rules rules = rules_at(spec, {*job.build, arch, name(path), feed.supply});
    const auto same = std::find_if(planned.begin() + static_cast<std::ptrdiff_t>(before), planned.end(),
                                   [&](const PlannedProgram& other) { return other.program.rules == rules; });
    if (same != planned.end()) {
      same->program.program.paths.push_back(path);
      continue;
    }
    const ObligationSet laws = feed.supply == Supply::array ? spec.laws : ObligationSet();
    const Program program{spec, *job.build, arch, job.variants, {feed}, job.toolkit, {path}, Types::native};
    planned.push_back({&job, {program, rules, laws, spaces}});
  }
}

void plan_job(const Spec& spec, const Job& job, const DeviceInfo& device, const RunOptions& options,
              std::vector<PlannedProgram>& planned) {
  const SweepInputs wanted = wanted_sweeps(spec, options.sweeps);
  if (wanted == SweepInputs()) return;
  const std::uint64_t seed = options.seed.value_or(spec.inputs.random.seed);
  for (Supply supply : supplies_of(spec, options)) {
    const std::vector<Feed> feeds = swept_feeds(spec, supply);
    for (std::size_t f = 0; f < feeds.size(); ++f) {
      const std::uint64_t drawn = wanted.drawn / feeds.size() + (f < wanted.drawn % feeds.size() ? 1 : 0);
      const std::vector<Space> spaces = spaces_of(spec, feeds[f], wanted, drawn, seed);
      if (!spaces.empty()) add_programs(spec, job, feeds[f], spaces, device, planned);
    }
  }
}

}  // namespace

std::vector<PlannedProgram> plan_sweeps(const std::vector<Spec>& specs, const std::vector<Job>& jobs,
                                        const DeviceInfo& device, const RunOptions& options) {
  std::vector<PlannedProgram> planned;
  for (const Job& job : jobs)
    if (!is_row_operation(specs[job.spec].operation.kind)) plan_job(specs[job.spec], job, device, options, planned);
  std::vector<PlannedProgram> ordered;
  for (const bool arrays : {true, false})
    std::copy_if(planned.begin(), planned.end(), std::back_inserter(ordered),
                 [&](const PlannedProgram& p) { return arrays == (p.feed().supply == Supply::array); });
  return ordered;
}

SweepInputs wanted_sweeps(const Spec& spec, const SweepOptions& options) {
  SweepInputs wanted = spec.inputs.sweeps;
  wanted.exhaustive = wanted.exhaustive || options.exhaustive;
  wanted.structured = wanted.structured || options.structured;
  if (options.drawn > 0) wanted.drawn = options.drawn;
  return wanted;
}

std::vector<std::string> unsweepable(const Spec& spec, const SweepOptions& options) {
  if (!options.exhaustive && !options.structured && options.drawn == 0) return {};
  const Operation& operation = spec.operation;
  if (is_row_operation(operation.kind))
    return {
        fmt::format("{} is an operation over rows, and only operations element by element are swept", operation.name)};
  if (options.exhaustive && input_bits(operation) > kMostInputBits) return {too_many_inputs(operation)};
  return {};
}

std::string too_many_inputs(const Operation& operation) {
  constexpr double kDrawn = 1e12;
  const int bits = input_bits(operation);
  return fmt::format(
      "{} has 2^{} inputs, and --exhaustive goes through 2^{} at most; --structured would cover the {} combinations of "
      "boundary patterns, --sweep 1T one input in {:.2g}",
      operation.name, bits, kMostInputBits, case_count(*structured_space(operation)), std::exp2(bits) / kDrawn);
}

std::string supplied_by(const Operation& operation, const Feed& feed) {
  const std::string_view supply = name(feed.supply);
  if (feed.supply == Supply::array) return "";
  if (!is_by_value(feed) && feed.supply != Supply::in_place) return std::string(supply);
  const std::string_view operand = operand_names(operation)[feed.operand];
  if (feed.supply != Supply::argument) return fmt::format("{} {}", supply, operand);
  return fmt::format("{} {} = {}", supply, operand, spell(operation.operands[feed.operand], feed.values.front()));
}

std::string identity_of(const PlannedProgram& planned, const Variant& variant, Path path, const Space& space,
                        const DeviceInfo& device) {
  const Program& program = planned.program.program;
  const Operation& operation = program.spec.operation;
  const std::span<const Bits> values(space.values, space.by_value < 0 ? 0u : static_cast<unsigned>(space.value_count));
  return fmt::format("{} {}, {}, {} for {} by {}, {}, {} [{:x}], {} of {} from seed {}", operation.name,
                     sha256(program.spec.text).substr(0, 16), variant.name, program.build.name, program.arch,
                     compiler_of(program.build, program.toolkit, device), name(path),
                     planned.feed().supply == Supply::array ? "array" : supplied_by(operation, planned.feed()),
                     fmt::join(values, " "), name(space.kind), case_count(space), space.seed);
}

}  // namespace semcheck
