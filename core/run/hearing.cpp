#include "core/run/hearing.h"

#include <algorithm>
#include <utility>

namespace semcheck {
namespace {

std::optional<Bits> at(const std::vector<Bits>& bits, std::size_t i) {
  return i < bits.size() ? std::optional(bits[i]) : std::nullopt;
}

}  // namespace

Hearing::Hearing(const Suspect& suspect, std::vector<std::size_t> numbers, Evidence& evidence)
    : suspect_(suspect), evidence_(evidence), numbers_(std::move(numbers)) {
  const Kernel& kernel = suspect_.kernel;
  witnesses_ = cases_at(suspect_.cases, numbers_);
  lay_out();
  device_ = narrowed(suspect_.bits);
  source_ = evidence.source(*kernel.variant, witnesses_);
  if (kernel.path == Path::ptx)
    ptx_.bits = device_;
  else
    ptx_ = narrowed_to_witnesses(evidence.ptx(*kernel.variant, question_));
  if (!ptx_.bits.empty() && ptx_.bits != device_) hear_assemblers();
}

Testimony Hearing::testimony(std::size_t number) const {
  const std::size_t i = place(number);
  return {suspect_.kernel.path,
          device_[i],
          at(source_.bits, i),
          at(ptx_.bits, i),
          at(other_path_, i),
          at(other_level_.bits, i),
          at(other_path_and_level_.bits, i),
          has_open_order(*suspect_.kernel.variant)};
}

std::size_t Hearing::place(std::size_t number) const {
  return static_cast<std::size_t>(std::lower_bound(numbers_.begin(), numbers_.end(), number) - numbers_.begin());
}

/// Arrays are asked about the wrong cases only; other supplies about all, in the lots in which they ran, since where a
/// case lies is part of a supply.
void Hearing::lay_out() {
  if (suspect_.supply == nullptr) {
    question_ = {{&array_, &witnesses_}};
    return;
  }
  for (std::size_t f = 0; f < suspect_.supply->feeds.size(); ++f)
    question_.emplace_back(&suspect_.supply->feeds[f], &suspect_.supply->by_feed[f]);
}

std::vector<Bits> Hearing::narrowed(const std::vector<Bits>& all) const {
  std::vector<Bits> some;
  if (all.empty()) return some;
  some.reserve(numbers_.size());
  for (std::size_t i : numbers_) some.push_back(all[i]);
  return some;
}

Statement Hearing::narrowed_to_witnesses(Statement statement) const {
  if (suspect_.supply != nullptr) statement.bits = narrowed(statement.bits);
  return statement;
}

void Hearing::hear_assemblers() {
  const Kernel& kernel = suspect_.kernel;
  if (suspect_.other_path != nullptr) other_path_ = narrowed(*suspect_.other_path);
  other_level_ = narrowed_to_witnesses(evidence_.at_other_level(*kernel.variant, kernel.path, question_));
  other_path_and_level_ =
      narrowed_to_witnesses(evidence_.at_other_level(*kernel.variant, other_of(kernel.path), question_));
}

}  // namespace semcheck
