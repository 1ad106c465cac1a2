#pragma once

#include <cstddef>

#include "core/sweep/cases.h"

namespace semcheck {

/// Makes the cases of a space on the host. Those that follow each other share an output of the generator.
class CaseMaker {
 public:
  explicit CaseMaker(const Space& space)
      : space_(space),
        words_(words_per_case(space)),
        shared_(space.kind == SpaceKind::random && space.side == 0 && cases_per_call(space) > 1),
        cases_(static_cast<Bits>(cases_per_call(space))) {}

  /// As case_at().
  void at(Bits index, Bits* operands) {
    if (!shared_) return case_at(space_, index, operands);
    if (space_.by_value >= 0) {
      operands[space_.by_value] = space_.values[index % static_cast<Bits>(space_.value_count)];
      index /= static_cast<Bits>(space_.value_count);
    }
    const Bits call = index / cases_;
    if (call != call_) drawn_ = philox4x32(call, 0, space_.seed);
    call_ = call;
    operands_of_words(space_, index, &drawn_.w[index % cases_ * static_cast<Bits>(words_)], operands);
  }

 private:
  const Space& space_;
  int words_;
  bool shared_;
  Bits cases_;
  Bits call_ = ~Bits{0};
  Words drawn_{};
};

}  // namespace semcheck
