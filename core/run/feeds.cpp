#include "core/run/feeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <set>

#include "core/values/spelling.h"

namespace semcheck {
namespace {

/// What an operand is tried as before the values of the matrix, as far as its dtype has it.
constexpr std::array<std::string_view, 13> kTelling = {
    "0", "-0", "1", "-1", "+qnan(1)", "-qnan", "+snan(1)", "+inf", "-inf", "max", "-max", "+min_subnormal", "min"};
constexpr std::size_t kMostValues = 12;
constexpr std::size_t kMostBroadcast = 64;
constexpr std::size_t kMostPartners = 512;
constexpr std::size_t kRandomPartners = 64;
constexpr std::size_t kMostSpecial = 4096;
constexpr std::size_t kMostRandom = 1024;
/// A launch of `tail` is three whole blocks and one in which all threads but one have work.
constexpr std::size_t kInLastBlock = 255;
constexpr std::size_t kInTail = 4 * 256 - 1;

void add_once(std::vector<Bits>& values, Bits value) {
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

std::vector<Bits> matrix_values(const Spec& spec, Dtype dtype) {
  std::vector<Bits> values;
  if (spec.inputs.matrices.empty()) return values;
  for (const NamedValue& value : resolve(spec.inputs.matrices.front(), dtype)) add_once(values, value.bits);
  return values;
}

std::vector<Bits> telling_values(const Spec& spec, Dtype dtype) {
  std::vector<Bits> values;
  for (std::string_view text : kTelling)
    if (const auto value = parse_value(dtype, text)) add_once(values, *value);
  for (Bits value : matrix_values(spec, dtype)) add_once(values, value);
  values.resize(std::min(values.size(), kMostValues));
  return values;
}

/// The values of an operand that takes part in a broadcast: rows for the first, third, …, columns for the second, …
std::vector<Bits> broadcast_values(const Spec& spec, std::size_t operand) {
  const Dtype dtype = spec.operation.operands[operand];
  std::vector<Bits> values = matrix_values(spec, dtype);
  if (values.empty()) values = telling_values(spec, dtype);
  values.resize(std::min(values.size(), kMostBroadcast));
  return values;
}

bool is_by_value(Supply supply) {
  return supply == Supply::argument || supply == Supply::literal || supply == Supply::constant;
}

void add_feeds_of_operand(const Spec& spec, Supply supply, std::size_t operand, std::vector<Feed>& feeds) {
  const Dtype dtype = spec.operation.operands[operand];
  if (supply == Supply::in_place) {
    if (dtype == spec.operation.result) feeds.push_back({supply, operand, {}, 0, 0});
    return;
  }
  const std::vector<Bits> values = telling_values(spec, dtype);
  if (supply != Supply::argument) feeds.push_back({supply, operand, values, 0, 0});
  for (Bits value : values)
    if (supply == Supply::argument) feeds.push_back({supply, operand, {value}, 0, 0});
}

void add_feeds(const Spec& spec, Supply supply, std::vector<Feed>& feeds) {
  const std::size_t operands = spec.operation.operands.size();
  if (is_by_value(supply) || supply == Supply::in_place) {
    for (std::size_t k = 0; k < operands; ++k) add_feeds_of_operand(spec, supply, k, feeds);
  } else if (supply == Supply::tail) {
    for (std::size_t moved = 0; moved < kInTail; moved += kInLastBlock) feeds.push_back({supply, 0, {}, 0, moved});
  } else if (supply == Supply::broadcast) {
    feeds.push_back({supply, 0, {}, broadcast_values(spec, operands > 1 ? 1 : 0).size(), 0});
  } else {
    feeds.push_back({supply, 0, {}, 0, 0});
  }
}

void add(Cases& cases, const std::vector<Bits>& tuple) {
  cases.operands.resize(tuple.size());
  for (std::size_t k = 0; k < tuple.size(); ++k) cases.operands[k].push_back(tuple[k]);
  cases.special = cases.size();
}

/// The operands that a value of one operand meets, each tuple once, with that operand zero.
std::vector<std::vector<Bits>> partners(const Cases& cases, std::size_t operand) {
  std::vector<std::vector<Bits>> tuples;
  std::set<std::vector<Bits>> known;
  const auto add_partner = [&](std::size_t i) {
    std::vector<Bits> tuple = cases.at(i);
    tuple[operand] = 0;
    if (known.insert(tuple).second) tuples.push_back(std::move(tuple));
  };
  for (std::size_t i = 0; i < cases.special && tuples.size() < kMostPartners; ++i) add_partner(i);
  const std::size_t end = std::min(cases.size(), cases.special + kRandomPartners);
  for (std::size_t i = cases.special; i < end; ++i) add_partner(i);
  return tuples;
}

Cases value_cases(const Feed& feed, const Cases& cases) {
  Cases result;
  std::vector<std::vector<Bits>> tuples = partners(cases, feed.operand);
  for (Bits value : feed.values)
    for (std::vector<Bits>& tuple : tuples) {
      tuple[feed.operand] = value;
      add(result, tuple);
    }
  return result;
}

/// An element of a list that goes on from its beginning.
Bits element(const std::vector<Bits>& list, std::size_t i) {
  assert(!list.empty());
  return list[i % list.size()];
}

Cases broadcast_cases(const Spec& spec, const Feed& feed) {
  std::vector<std::vector<Bits>> values;
  for (std::size_t k = 0; k < spec.operation.operands.size(); ++k) values.push_back(broadcast_values(spec, k));
  Cases result;
  std::vector<Bits> tuple(values.size());
  for (std::size_t row = 0; row < values.front().size(); ++row)
    for (std::size_t column = 0; column < feed.columns; ++column) {
      for (std::size_t k = 0; k < values.size(); ++k) tuple[k] = element(values[k], k % 2 == 0 ? row : column);
      add(result, tuple);
    }
  return result;
}

/// The special cases and some of the random ones.
Cases excerpt(const Cases& cases) {
  Cases result;
  for (std::size_t i = 0; i < std::min(cases.special, kMostSpecial); ++i) add(result, cases.at(i));
  const std::size_t end = std::min(cases.size(), cases.special + kMostRandom);
  for (std::size_t i = cases.special; i < end; ++i) add(result, cases.at(i));
  return result;
}

/// An odd number of cases, so that a copy of them directly behind them has each in another place of a vector; as many
/// copies as a vector has elements, and a tail.
Cases vector_cases(const Cases& cases, std::size_t width) {
  const Cases some = excerpt(cases);
  const std::size_t count = some.size();
  assert(count > 0);
  const std::size_t odd = count | 1;
  Cases result;
  for (std::size_t i = 0; i < width * odd + width - 1; ++i) add(result, some.at(i % odd % count));
  return result;
}

/// The first cases, moved along; fewer than a launch has are repeated.
Cases tail_cases(const Feed& feed, const Cases& cases) {
  const std::size_t some = std::min(cases.size(), kInTail);
  assert(some > 0);
  Cases result;
  for (std::size_t i = 0; i < kInTail; ++i) add(result, cases.at((i + kInTail - feed.moved) % kInTail % some));
  return result;
}

std::string place_in_vector(std::size_t width, std::size_t count, std::size_t i) {
  if (i >= count / width * width) return "scalar tail";
  return fmt::format("element {}", i % width);
}

}  // namespace

std::vector<Feed> feeds_of(const Spec& spec, const std::vector<Supply>& supplies) {
  std::vector<Feed> feeds;
  for (Supply supply : supplies) add_feeds(spec, supply, feeds);
  return feeds;
}

Cases feed_cases(const Spec& spec, const Feed& feed, const Cases& cases) {
  if (cases.size() == 0) return cases;
  switch (feed.supply) {
    case Supply::array: return cases;
    case Supply::argument:
    case Supply::literal:
    case Supply::constant: return value_cases(feed, cases);
    case Supply::broadcast: return broadcast_cases(spec, feed);
    case Supply::in_place: return excerpt(cases);
    case Supply::vector2: return vector_cases(cases, 2);
    case Supply::vector4: return vector_cases(cases, 4);
    case Supply::tail: return tail_cases(feed, cases);
  }
  return {};
}

std::string describe(const Operation& operation, const Feed& feed, const Cases& cases, std::size_t i) {
  const std::string_view supply = name(feed.supply);
  switch (feed.supply) {
    case Supply::array: return std::string(supply);
    case Supply::argument:
    case Supply::literal:
    case Supply::constant:
    case Supply::in_place: return fmt::format("{} {}", supply, operand_names(operation)[feed.operand]);
    case Supply::broadcast: return fmt::format("{}, row {}, column {}", supply, i / feed.columns, i % feed.columns);
    case Supply::vector2: return fmt::format("{}, {}", supply, place_in_vector(2, cases.size(), i));
    case Supply::vector4: return fmt::format("{}, {}", supply, place_in_vector(4, cases.size(), i));
    case Supply::tail: return fmt::format("{}, element {} of {}", supply, i, cases.size());
  }
  return "";
}

}  // namespace semcheck
