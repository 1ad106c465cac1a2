#include "core/judge/laws.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/judge/law_context.h"

namespace semcheck {
namespace {

/// The values with their places in the table and the results of all their pairs.
struct Square {
  std::vector<Bits> values;
  std::vector<std::size_t> places;
  std::vector<const Bits*> results;  ///< row by row: first operand, second operand

  Square(const std::vector<Bits>& all, const ResultTable& table) {
    for (Bits value : all)
      if (const auto place = table.place(value)) {
        values.push_back(value);
        places.push_back(*place);
      }
    for (std::size_t x : places)
      for (std::size_t z : places) results.push_back(table.at(x, z));
  }
  std::size_t size() const { return values.size(); }
  const Bits* at(std::size_t x, std::size_t z) const { return results[x * values.size() + z]; }
};

/// What the checks of all laws share.
struct LawCheck {
  const Operation& operation;
  const Rules& rules;
  const ResultTable& table;
  const Square square;
  std::size_t max_examples;
  Judgement& judgement;
  const LawContext context = law_context(operation, rules);

  bool same(Bits a, Bits b) const { return are_same(context, a, b); }

  void report(Obligation law, std::vector<Bits> tuple, Expected other, Bits actual) {
    ++judgement.mismatches;
    if (judgement.count[static_cast<std::size_t>(law)]++ < max_examples)
      judgement.examples.push_back({law, std::move(tuple), std::move(other), actual});
  }
};

Expected one(Bits bits) {
  return {{OutcomeKind::exactly, bits}};
}

void check_commutative(LawCheck& check) {
  const Square& s = check.square;
  for (std::size_t i = 0; i < s.size(); ++i)
    for (std::size_t j = i + 1; j < s.size(); ++j) {
      const Bits* left = s.at(i, j);
      const Bits* right = s.at(j, i);
      if (left != nullptr && right != nullptr && !check.same(*left, *right))
        check.report(Obligation::commutative, {s.values[i], s.values[j]}, one(*right), *left);
    }
}

/// The result of a further step with results of the square as operands: their places, kept row by row like the square.
std::vector<std::optional<std::size_t>> places_of_results(const LawCheck& check) {
  std::vector<std::optional<std::size_t>> places;
  for (const Bits* result : check.square.results)
    places.push_back(result != nullptr ? check.table.place(*result) : std::nullopt);
  return places;
}

void check_associative(LawCheck& check) {
  const Square& s = check.square;
  const std::size_t n = s.size();
  const auto result_places = places_of_results(check);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < n; ++k) {
        const auto& ij = result_places[i * n + j];
        const auto& jk = result_places[j * n + k];
        if (!ij || !jk) continue;
        const Bits* left = check.table.at(*ij, s.places[k]);
        const Bits* right = check.table.at(s.places[i], *jk);
        if (left != nullptr && right != nullptr && !check.same(*left, *right))
          check.report(Obligation::associative, {s.values[i], s.values[j], s.values[k]}, one(*right), *left);
      }
}

void check_idempotent(LawCheck& check) {
  const Square& s = check.square;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const Bits x = s.values[i];
    const Bits* result = s.at(i, i);
    if (result != nullptr && !is_itself(check.context, x, *result))
      check.report(Obligation::idempotent, {x, x}, one(x), *result);
  }
}

void check_absorbing(LawCheck& check) {
  const Bits top = absorbing_element(check.context.order.format, check.context.is_minimum);
  for (Bits x : check.square.values)
    for (const auto& [first, second] : {std::pair(x, top), std::pair(top, x)}) {
      const auto result = check.table.find(first, second);
      if (result && *result != top) check.report(Obligation::absorbing, {first, second}, one(top), *result);
      if (x == top) break;
    }
}

/// The indices of the values that are numbers.
std::vector<std::size_t> numbers_of(const LawCheck& check) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < check.square.size(); ++i)
    if (check.context.order.is_number(check.square.values[i])) numbers.push_back(i);
  return numbers;
}

/// Where each result of the square lies: an unknown one everywhere, a NaN nowhere.
std::vector<Interval> intervals_of_results(const LawCheck& check) {
  std::vector<Interval> intervals;
  for (const Bits* result : check.square.results)
    intervals.push_back(result != nullptr ? check.context.order.interval_of_result(*result) : Interval{0, ~Bits{0}});
  return intervals;
}

void report_fall(LawCheck& check, std::array<std::size_t, 2> lower, std::array<std::size_t, 2> upper) {
  const Square& s = check.square;
  check.report(Obligation::monotone, {s.values[lower[0]], s.values[lower[1]], s.values[upper[0]], s.values[upper[1]]},
               one(*s.at(upper[0], upper[1])), *s.at(lower[0], lower[1]));
}

/// Raises an operand from value a to value b, with each number as the other operand.
void check_step(LawCheck& check, const std::vector<std::size_t>& numbers, const std::vector<Interval>& results,
                std::size_t a, std::size_t b) {
  const std::size_t n = check.square.size();
  for (std::size_t z : numbers) {
    if (!in_order(results[a * n + z], results[b * n + z])) report_fall(check, {a, z}, {b, z});
    if (!in_order(results[z * n + a], results[z * n + b])) report_fall(check, {z, a}, {z, b});
  }
}

void check_monotone(LawCheck& check) {
  const std::vector<std::size_t> numbers = numbers_of(check);
  const std::vector<Interval> results = intervals_of_results(check);
  std::vector<Interval> values;
  values.reserve(numbers.size());
  for (std::size_t i : numbers) values.push_back(check.context.order.interval(check.square.values[i]));
  for (std::size_t a = 0; a < numbers.size(); ++a)
    for (std::size_t b = 0; b < numbers.size(); ++b)
      if (a != b && in_order(values[a], values[b])) check_step(check, numbers, results, numbers[a], numbers[b]);
}

void check_bounded(LawCheck& check) {
  const Square& s = check.square;
  for (std::size_t i : numbers_of(check))
    for (std::size_t j : numbers_of(check)) {
      const Bits x = s.values[i];
      const Bits z = s.values[j];
      const Bits* result = s.at(i, j);
      if (result == nullptr || is_bounded(check.context, x, z, *result)) continue;
      check.report(Obligation::bounded, {x, z}, {{OutcomeKind::exactly, x}, {OutcomeKind::exactly, z}}, *result);
    }
}

struct LawRow {
  Obligation law;
  void (*check)(LawCheck&);
};

constexpr std::array kLawRows = {
    LawRow{Obligation::commutative, check_commutative}, LawRow{Obligation::associative, check_associative},
    LawRow{Obligation::idempotent, check_idempotent},   LawRow{Obligation::absorbing, check_absorbing},
    LawRow{Obligation::monotone, check_monotone},       LawRow{Obligation::bounded, check_bounded},
};

/// The pairs still to be computed, each once, in the order they were asked for.
class PairList {
 public:
  explicit PairList(const ResultTable& table) : table_(table) { cases_.operands.resize(2); }

  void need(Bits x, Bits z) {
    if (table_.find(x, z) || !seen_.insert({x, z}).second) return;
    cases_.operands[0].push_back(x);
    cases_.operands[1].push_back(z);
    ++cases_.special;
  }
  Cases take() { return std::move(cases_); }

 private:
  const ResultTable& table_;
  std::set<std::pair<Bits, Bits>> seen_;
  Cases cases_;
};

void need_results_as_operands(const std::vector<Bits>& values, const ResultTable& table, PairList& pairs) {
  std::set<Bits> results;
  for (Bits x : values)
    for (Bits z : values)
      if (const auto result = table.find(x, z)) results.insert(*result);
  for (Bits result : results)
    for (Bits value : values) {
      pairs.need(result, value);
      pairs.need(value, result);
    }
}

}  // namespace

Cases missing_pairs(const ObligationSet& laws, const Operation& operation, const std::vector<Bits>& values,
                    const ResultTable& table) {
  PairList pairs(table);
  const Bits top = absorbing_element(format(operation.dtype), is_minimum(operation.kind));
  if (laws.contains(Obligation::absorbing))
    for (Bits x : values) {
      pairs.need(x, top);
      pairs.need(top, x);
    }
  if (!(laws - ObligationSet{Obligation::absorbing, Obligation::idempotent}).empty())
    for (Bits x : values)
      for (Bits z : values) pairs.need(x, z);
  if (laws.contains(Obligation::idempotent))
    for (Bits x : values) pairs.need(x, x);
  if (laws.contains(Obligation::associative)) need_results_as_operands(values, table, pairs);
  return pairs.take();
}

void check_laws(const ObligationSet& laws, const Operation& operation, const Rules& rules,
                const std::vector<Bits>& values, const ResultTable& table, std::size_t max_examples,
                Judgement& judgement) {
  LawCheck check{operation, rules, table, Square(values, table), max_examples, judgement};
  for (const LawRow& row : kLawRows)
    if (laws.contains(row.law)) row.check(check);
}

}  // namespace semcheck
