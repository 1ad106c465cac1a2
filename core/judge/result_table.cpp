#include <algorithm>
#include <bit>

#include "core/judge/laws.h"

namespace semcheck {

void ResultTable::add(const Cases& cases, std::span<const Bits> results) {
  if (cases.special == 0) return;
  const std::vector<Bits>& x = cases.operands[0];
  const std::vector<Bits>& z = cases.operands[1];
  for (std::size_t i = 0; i < cases.special; ++i) {
    places_.try_emplace(x[i], places_.size());
    places_.try_emplace(z[i], places_.size());
  }
  if (places_.size() > side_) grow(std::bit_ceil(places_.size()));
  for (std::size_t i = 0; i < cases.special; ++i) {
    const std::size_t at = places_[x[i]] * side_ + places_[z[i]];
    results_[at] = results[i];
    known_[at] = 1;
  }
}

void ResultTable::grow(std::size_t side) {
  std::vector<Bits> results(side * side);
  std::vector<unsigned char> known(side * side);
  for (std::size_t x = 0; x < side_; ++x) {
    const auto from = static_cast<std::ptrdiff_t>(x * side_);
    const auto length = static_cast<std::ptrdiff_t>(side_);
    const auto to = static_cast<std::ptrdiff_t>(x * side);
    std::copy_n(results_.begin() + from, length, results.begin() + to);
    std::copy_n(known_.begin() + from, length, known.begin() + to);
  }
  results_ = std::move(results);
  known_ = std::move(known);
  side_ = side;
}

std::optional<std::size_t> ResultTable::place(Bits value) const {
  const auto found = places_.find(value);
  if (found == places_.end()) return std::nullopt;
  return found->second;
}

std::optional<Bits> ResultTable::find(Bits x, Bits z) const {
  const auto px = place(x);
  const auto pz = place(z);
  if (!px || !pz) return std::nullopt;
  const Bits* result = at(*px, *pz);
  return result != nullptr ? std::optional(*result) : std::nullopt;
}

}  // namespace semcheck
