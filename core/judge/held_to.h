#pragma once

#include <span>
#include <vector>

#include "core/judge/contract.h"
#include "core/spec/spec.h"

namespace semcheck {

/// Bit i: obligation i has a meaning for the operation (Contract::applicable).
unsigned long long applicable_to(const Operation& operation);

/// What an elementwise operation is held to.
/// @param readings  of the rules; they have to outlive the contract
Contract contract_of(const Operation& operation, const Rules& rules, std::span<const Choice> readings);

/// A contract with the readings it refers to. It can be moved but not copied.
struct HeldTo {
  std::vector<Choice> readings;
  Contract contract;

  HeldTo(const Operation& operation, const Rules& rules);
  HeldTo(HeldTo&&) = default;
  HeldTo& operator=(HeldTo&&) = default;
};

/// What an elementwise operation with these rules is held to.
HeldTo held_to(const Operation& operation, const Rules& rules);

}  // namespace semcheck
