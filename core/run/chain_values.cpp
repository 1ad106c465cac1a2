#include <algorithm>
#include <bit>

#include "core/run/probe.h"

namespace semcheck {
namespace {

/// A whole number that the dtype holds exactly.
Bits encode(Dtype dtype, std::uint64_t value) {
  const Format& form = format(dtype);
  if (form.kind != NumberKind::floating || value == 0) return value;
  const auto exponent = static_cast<unsigned>(std::bit_width(value) - 1);
  const auto fraction = static_cast<unsigned>(form.fraction_bits);
  const std::uint64_t bias = (std::uint64_t{1} << (form.exponent_bits - 1)) - 1;
  const std::uint64_t rest = value ^ (std::uint64_t{1} << exponent);
  const std::uint64_t aligned = exponent <= fraction ? rest << (fraction - exponent) : rest >> (exponent - fraction);
  return ((exponent + bias) << fraction) | aligned;
}

/// The number that chains do not pass. IEEE 754-2019, 4.3.1: the sum of 2^p and 1 lies halfway between two numbers of
/// p bits, and the even one is 2^p.
std::uint64_t ceiling(Dtype dtype) {
  const Format& form = format(dtype);
  if (form.kind == NumberKind::floating) return std::uint64_t{1} << (form.fraction_bits + 1);
  return (std::uint64_t{1} << (form.width - 1)) - 1;
}

/// How often one pass adds one to an accumulator.
std::uint64_t counted_in_a_pass(const Probe& probe, const Role& role) {
  if (role.kind == ChainKind::independent) return row(role.ops.front()).counts ? probe.unroll : 0;
  std::uint64_t counts = 0;
  for (std::size_t i = 0; i < role.length; ++i)
    if (row(role.ops[i % role.ops.size()]).counts) ++counts;
  return counts * probe.unroll;
}

}  // namespace

Bits chain_one(Dtype dtype) {
  return encode(dtype, 1);
}

Bits chain_ceiling(Dtype dtype) {
  return encode(dtype, ceiling(dtype));
}

Bits chain_result(const Probe& probe, const Role& role, std::uint64_t passes) {
  return encode(probe.dtype, std::min(1 + passes * counted_in_a_pass(probe, role), ceiling(probe.dtype)));
}

}  // namespace semcheck
