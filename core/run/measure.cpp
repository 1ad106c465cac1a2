#include "core/run/measure.h"

#include <algorithm>

namespace semcheck {
namespace {

/// Bytes that a step reads of an operand of that name, "" for the result of the step before; nothing where the
/// operation has no such operand. A value of the spec is read from nowhere.
std::optional<std::uint64_t> bytes_of(const Operation& operation, std::string_view operand) {
  if (operand.empty()) return size_of(operation.result);
  const std::vector<std::string_view> names = operand_names(operation);
  const auto found = std::find(names.begin(), names.end(), operand);
  if (found != names.end()) return size_of(operation.operands[static_cast<std::size_t>(found - names.begin())]);
  const auto is_it = [&](const Constant& constant) { return constant.name == operand; };
  if (std::any_of(operation.constants.begin(), operation.constants.end(), is_it)) return 0;
  return std::nullopt;
}

/// Bytes that a step reads and writes.
std::optional<std::uint64_t> bytes_of(const Operation& operation, const Step& step) {
  std::uint64_t bytes = size_of(operation.result);
  for (std::string_view operand : step) {
    const auto read = bytes_of(operation, operand);
    if (!read) return std::nullopt;
    bytes += *read;
  }
  return bytes;
}

bool came_to_an_end(const Kernel& kernel, const Execution& execution) {
  return kernel.feed.supply == Supply::array && kernel.image && !execution.results.empty();
}

Result* result_of(const Kernel& kernel, std::vector<Result>& results) {
  const auto found = std::find_if(results.begin(), results.end(), [&](const Result& result) {
    return result.variant == kernel.variant->name && result.path == kernel.path && result.supply == name(Supply::array);
  });
  return found == results.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Traffic> traffic_of(const Operation& operation) {
  Traffic traffic;
  std::size_t steps = 0;
  for (const Step& step : row(operation.kind).steps)
    if (const auto bytes = bytes_of(operation, step)) {
      traffic.separate += *bytes;
      ++steps;
    }
  if (steps < 2) return std::nullopt;
  traffic.fused = size_of(operation.result);
  for (Dtype dtype : operation.operands) traffic.fused += size_of(dtype);
  return traffic;
}

void measure(const Operation& operation, const Cases& cases, const Observations& seen, Device& device,
             const Limits& limits, std::vector<Result>& results) {
  std::vector<Kernel> kernels;
  for (std::size_t k = 0; k < seen.kernels.size(); ++k)
    if (came_to_an_end(seen.kernels[k], seen.executions[k])) kernels.push_back(seen.kernels[k]);
  if (kernels.empty() || limits.are_reached()) return;
  std::vector<Measurement> measured = device.measure(kernels, operation, cases, limits);
  const std::optional<Traffic> traffic = traffic_of(operation);
  for (std::size_t k = 0; k < kernels.size(); ++k) {
    Result* result = result_of(kernels[k], results);
    if (!result) continue;
    measured[k].traffic = traffic;
    result->measured = std::move(measured[k]);
  }
}

}  // namespace semcheck
