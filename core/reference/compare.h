#pragma once

/// @file
/// The reference for `compare`. Compiled by the host compiler and by NVRTC.

#include "core/reference/extremum.h"

namespace semcheck {

/// How two operands stand to each other; exactly one of them holds, and a relation is true for some of them.
inline constexpr unsigned kLess = 1;
inline constexpr unsigned kEqual = 2;
inline constexpr unsigned kGreater = 4;
inline constexpr unsigned kUnordered = 8;

// IEEE 754-2019 5.11, tables 5.1 to 5.3: the four relations, and which predicates hold in each. PTX ISA, setp: lt to ge
// and ne are false with a NaN operand, ltu to geu, equ and neu are true; num asks for two numbers, nan for a NaN.
SEMCHECK_HD constexpr unsigned true_for(Relation relation) {
  switch (relation) {
    case Relation::eq: return kEqual;
    case Relation::ne: return kLess | kGreater;
    case Relation::lt: return kLess;
    case Relation::le: return kLess | kEqual;
    case Relation::gt: return kGreater;
    case Relation::ge: return kGreater | kEqual;
    case Relation::equ: return kEqual | kUnordered;
    case Relation::neu: return kLess | kGreater | kUnordered;
    case Relation::ltu: return kLess | kUnordered;
    case Relation::leu: return kLess | kEqual | kUnordered;
    case Relation::gtu: return kGreater | kUnordered;
    case Relation::geu: return kGreater | kEqual | kUnordered;
    case Relation::num: return kLess | kEqual | kGreater;
    case Relation::nan: return kUnordered;
  }
  return 0;
}

// rule subnormal: PTX ISA, setp.ftz: "subnormal inputs are flushed to sign-preserving zero".
// rule order = "total": IEEE 754-2019 5.10: every two patterns are ordered, and only equal bits are equal.
SEMCHECK_HD constexpr unsigned floating_comparison(const Choice& choice, const Format& f, Bits x, Bits z) {
  const Bits a = seen_by_comparison(choice, f, x);
  const Bits b = seen_by_comparison(choice, f, z);
  const bool total = choice.order == Order::total;
  if (!total && (is_nan(f, a) || is_nan(f, b))) return kUnordered;
  if (total ? a == b : equal_numbers(f, a, b)) return kEqual;
  return order_key(f, a) < order_key(f, b) ? kLess : kGreater;
}

SEMCHECK_HD constexpr unsigned integer_comparison(const Choice& choice, const Format& x_format, const Format& z_format,
                                                  Bits x, Bits z) {
  const Format xf = compared_format(choice, x_format);
  const Format zf = compared_format(choice, z_format);
  if (integer_greater(choice, xf, zf, x, z)) return kGreater;
  return integer_greater(choice, zf, xf, z, x) ? kLess : kEqual;
}

/// How the operands stand to each other: one of the four constants.
SEMCHECK_HD constexpr unsigned comparison(const Choice& choice, const Format& x_format, const Format& z_format, Bits x,
                                          Bits z) {
  if (is_floating(x_format)) return floating_comparison(choice, x_format, x, z);
  return integer_comparison(choice, x_format, z_format, x, z);
}

/// The outcome of a comparison: 1 or 0.
SEMCHECK_HD constexpr Outcome compare(const Choice& choice, Relation relation, const Format& x_format,
                                      const Format& z_format, Bits x, Bits z) {
  // rule order = "total" orders NaNs too, but what `num` and `nan` ask about is whether there are any.
  const bool asks_for_nans = relation == Relation::num || relation == Relation::nan;
  if (asks_for_nans && choice.order == Order::total)
    return exactly((is_nan(x_format, x) || is_nan(z_format, z)) == (relation == Relation::nan) ? 1 : 0);
  return exactly((true_for(relation) & comparison(choice, x_format, z_format, x, z)) != 0 ? 1 : 0);
}

}  // namespace semcheck
