#pragma once

#include <cstddef>
#include <span>

#include "core/reference/elementwise.h"

namespace semcheck {

inline constexpr std::size_t kBatch = 1024;

/// Cases side by side, and what the reference makes of them.
struct Batch {
  Bits operands[kMostOperands][kBatch];
  Bits results[kBatch];
  Bits verdicts[kBatch];  ///< kAllowed, kUnchecked, both or neither
};

/// Some reading allows the result.
inline constexpr Bits kAllowed = 1;
/// Some reading allows anything.
inline constexpr Bits kUnchecked = 2;

/// Adds to the verdicts of a batch what one reading says.
using ReferenceLoop = void (*)(const Elementwise& operation, const Choice& reading, Batch& batch);

/// A loop that is for one operation and one reading alone: both are constants of it, so that the rules fold away and
/// the compiler vectorises what is left.
struct SpecialLoop {
  Elementwise operation;
  Choice reading;
  ReferenceLoop run;
};
std::span<const SpecialLoop> special_loops();

/// The loop for every reading of an operation of that kind.
ReferenceLoop general_loop(OperationKind kind);

/// The fastest loop that there is.
ReferenceLoop loop_for(const Elementwise& operation, const Choice& reading);

}  // namespace semcheck
