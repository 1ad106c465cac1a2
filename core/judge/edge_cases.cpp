#include "core/judge/edge_cases.h"

#include "core/reference/clamp.h"
#include "core/reference/soft_float.h"

namespace semcheck {
namespace {

using Columns = std::vector<std::vector<Bits>>;

/// Multiply-adds of a random product for each format.
constexpr std::uint64_t kInexactProducts = 256;

/// The pattern and the next ones up and down; of a zero the least numbers of both signs.
std::array<Bits, 3> around(const Format& f, Bits b) {
  if (is_floating(f) && is_zero(f, b)) return {sign_mask(f) | 1, b, 1};
  return {(b - 1) & value_mask(f), b, (b + 1) & value_mask(f)};
}

void add_around(std::vector<Tuple>& tuples, const Format& f, Bits bound, Bits lower, Bits upper) {
  for (Bits x : around(f, bound)) tuples.push_back({x, lower, upper});
}

std::vector<Tuple> clamp_edges(const Operation& operation, const Columns& columns) {
  const Format& f = format(operation.dtype);
  std::vector<Tuple> tuples;
  const auto add_bounds = [&](Bits lower, Bits upper) {
    add_around(tuples, f, lower, lower, upper);
    add_around(tuples, f, upper, lower, upper);
  };
  if (!operation.constants.empty())
    add_bounds(operation.constants[0].bits, operation.constants[1].bits);
  else
    for (Bits lower : columns[1])
      for (Bits upper : columns[2]) add_bounds(lower, upper);
  return tuples;
}

std::vector<Tuple> grad_clip_edges(const Operation& operation, const Columns& columns) {
  const Format& f = format(operation.dtype);
  std::vector<Tuple> tuples;
  const auto add_limit = [&](Bits limit) {
    add_around(tuples, f, limit, limit, 0);
    add_around(tuples, f, limit ^ sign_mask(f), limit, 0);
  };
  if (!operation.constants.empty())
    add_limit(operation.constants[0].bits);
  else
    for (Bits limit : columns[1]) add_limit(limit);
  return tuples;
}

/// x * z - rounded(x * z), of the sign that makes the exact difference positive; nothing where the product is exact.
void add_rounding_error(std::vector<Tuple>& tuples, const Format& f, Bits x, Bits z) {
  const Bits product = multiply(f, Rounding::rn, x, z).bits;
  const Bits error = fused_multiply_add(f, Rounding::rn, x, z, product ^ sign_mask(f)).bits;
  if (is_zero(f, error)) return;
  const Bits sign = error & sign_mask(f);
  tuples.push_back({x ^ sign, z, product ^ sign_mask(f) ^ sign});
}

/// (1 + 2^-k) * (1 + 2^-m) lies halfway between two numbers when 2^-(k + m) is half a unit in the last place: a small
/// addend decides where it is rounded to, unless it has been before.
void add_halfway_products(std::vector<Tuple>& tuples, const Format& f) {
  const Bits one = one_of(f);
  const Bits small = exponent_mask(f) & (one >> 1);
  for (int k = 1; k < precision(f); ++k) {
    const Bits x = one | (Bits{1} << (f.fraction_bits - k));
    const Bits z = one | (Bits{1} << (k - 1));
    for (Bits addend : {Bits{1}, small, sign_mask(f) | 1, sign_mask(f) | small}) tuples.push_back({x, z, addend});
    add_rounding_error(tuples, f, x, z);
  }
}

std::vector<Tuple> fma_relu_edges(const Operation& operation, const Columns&) {
  const Format& f = format(operation.result);
  std::vector<Tuple> tuples;
  add_halfway_products(tuples, f);
  for (std::uint64_t i = 0; i < kInexactProducts; ++i)
    add_rounding_error(tuples, f, one_of(f) | (splitmix64(1, 2 * i) & fraction_mask(f)),
                       one_of(f) | (splitmix64(1, 2 * i + 1) & fraction_mask(f)));
  return tuples;
}

std::vector<Tuple> convert_edges(const Operation& operation, const Columns&) {
  std::vector<Tuple> tuples;
  for (Bits x : conversion_edges(operation.operands.front(), operation.result)) tuples.push_back({x});
  return tuples;
}

struct EdgeRow {
  OperationKind kind;
  std::vector<Tuple> (*edges)(const Operation&, const Columns&);
};

constexpr std::array kEdges = {
    EdgeRow{OperationKind::clamp, clamp_edges},
    EdgeRow{OperationKind::grad_clip, grad_clip_edges},
    EdgeRow{OperationKind::convert, convert_edges},
    EdgeRow{OperationKind::fma_relu, fma_relu_edges},
};

}  // namespace

std::vector<Tuple> edge_cases(const Operation& operation, const Columns& columns) {
  for (const EdgeRow& row : kEdges)
    if (row.kind == operation.kind) return row.edges(operation, columns);
  return {};
}

}  // namespace semcheck
