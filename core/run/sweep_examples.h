#pragma once

#include <vector>

#include "core/run/course.h"

namespace semcheck {

/// The operands of a case.
std::vector<Bits> operands_at(const Space& space, std::uint64_t index);

/// A wrong case that a sweep has counted.
struct CountedCase {
  SuspicionKey key = 0;
  std::uint64_t index = 0;
};

/// Of each suspicion the first cases that are to be kept as examples, as far as they are not.
/// @param most  examples of each suspicion
std::vector<CountedCase> missing_examples(const SweepPart& part, std::size_t most);

/// Computes the examples of a course again and judges them on the host. Throws InternalError where the host does not
/// find wrong what the device counted.
void add_examples(Course& course, Device& device, const RunOptions& options);

}  // namespace semcheck
