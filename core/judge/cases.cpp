#include "core/judge/cases.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "core/judge/edge_cases.h"
#include "core/judge/row_cases.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

/// Tuples of one matrix; of a longer list only those are taken that is_near_the_front().
constexpr std::size_t kMostTuples = 50'000;
constexpr std::size_t kFront = 16;
constexpr std::size_t kVeryFront = 8;

/// Cases in the order they come, each kept once: a hash table of indices with open addressing.
class CaseList {
 public:
  CaseList(std::size_t operands, std::size_t capacity)
      : slots_(std::bit_ceil(capacity + capacity / 2 + 2)), shift_(64 - std::countr_zero(slots_.size())) {
    cases_.operands.resize(operands);
    for (auto& column : cases_.operands) column.reserve(capacity);
  }

  void add(const Tuple& tuple) {
    std::size_t slot = hash(tuple);
    while (slots_[slot] != 0) {
      if (holds(slots_[slot] - 1, tuple)) return;
      slot = (slot + 1) & (slots_.size() - 1);
    }
    for (std::size_t k = 0; k < cases_.operands.size(); ++k) cases_.operands[k].push_back(tuple[k]);
    slots_[slot] = static_cast<std::uint32_t>(cases_.size());
  }

  Cases& cases() { return cases_; }

 private:
  std::size_t hash(const Tuple& tuple) const {
    Bits h = 0;
    for (std::size_t k = 0; k < cases_.operands.size(); ++k) h = (h ^ tuple[k]) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>((h ^ (h >> 29)) * 0xbf58476d1ce4e5b9u >> shift_);
  }
  bool holds(std::size_t index, const Tuple& tuple) const {
    for (std::size_t k = 0; k < cases_.operands.size(); ++k)
      if (cases_.operands[k][index] != tuple[k]) return false;
    return true;
  }

  Cases cases_;
  std::vector<std::uint32_t> slots_;  ///< 1 + the index of a case, 0 where free
  int shift_;
};

/// The values of a matrix for each operand, in the matrix's order.
using Columns = std::vector<std::vector<NamedValue>>;

Columns columns_of(const Matrix& matrix, const Operation& operation) {
  Columns columns;
  for (Dtype dtype : operation.operands) columns.push_back(resolve(matrix, dtype));
  return columns;
}

struct RankedTuple {
  std::size_t rank = 0;    ///< the place of its value furthest down the matrix
  std::size_t second = 0;  ///< the place of the next one
  Tuple tuple{};
};

RankedTuple extended(RankedTuple tuple, std::size_t operand, std::size_t place, Bits bits) {
  tuple.second = std::max(tuple.second, std::min(tuple.rank, place));
  tuple.rank = std::max(tuple.rank, place);
  tuple.tuple[operand] = bits;
  return tuple;
}

bool is_near_the_front(const RankedTuple& tuple) {
  return tuple.rank < kFront || tuple.second < kVeryFront;
}

/// Every tuple of the columns' values, or those near the front; those with a value further down the list later.
std::vector<RankedTuple> all_tuples(const Columns& columns) {
  std::size_t count = 1;
  for (const auto& column : columns) count *= column.size();
  std::vector<RankedTuple> tuples(1);
  for (std::size_t k = 0; k < columns.size(); ++k) {
    std::vector<RankedTuple> longer;
    longer.reserve(tuples.size() * columns[k].size());
    for (const RankedTuple& start : tuples)
      for (std::size_t i = 0; i < columns[k].size(); ++i)
        if (const RankedTuple next = extended(start, k, i, columns[k][i].bits);
            count <= kMostTuples || is_near_the_front(next))
          longer.push_back(next);
    tuples = std::move(longer);
  }
  std::stable_sort(tuples.begin(), tuples.end(),
                   [](const RankedTuple& a, const RankedTuple& b) { return a.rank < b.rank; });
  return tuples;
}

std::vector<RankedTuple> diagonal(const Columns& columns) {
  std::size_t rows = columns.front().size();
  for (const auto& column : columns) rows = std::min(rows, column.size());
  std::vector<RankedTuple> tuples(rows);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < columns.size(); ++k) tuples[i].tuple[k] = columns[k][i].bits;
  return tuples;
}

std::vector<Tuple> special_tuples(const Operation& operation, const std::vector<Matrix>& matrices) {
  std::vector<Tuple> tuples;
  std::vector<std::vector<Bits>> first(operation.operands.size());
  for (const Matrix& matrix : matrices) {
    const Columns columns = columns_of(matrix, operation);
    const auto ranked = matrix.combine == Combine::diagonal ? diagonal(columns) : all_tuples(columns);
    for (const RankedTuple& more : ranked) tuples.push_back(more.tuple);
    if (&matrix != &matrices.front()) continue;
    for (std::size_t k = 0; k < columns.size(); ++k)
      for (const NamedValue& value : columns[k]) first[k].push_back(value.bits);
  }
  const std::vector<Tuple> edges = edge_cases(operation, first);
  tuples.insert(tuples.end(), edges.begin(), edges.end());
  return tuples;
}

}  // namespace

Cases cases_at(const Cases& all, const std::vector<std::size_t>& numbers) {
  Cases cases;
  cases.operands.resize(all.operands.size());
  if (!all.starts.empty()) cases.starts.push_back(0);
  for (std::size_t i : numbers)
    for (std::size_t k = 0; k < all.operands.size(); ++k) {
      const std::vector<Bits>& from = all.operands[k];
      std::vector<Bits>& to = cases.operands[k];
      if (all.starts.empty()) {
        to.push_back(from[i]);
        continue;
      }
      const auto first = from.begin() + static_cast<std::ptrdiff_t>(all.starts[i]);
      to.insert(to.end(), first, from.begin() + static_cast<std::ptrdiff_t>(all.starts[i + 1]));
      cases.starts.push_back(to.size());
    }
  cases.special = numbers.size();
  return cases;
}

std::vector<Bits> Cases::at(std::size_t i) const {
  std::vector<Bits> tuple;
  get(i, tuple);
  return tuple;
}

void Cases::get(std::size_t i, std::vector<Bits>& tuple) const {
  if (!starts.empty()) {
    const auto elements = operands.front().begin();
    tuple.assign(elements + static_cast<std::ptrdiff_t>(starts[i]),
                 elements + static_cast<std::ptrdiff_t>(starts[i + 1]));
    return;
  }
  tuple.clear();
  for (const auto& column : operands) tuple.push_back(column[i]);
}

Cases make_cases(const Operation& operation, const Inputs& inputs) {
  if (is_row_operation(operation.kind)) return make_row_cases(operation, inputs);
  const std::size_t operands = operation.operands.size();
  assert(operands > 0 && operands <= kMaxRandomOperands);
  const std::vector<Tuple> special = special_tuples(operation, inputs.matrices);
  CaseList list(operands, special.size() + inputs.random.count);
  for (const Tuple& tuple : special) list.add(tuple);
  list.cases().special = list.cases().size();
  for (std::uint64_t i = 0; i < inputs.random.count; ++i) {
    Tuple tuple{};
    for (std::size_t k = 0; k < operands; ++k)
      tuple[k] = random_pattern(format(operation.operands[k]), inputs.random.seed, i, static_cast<int>(k));
    list.add(tuple);
  }
  return std::move(list.cases());
}

std::string case_name(const Operation& operation, std::span<const Bits> operands) {
  if (is_row_operation(operation.kind)) return row_name(operation, operands);
  std::string text = "(";
  for (std::size_t k = 0; k < operands.size(); ++k) {
    if (k > 0) text += ", ";
    text += spell(k < operation.operands.size() ? operation.operands[k] : operation.dtype, operands[k]);
  }
  return text + ")";
}

}  // namespace semcheck
