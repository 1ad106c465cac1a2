#include <fmt/format.h>

#include "core/spec/spec_parts.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

std::string spelled(const Operation& operation, const Constant& bound) {
  return fmt::format("`{} = \"{}\"`", bound.name, spell(operation.dtype, bound.bits));
}

void report(const SpecContext& context, const Constant& at, const std::string& message, Obligation rule) {
  context.reader.report(key_span(*context.root["operation"].as_table(), at.name), message,
                        fmt::format("the rule {} = \"error\" forbids it", name(rule)));
}

void check_nans(const SpecContext& context, const Operation& operation) {
  for (const Constant& bound : operation.constants)
    if (is_nan(format(operation.dtype), bound.bits))
      report(context, bound, spelled(operation, bound) + " is a NaN", Obligation::clamp_nan_bound);
}

void check_order(const SpecContext& context, const Operation& operation) {
  const Format& f = format(operation.dtype);
  const Constant& first = operation.constants.front();
  const Constant& last = operation.constants.back();
  if (is_nan(f, first.bits) || is_nan(f, last.bits)) return;
  if (operation.kind == OperationKind::grad_clip) {
    if (is_negative(f, first.bits) && !is_zero(f, first.bits))
      report(context, first, spelled(operation, first) + " is negative", Obligation::clamp_bounds_reversed);
  } else if (!equal_numbers(f, first.bits, last.bits) && order_key(f, first.bits) > order_key(f, last.bits)) {
    report(context, first, spelled(operation, first) + " is above " + spelled(operation, last),
           Obligation::clamp_bounds_reversed);
  }
}

}  // namespace

void check_bounds(const SpecContext& context, const Operation& operation, const Rules& rules) {
  if (operation.constants.empty()) return;
  if (rules.allows(Obligation::clamp_nan_bound, NanBound::error)) check_nans(context, operation);
  if (rules.allows(Obligation::clamp_bounds_reversed, BoundsReversed::error)) check_order(context, operation);
}

}  // namespace semcheck
