#include "core/judge/row_laws.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/judge/law_context.h"

namespace semcheck {
namespace {

constexpr std::size_t kLongestPermuted = 65;

/// Where the special rows stand.
using RowPlaces = std::map<std::vector<Bits>, std::size_t>;

RowPlaces places_of(const Cases& cases) {
  RowPlaces places;
  for (std::size_t i = 0; i < cases.special; ++i) places.emplace(cases.at(i), i);
  return places;
}

void add_row(PermutedRows& permuted, const RowPlaces& places, const std::vector<Bits>& row, std::size_t of) {
  if (const auto known = places.find(row); known != places.end()) {
    if (known->second != of) permuted.known.push_back({known->second, of});
    return;
  }
  auto& elements = permuted.cases.operands.front();
  elements.insert(elements.end(), row.begin(), row.end());
  permuted.cases.starts.push_back(elements.size());
  permuted.of.push_back(of);
}

/// What the checks share.
struct RowLaws {
  const Operation& operation;
  const Rules& rules;
  std::size_t max_examples;
  Judgement& judgement;
  const Format& f = format(operation.operands.front());
  const NumberOrder order = number_order(operation.operands.front(), rules);
  const bool indices = row(operation.kind).result == ResultType::index;

  /// The element that a result stands for; nothing for an index outside of the row.
  std::optional<Bits> element(std::span<const Bits> row, Bits result) const {
    if (!indices) return result;
    return result < row.size() ? std::optional(row[result]) : std::nullopt;
  }

  bool same(const std::optional<Bits>& a, const std::optional<Bits>& b) const {
    if (a == b) return true;
    if (!a || !b) return false;
    const bool bits_fixed = !indices && rules.allows(Obligation::nan_result, NanResult::canonical);
    if (is_nan(f, *a) || is_nan(f, *b)) return !bits_fixed && is_nan(f, *a) && is_nan(f, *b);
    return indices && equal_numbers(f, *a, *b);
  }

  /// The results of a row that stand for an element of another.
  Expected results_like(std::span<const Bits> row, const std::optional<Bits>& wanted) const {
    Expected results;
    if (!indices && wanted) results.push_back({OutcomeKind::exactly, *wanted});
    for (std::size_t i = 0; indices && i < row.size(); ++i)
      if (same(row[i], wanted)) results.push_back({OutcomeKind::exactly, i});
    return results;
  }

  void report(Obligation law, std::span<const Bits> row, Expected other, Bits actual) const {
    ++judgement.mismatches;
    if (judgement.count[static_cast<std::size_t>(law)]++ < max_examples)
      judgement.examples.push_back({law, {row.begin(), row.end()}, std::move(other), actual});
  }
};

/// The extremum of a row of numbers.
std::size_t extremum_of(const RowLaws& laws, std::span<const Bits> row) {
  const auto less = [&](Bits a, Bits b) { return order_key(laws.f, a) < order_key(laws.f, b); };
  const auto found = is_minimum(laws.operation.kind) ? std::min_element(row.begin(), row.end(), less)
                                                     : std::max_element(row.begin(), row.end(), less);
  return static_cast<std::size_t>(found - row.begin());
}

void check_bounded(const RowLaws& laws, std::span<const Bits> row, Bits result) {
  const auto is_number = [&](Bits b) { return laws.order.is_number(b); };
  if (row.empty() || !std::all_of(row.begin(), row.end(), is_number)) return;
  const std::size_t best = extremum_of(laws, row);
  const std::optional<Bits> element = laws.element(row, result);
  if (element && is_number(*element)) {
    const Interval extremum = laws.order.interval(row[best]);
    const Interval found = laws.order.interval(*element);
    if (found.low <= extremum.high && extremum.low <= found.high) return;
  }
  laws.report(Obligation::bounded, row, {{OutcomeKind::exactly, laws.indices ? best : row[best]}}, result);
}

}  // namespace

PermutedRows permuted_rows(const ObligationSet& laws, const Cases& cases) {
  PermutedRows permuted;
  permuted.cases.operands.resize(1);
  permuted.cases.starts.push_back(0);
  if (!laws.contains(Obligation::permutation_invariant)) return permuted;
  const RowPlaces places = places_of(cases);
  for (std::size_t i = 0; i < cases.special; ++i) {
    std::vector<Bits> row = cases.at(i);
    if (row.size() < 2 || row.size() > kLongestPermuted) continue;
    std::reverse(row.begin(), row.end());
    add_row(permuted, places, row, i);
    if (row.size() == 2) continue;
    std::reverse(row.begin(), row.end());
    std::rotate(row.begin(), row.begin() + 1, row.end());
    add_row(permuted, places, row, i);
  }
  permuted.cases.special = permuted.cases.size();
  return permuted;
}

void check_row_laws(const ObligationSet& laws, const Operation& operation, const Rules& rules, const Cases& cases,
                    std::span<const Bits> results, const PermutedRows& permuted, std::span<const Bits> permuted_results,
                    std::size_t max_examples, Judgement& judgement) {
  const RowLaws check{operation, rules, max_examples, judgement};
  std::vector<Bits> row, other;
  for (std::size_t i = 0; laws.contains(Obligation::bounded) && i < cases.size(); ++i) {
    cases.get(i, row);
    check_bounded(check, row, results[i]);
  }
  const auto check_permuted = [&](std::size_t of, Bits result) {
    cases.get(of, other);
    const std::optional<Bits> wanted = check.element(other, results[of]);
    if (!check.same(check.element(row, result), wanted))
      check.report(Obligation::permutation_invariant, row, check.results_like(row, wanted), result);
  };
  for (const PermutedRows::Known& known : permuted.known) {
    cases.get(known.row, row);
    check_permuted(known.of, results[known.row]);
  }
  for (std::size_t i = 0; i < permuted_results.size(); ++i) {
    permuted.cases.get(i, row);
    check_permuted(permuted.of[i], permuted_results[i]);
  }
}

}  // namespace semcheck
