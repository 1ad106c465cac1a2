#include "core/report/measurement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/report/printable.h"
#include "core/report/wording.h"

namespace semcheck {
namespace {

std::string rate(double bytes_per_second) {
  constexpr double giga = 1e9, tera = 1e12;
  if (bytes_per_second < tera) return fmt::format("{:.0f} GB/s", bytes_per_second / giga);
  return fmt::format("{:.2f} TB/s", bytes_per_second / tera);
}

/// What part of the copy's bandwidth a kernel reached; nothing where no copy was timed.
std::optional<double> share_of_copy(const Timed& timed) {
  if (timed.copy_bytes_per_second <= 0) return std::nullopt;
  return timed.bytes_per_second / timed.copy_bytes_per_second;
}

std::string timed_line(const Timed& timed) {
  std::string text =
      fmt::format("{:.1f} µs a launch of {} ({:.1f} to {:.1f}), {}", timed.median_us,
                  counted(timed.elements, "element"), timed.least_us, timed.most_us, rate(timed.bytes_per_second));
  if (const auto share = share_of_copy(timed)) text += fmt::format(", {:.0f} % of a copy", *share * 100);
  if (timed.row_latency_us) text += fmt::format("; one row in {:.1f} µs", *timed.row_latency_us);
  return text;
}

std::string counted_text(const Counted& counted) {
  const std::string text = fmt::format("{:.1f} PTX instructions an element, ", counted.instructions_per_element);
  const auto efficiency = counted.branch_efficiency();
  return text + (efficiency ? fmt::format("branches {:.0f} % uniform", *efficiency * 100) : "no branches");
}

std::string traffic_text(const Traffic& traffic) {
  return fmt::format("{} bytes an element, {} with a kernel a step", traffic.fused, traffic.separate);
}

Json counted_json(const Counted& counted) {
  const auto efficiency = counted.branch_efficiency();
  return {{"instructions_per_element", counted.instructions_per_element},
          {"branches", counted.branches},
          {"uniform_branches", counted.uniform_branches},
          {"branch_efficiency", efficiency ? Json(*efficiency) : Json()}};
}

Json timed_json(const Timed& timed) {
  const auto share = share_of_copy(timed);
  return {{"median_us", timed.median_us},
          {"least_us", timed.least_us},
          {"most_us", timed.most_us},
          {"launches", timed.launches},
          {"elements", timed.elements},
          {"bytes_per_second", timed.bytes_per_second},
          {"copy_bytes_per_second", timed.copy_bytes_per_second},
          {"share_of_copy", share ? Json(*share) : Json()},
          {"row_latency_us", timed.row_latency_us ? Json(*timed.row_latency_us) : Json()}};
}

Json traffic_json(const Traffic& traffic) {
  return {{"bytes_per_element", traffic.fused}, {"bytes_per_element_separate", traffic.separate}};
}

}  // namespace

std::vector<std::string> measurement_lines(const Measurement& measurement) {
  std::vector<std::string> lines;
  if (measurement.timed) lines.push_back(timed_line(*measurement.timed));
  if (!measurement.error.empty()) lines.push_back("not timed: " + printable(first_line(measurement.error)));
  std::vector<std::string> parts;
  if (measurement.counted) parts.push_back(counted_text(*measurement.counted));
  if (measurement.traffic) parts.push_back(traffic_text(*measurement.traffic));
  if (!parts.empty()) lines.push_back(fmt::format("{}", fmt::join(parts, "; ")));
  return lines;
}

std::vector<std::string> measurement_lines(std::span<const Result* const> results) {
  std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> groups;  // lines, and whose they are
  const bool several = std::ranges::any_of(results, [](const Result* result) { return result->toolkit != 0; });
  for (const Result* result : results) {
    if (!result->measured) continue;
    const std::vector<std::string> lines = measurement_lines(*result->measured);
    auto group = std::ranges::find(groups, lines, [](const auto& g) { return g.first; });
    if (group == groups.end()) group = groups.insert(group, {lines, {}});
    group->second.push_back(fmt::format("{}/{}{}{}", result->build, name(result->path), several ? ", " : "",
                                        several ? result->compiler : ""));
  }
  std::vector<std::string> all;
  for (const auto& [lines, whose] : groups)
    for (const std::string& line : lines)
      all.push_back(groups.size() == 1 ? line : fmt::format("{}: {}", fmt::join(whose, ", "), line));
  return all;
}

bool has_measurements(const RunReport& report) {
  return std::ranges::any_of(report.specs, [](const SpecReport& spec) {
    return std::ranges::any_of(spec.results, [](const Result& result) { return result.measured.has_value(); });
  });
}

Json measurement_json(const Measurement& measurement) {
  return {{"counted", measurement.counted ? counted_json(*measurement.counted) : Json()},
          {"timed", measurement.timed ? timed_json(*measurement.timed) : Json()},
          {"traffic", measurement.traffic ? traffic_json(*measurement.traffic) : Json()},
          {"error", printable(measurement.error)}};
}

}  // namespace semcheck
