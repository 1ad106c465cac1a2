#include "core/judge/classify.h"

#include "core/judge/classify_row.h"
#include "core/judge/held_to.h"
#include "core/judge/suspect.h"

namespace semcheck {

Suspicion suspect(const WrongResult& wrong) {
  if (is_row_operation(wrong.operation.kind))
    return among_applicable(suspect_row(wrong), applicable_to(wrong.operation));
  return suspect(contract_of(wrong.operation, wrong.rules, wrong.readings), wrong.operands.data(), wrong.actual);
}

Obligation classify(const Operation& operation, const Rules& rules, std::span<const Bits> operands,
                    const Expected& expected, Bits actual) {
  const std::vector<Choice> readings = choices(rules);
  return suspect({operation, rules, readings, operands, expected, actual}).likely;
}

}  // namespace semcheck
