#pragma once

#include <span>
#include <vector>

#include "core/reference/elementwise.h"
#include "core/spec/rules.h"
#include "core/spec/spec.h"

namespace semcheck {

/// The set of bit patterns that the rules allow for one case: the union over all readings, equal outcomes once.
using Expected = std::vector<Outcome>;

/// What the reference sees of an elementwise operation. evaluate() of many cases is faster by way of it.
Elementwise elementwise(const Operation& operation);

/// The outcome of an elementwise operation under one reading.
/// @param operands  one pattern for each operand that comes with the cases, in order
Outcome evaluate(const Operation& operation, const Choice& choice, std::span<const Bits> operands);

/// Whether one reading allows a result. Unlike evaluate(), for row operations too.
bool gives(const Operation& operation, const Choice& choice, std::span<const Bits> operands, Bits actual);

/// @param operands  of row operations the elements of the row
Expected expected(const Operation& operation, std::span<const Choice> readings, std::span<const Bits> operands);

bool allows(const Format& format, const Expected& expected, Bits actual);
/// True when any result is allowed, so that the case checks nothing.
bool is_unchecked(const Expected& expected);

/// `0x7fffffff (+qnan(0x3fffff))`, several joined by " or ", or the class: "any quiet NaN".
std::string spell(Dtype dtype, const Expected& expected);

}  // namespace semcheck
