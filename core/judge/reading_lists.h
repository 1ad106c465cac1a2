#pragma once

/// @file
/// Lists of readings, multiplied out rule by rule.

#include <array>
#include <vector>

#include "core/spec/spec.h"

namespace semcheck {

/// The readings of a list with each value of one rule in turn, where `sees` says that the value makes a difference.
template <class Value, std::size_t N, class Sees>
std::vector<Choice> with_each(const std::vector<Choice>& readings, Value Choice::*rule,
                              const std::array<Value, N>& values, const Sees& sees) {
  std::vector<Choice> result;
  for (Choice reading : readings)
    for (Value value : values) {
      reading.*rule = value;
      if (sees(reading)) result.push_back(reading);
    }
  return result;
}

template <class Value, std::size_t N>
std::vector<Choice> with_each(const std::vector<Choice>& readings, Value Choice::*rule,
                              const std::array<Value, N>& values) {
  return with_each(readings, rule, values, [](const Choice&) { return true; });
}

/// The readings of the binary rules of NaNs, zeros and subnormals, for each reading of a list.
std::vector<Choice> with_binary_rules(std::vector<Choice> list);
/// The readings of `signedness` for the operation's integer operands.
std::vector<Choice> integer_readings(const Operation& operation);

std::vector<Choice> clamp_readings(const Operation& operation, const Choice& start);
std::vector<Choice> convert_readings(const Operation& operation, const Choice& start);
/// The readings of every operation over rows.
std::vector<Choice> row_readings(const Operation& operation, const Choice& start);
/// Of mechanisms(), those of a reduction.
int row_mechanisms(const Choice& reading);

}  // namespace semcheck
