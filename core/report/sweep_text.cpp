#include "core/report/sweep_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "core/report/printable.h"
#include "core/report/wording.h"
#include "core/run/ranges.h"
#include "core/sweep/sweeps.h"

namespace semcheck {
namespace {

/// Sweeps that one line tells of.
struct SweptGroup {
  SpaceKind kind;
  std::string_view supply;
  bool is_finished;
  std::set<std::string_view> variants, builds, paths;
  std::vector<const Sweep*> sweeps;
};

bool is_of_array(std::string_view supply) {
  return supply == name(Supply::array);
}

SweptGroup& group_of(const Result& result, const Sweep& sweep, std::vector<SweptGroup>& groups) {
  const bool is_finished = sweep.is_finished();
  for (SweptGroup& group : groups)
    if (group.kind == sweep.space.kind && group.supply == result.supply && group.is_finished == is_finished)
      return group;
  return groups.emplace_back(SweptGroup{sweep.space.kind, result.supply, is_finished, {}, {}, {}, {}});
}

/// `all 65,536 inputs`, `cases 0 to 16,777,215 of 4,294,967,296`, `1,024 of 65,536 cases, not finished`.
std::string extent_text(const SweptGroup& group) {
  const auto by_total = [](const Sweep* a, const Sweep* b) { return a->total < b->total; };
  const auto [least, most] = std::minmax_element(group.sweeps.begin(), group.sweeps.end(), by_total);
  const Sweep& sweep = **most;
  const bool every_input = group.kind == SpaceKind::exhaustive && is_of_array(group.supply);
  const std::string_view noun = every_input ? "input" : "case";
  if (!group.is_finished)
    return fmt::format("{} of {}, not finished", with_separators(size_of(sweep.part.done)),
                       counted(size_of(sweep.share), noun));
  if (size_of(sweep.share) == 0) return fmt::format("none of {}, which are other shards'", counted(sweep.total, noun));
  if (size_of(sweep.share) < sweep.total)
    return fmt::format("{}s {} to {} of {}", noun, with_separators(sweep.share.first),
                       with_separators(sweep.share.last - 1), with_separators(sweep.total));
  if ((*least)->total < sweep.total)
    return fmt::format("{} to {}", with_separators((*least)->total), counted(sweep.total, noun));
  return fmt::format("{}{}", every_input ? "all " : "", counted(sweep.total, noun));
}

std::string group_line(const SweptGroup& group) {
  const std::string supply = is_of_array(group.supply) ? "" : fmt::format(" under {}", group.supply);
  const std::string builds = group.builds.size() == 1 ? "" : ", " + counted(group.builds.size(), "build");
  return fmt::format("{}{}, {}, by {}{} on {}", name(group.kind), supply, extent_text(group),
                     counted(group.variants.size(), "variant"), builds, counted(group.paths.size(), "path"));
}

/// The option that asks for a kind of sweep where a case is replayed; a random one is what is replayed by itself.
std::string_view option_of(SpaceKind kind) {
  switch (kind) {
    case SpaceKind::exhaustive: return " --exhaustive";
    case SpaceKind::structured: return " --structured";
    case SpaceKind::random: return "";
  }
  return "";
}

}  // namespace

std::vector<std::string> swept_lines(const SpecReport& report) {
  std::vector<SweptGroup> groups;
  for (const Result& result : report.results)
    for (const Sweep& sweep : result.sweeps) {
      if (!sweep.not_swept.empty()) continue;
      SweptGroup& group = group_of(result, sweep, groups);
      group.variants.insert(result.variant);
      group.builds.insert(result.build);
      group.paths.insert(name(result.path));
      group.sweeps.push_back(&sweep);
    }
  std::vector<std::string> lines;
  lines.reserve(groups.size());
  for (const SweptGroup& group : groups) lines.push_back(group_line(group));
  return lines;
}

std::vector<std::string> not_swept_lines(const SpecReport& report) {
  std::vector<std::string> lines;
  for (const Result& result : report.results)
    for (const Sweep& sweep : result.sweeps) {
      const std::string why = printable(first_line(sweep.not_swept));
      if (was_judged(result) && !why.empty() && std::ranges::find(lines, why) == lines.end()) lines.push_back(why);
    }
  return lines;
}

std::string sweep_line(const Sweep& sweep, bool everything) {
  const std::string_view kind = name(sweep.space.kind);
  const std::string supplied = sweep.supplied.empty() ? "" : fmt::format(" [{}]", sweep.supplied);
  if (!sweep.not_swept.empty()) return fmt::format("not swept: {}", first_line(sweep.not_swept));
  std::vector<std::string> counts;
  for (Obligation rule : sweep.breaks().items())
    counts.push_back(fmt::format("{} in {}", name(rule), with_separators(sweep.count[static_cast<std::size_t>(rule)])));
  const std::string cases = counted(sweep.part.rules.cases, "case");
  std::string text = counts.empty() ? fmt::format("{}{}: {}, none wrong", kind, supplied, cases)
                                    : fmt::format("{}{}: {} of {}", kind, supplied, fmt::join(counts, ", "), cases);
  if (!everything) return text;
  if (!sweep.no_laws.empty()) text += fmt::format(", laws not checked: {}", sweep.no_laws);
  if (sweep.part.rules.unchecked > 0)
    text += fmt::format(", {} unchecked", with_separators(sweep.part.rules.unchecked));
  return text +
         fmt::format(", {} audited, digest 0x{:016x}", with_separators(sweep.part.audited), sweep.part.rules.digest);
}

ObligationSet shown_by_sweeps_alone(const Result& result) {
  return result.breaks - result.judgement.breaks();
}

std::vector<std::string> sweep_example_lines(const Operation& operation, const Result& result, Obligation rule) {
  std::vector<std::string> lines;
  for (const Sweep& sweep : result.sweeps)
    for (const SweepExample& example : sweep.part.examples)
      if (example.mismatch.breaks == rule)
        lines.push_back(fmt::format("{}, case {} of {}", example_line(operation, example.mismatch), example.index,
                                    name(sweep.space.kind)));
  return lines;
}

std::string replay_command(const SpecReport& report, const Result& result) {
  const ObligationSet fresh = shown_by_sweeps_alone(result);
  for (const Sweep& sweep : result.sweeps)
    for (const SweepExample& example : sweep.part.examples) {
      if (!fresh.contains(example.mismatch.breaks)) continue;
      const std::string supply = is_of_array(result.supply) ? "" : " --supply " + result.supply;
      const bool own_seed = report.seed == report.spec->inputs.random.seed;
      return fmt::format("semcheck run {}{} --replay {} --variant {}{}{}", printable(report.spec->path),
                         option_of(sweep.space.kind), example.index, result.variant, supply,
                         own_seed ? "" : fmt::format(" --seed {}", report.seed));
    }
  return "";
}

}  // namespace semcheck
