#include "core/judge/classify.h"

#include <array>

#include "core/judge/explanation.h"
#include "core/judge/suspects.h"

namespace semcheck {
namespace {

struct SuspectRow {
  OperationKind kind;
  Suspicion (*suspect)(const WrongResult&);
};

constexpr std::array kSuspects = {
    SuspectRow{OperationKind::max, suspect_extremum},      SuspectRow{OperationKind::min, suspect_extremum},
    SuspectRow{OperationKind::relu, suspect_extremum},     SuspectRow{OperationKind::relu_grad, suspect_relu_grad},
    SuspectRow{OperationKind::clamp, suspect_clamp},       SuspectRow{OperationKind::grad_clip, suspect_clamp},
    SuspectRow{OperationKind::saturate, suspect_clamp},    SuspectRow{OperationKind::select, suspect_select},
    SuspectRow{OperationKind::compare, suspect_compare},   SuspectRow{OperationKind::convert, suspect_convert},
    SuspectRow{OperationKind::fma_relu, suspect_fma_relu}, SuspectRow{OperationKind::reduce_max, suspect_row},
    SuspectRow{OperationKind::reduce_min, suspect_row},    SuspectRow{OperationKind::argmax, suspect_row},
    SuspectRow{OperationKind::argmin, suspect_row},        SuspectRow{OperationKind::softmax_max, suspect_row},
    SuspectRow{OperationKind::norm_clip, suspect_row},
};

constexpr bool rows_in_order() {
  for (std::size_t i = 0; i < kSuspects.size(); ++i)
    if (static_cast<std::size_t>(kSuspects[i].kind) != i) return false;
  return true;
}
static_assert(rows_in_order(), "row i of kSuspects judges operation i");

}  // namespace

Suspicion suspect(const WrongResult& wrong) {
  Suspicion suspicion = kSuspects[static_cast<std::size_t>(wrong.operation.kind)].suspect(wrong);
  const RuleSubject subject = subject_of(wrong.operation);
  // What an operation has no rule for is a wrong value.
  if (!applies_to(suspicion.likely, subject)) return certainly(Obligation::value);
  if (!applies_to(suspicion.otherwise, subject)) suspicion.otherwise = suspicion.likely;
  return suspicion;
}

Obligation classify(const Operation& operation, const Rules& rules, std::span<const Bits> operands,
                    const Expected& expected, Bits actual) {
  const std::vector<Choice> readings = choices(rules);
  return suspect({operation, rules, readings, operands, expected, actual}).likely;
}

}  // namespace semcheck
