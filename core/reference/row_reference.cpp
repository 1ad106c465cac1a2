#include "core/reference/row_reference.h"

#include "core/reference/row_parts.h"

namespace semcheck {
namespace {

/// Whether two readings say the same about a reduction as a whole.
bool same_frame(const Choice& a, const Choice& b) {
  return a.reduce_order == b.reduce_order && a.identity == b.identity && a.init_participates == b.init_participates &&
         a.empty == b.empty && a.softmax_guard == b.softmax_guard;
}

/// The readings that agree with the first of a list, which they leave.
std::vector<Choice> take_group(std::vector<Choice>& readings) {
  std::vector<Choice> group, rest;
  for (const Choice& reading : readings) (same_frame(reading, readings.front()) ? group : rest).push_back(reading);
  readings = std::move(rest);
  return group;
}

OutcomeSet reductions(const Operation& operation, std::span<const Choice> readings, std::span<const Bits> row) {
  if (readings.size() == 1) return reduction_outcomes(operation, readings, row);
  OutcomeSet outcomes;
  std::vector<Choice> rest(readings.begin(), readings.end());
  while (!rest.empty()) outcomes.insert(reduction_outcomes(operation, take_group(rest), row));
  return outcomes;
}

}  // namespace

Expected row_outcomes(const Operation& operation, std::span<const Choice> readings, std::span<const Bits> row) {
  const bool index = operation.kind == OperationKind::argmax || operation.kind == OperationKind::argmin;
  const bool norm = operation.kind == OperationKind::norm_clip;
  if (!index && !norm) return reductions(operation, readings, row).take();
  OutcomeSet outcomes;
  for (const Choice& reading : readings)
    if (index)
      outcomes.insert(index_outcomes(operation, reading, row));
    else
      outcomes.insert(norm_clip_outcome(operation, reading, row));
  return outcomes.take();
}

}  // namespace semcheck
