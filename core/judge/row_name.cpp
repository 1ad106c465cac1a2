#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/judge/row_cases.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

constexpr std::size_t kShortRow = 8;
constexpr std::size_t kMostOutstanding = 4;

std::string list_of(Dtype dtype, std::span<const Bits> row) {
  std::string text;
  for (Bits b : row) text += (text.empty() ? "" : ", ") + spell(dtype, b);
  return text;
}

/// The pattern that most elements have.
Bits usual(std::span<const Bits> row) {
  std::map<Bits, std::size_t> counts;
  for (Bits b : row) ++counts[b];
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

std::vector<std::size_t> places_unlike(std::span<const Bits> row, Bits pattern) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < row.size(); ++i)
    if (row[i] != pattern) places.push_back(i);
  return places;
}

bool takes_turns(std::span<const Bits> row) {
  for (std::size_t i = 2; i < row.size(); ++i)
    if (row[i] != row[i - 2]) return false;
  return true;
}

std::string element(Dtype dtype, std::span<const Bits> row, std::size_t place) {
  return fmt::format("{} at {}", spell(dtype, row[place]), place);
}

/// Of a row without a pattern: its ends, its first NaN and its extrema.
std::string digest(Dtype dtype, std::span<const Bits> row) {
  const Format& f = format(dtype);
  std::vector<std::size_t> nans, numbers;
  for (std::size_t i = 0; i < row.size(); ++i) (is_nan(f, row[i]) ? nans : numbers).push_back(i);
  std::string text = fmt::format("{}, …, {}", list_of(dtype, row.first(2)), spell(dtype, row.back()));
  if (!nans.empty()) text += "; ";
  if (nans.size() > 1) text += fmt::format("{} NaNs, the first ", nans.size());
  if (!nans.empty()) text += element(dtype, row, nans.front());
  if (numbers.empty()) return text;
  const auto less = [&](std::size_t a, std::size_t b) { return order_key(f, row[a]) < order_key(f, row[b]); };
  return text + fmt::format("; greatest {}, least {}",
                            element(dtype, row, *std::max_element(numbers.begin(), numbers.end(), less)),
                            element(dtype, row, *std::min_element(numbers.begin(), numbers.end(), less)));
}

std::string summary(Dtype dtype, std::span<const Bits> row) {
  const Bits rest = usual(row);
  const std::vector<std::size_t> outstanding = places_unlike(row, rest);
  if (outstanding.empty()) return "all " + spell(dtype, rest);
  if (takes_turns(row)) return list_of(dtype, row.first(2)) + " in turn";
  if (outstanding.size() > kMostOutstanding) return digest(dtype, row);
  std::string text;
  for (std::size_t place : outstanding) text += element(dtype, row, place) + ", ";
  return text + "else " + spell(dtype, rest);
}

}  // namespace

std::string row_name(const Operation& operation, std::span<const Bits> row) {
  const Dtype dtype = operation.operands.front();
  if (row.empty()) return "[no elements]";
  if (row.size() <= kShortRow) return "[" + list_of(dtype, row) + "]";
  return fmt::format("[{} elements: {}]", row.size(), summary(dtype, row));
}

}  // namespace semcheck
