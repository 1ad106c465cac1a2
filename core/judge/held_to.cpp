#include "core/judge/held_to.h"

#include <algorithm>

#include "core/reference/reference.h"

namespace semcheck {

unsigned long long applicable_to(const Operation& operation) {
  const RuleSubject subject = subject_of(operation);
  unsigned long long applicable = 0;
  for (std::size_t i = 0; i < kObligationCount; ++i)
    if (applies_to(static_cast<Obligation>(i), subject)) applicable |= 1ull << i;
  return applicable;
}

Contract contract_of(const Operation& operation, const Rules& rules, std::span<const Choice> readings) {
  Contract contract;
  contract.operation = elementwise(operation);
  contract.readings = readings.data();
  contract.reading_count = static_cast<int>(readings.size());
  std::copy(rules.allowed.begin(), rules.allowed.end(), contract.allowed);
  contract.applicable = applicable_to(operation);
  return contract;
}

HeldTo::HeldTo(const Operation& operation, const Rules& rules)
    : readings(choices(rules)), contract(contract_of(operation, rules, readings)) {}

HeldTo held_to(const Operation& operation, const Rules& rules) {
  return {operation, rules};
}

}  // namespace semcheck
