#pragma once

/// @file
/// Which NaN a result is, once it is settled that it is one. Compiled by the host compiler and by NVRTC.

#include "core/reference/outcome.h"
#include "core/spec/rule_values.h"

namespace semcheck {

/// False for a NaN with another payload than the canonical one; a number has none.
SEMCHECK_HD constexpr bool is_canonical_if_nan(const Choice& choice, const Format& f, Bits b) {
  return !is_nan(f, b) || magnitude(f, b) == magnitude(f, choice.nan_canonical);
}

// rule nan_payload = "canonical_if_inputs_canonical": WebAssembly core specification, 4.3.3, NaN propagation: "if the
// payload of all NaN inputs to the operator is canonical (including the case that there are no NaN inputs), then the
// payload of the output is canonical as well. Otherwise the payload is picked non-deterministically among all
// arithmetic NaNs".
SEMCHECK_HD constexpr bool payload_is_open(const Choice& choice, bool inputs_canonical) {
  switch (choice.nan_payload) {
    case NanPayload::keep: return choice.nan_result == NanResult::any;
    case NanPayload::canonical_if_inputs_canonical: return !inputs_canonical;
    case NanPayload::any: return true;
  }
  return false;
}

// rule nan_sign = "any": WebAssembly core specification, 4.3.3: "the sign is non-deterministic".
SEMCHECK_HD constexpr bool nan_sign_is_open(const Choice& choice) {
  return choice.nan_sign == NanSign::any || (choice.nan_sign == NanSign::keep && choice.nan_result == NanResult::any);
}

SEMCHECK_HD constexpr Outcome open_nan(const Choice& choice, const Format& f, Bits sign) {
  // rule nan_result = "any" with snan = "verbatim": bits that are copied may be signaling.
  const bool may_signal = choice.snan == Snan::verbatim && choice.nan_payload == NanPayload::keep && f.has_infinity;
  if (nan_sign_is_open(choice)) return {may_signal ? OutcomeKind::any_nan : OutcomeKind::any_quiet_nan, 0};
  return {may_signal ? OutcomeKind::nan_of_sign : OutcomeKind::quiet_nan_of_sign, sign};
}

/// A NaN result.
/// @param named             the NaN that `nan_result` names; for "any" one of the sign that the result has
/// @param inputs_canonical  whether every operand that is a NaN has the canonical payload
SEMCHECK_HD constexpr Outcome nan_outcome(const Choice& choice, const Format& f, Bits named, bool inputs_canonical) {
  const Bits sign = choice.nan_sign == NanSign::positive ? 0 : named & sign_mask(f);
  if (payload_is_open(choice, inputs_canonical)) return open_nan(choice, f, sign);
  const bool canonical = choice.nan_payload == NanPayload::canonical_if_inputs_canonical;
  const Bits payload = magnitude(f, canonical ? choice.nan_canonical : named);
  if (nan_sign_is_open(choice)) return {OutcomeKind::either_sign, payload};
  return exactly(sign | payload);
}

// rule nan_result = "first" and "second", of three operands: the leftmost and the rightmost that is a NaN, which is
// what two binary steps from left to right give. "selected" follows the operand that `nan` picks.
SEMCHECK_HD constexpr Bits named_operand(const Choice& choice, const Format& f, Bits x, Bits z, Bits w) {
  const bool rightmost =
      choice.nan_result == NanResult::second || (choice.nan_result == NanResult::selected && choice.nan == Nan::second);
  const Bits outer = rightmost ? w : x;
  if (is_nan(f, outer)) return outer;
  return is_nan(f, z) ? z : (rightmost ? x : w);
}

/// The NaN result of an operation on three operands, of which at least one is a NaN.
SEMCHECK_HD constexpr Outcome nan_of_operands(const Choice& choice, const Format& f, Bits x, Bits z, Bits w) {
  const bool inputs_canonical =
      is_canonical_if_nan(choice, f, x) && is_canonical_if_nan(choice, f, z) && is_canonical_if_nan(choice, f, w);
  if (choice.nan_result == NanResult::canonical || choice.nan_result == NanResult::any)
    return nan_outcome(choice, f, choice.nan_canonical, inputs_canonical);
  const Bits operand = named_operand(choice, f, x, z, w);
  return nan_outcome(choice, f, choice.snan == Snan::verbatim ? operand : quieted(f, operand), inputs_canonical);
}

/// The NaN of an arithmetic step, whose result a rule sees as an operand. Give a number for an operand that is not
/// there.
// IEEE 754-2019 6.2: an operation with a NaN operand delivers a quiet NaN, which should be one of those; an invalid
// operation makes one. CUDA programming guide, floating-point standard: always the canonical one; so it is for
// nan_result = "selected" too, which speaks of the selection alone.
SEMCHECK_HD constexpr Bits arithmetic_nan(const Choice& choice, const Format& f, Bits x, Bits z, Bits w) {
  const bool keeps_operand = choice.nan_result == NanResult::first || choice.nan_result == NanResult::second;
  const Bits operand = named_operand(choice, f, x, z, w);
  return keeps_operand && is_nan(f, operand) ? quieted(f, operand) : choice.nan_canonical;
}

}  // namespace semcheck
