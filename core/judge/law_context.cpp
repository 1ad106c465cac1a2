#include "core/judge/law_context.h"

namespace semcheck {
namespace {

bool fixes_nan_bits(const Rules& rules) {
  Rules canonical = rules;
  canonical.set(Obligation::nan_result, NanResult::canonical);
  const bool open = rules.allows(Obligation::nan_sign, NanSign::any) ||
                    (rules[Obligation::nan_payload] != 0 && !rules.allows(Obligation::nan_payload, NanPayload::keep));
  return canonical == rules && !open;
}

}  // namespace

NumberOrder number_order(Dtype dtype, const Rules& rules) {
  const auto preserve = 1u << static_cast<unsigned>(Subnormal::preserve);
  return {format(dtype), is_floating(format(dtype)) && (rules[Obligation::subnormal] & ~preserve) != 0};
}

LawContext law_context(const Operation& operation, const Rules& rules) {
  return {number_order(operation.dtype, rules), is_minimum(operation.kind), fixes_nan_bits(rules)};
}

}  // namespace semcheck
