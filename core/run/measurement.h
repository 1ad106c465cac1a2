#pragma once

/// @file
/// What was measured beside the semantics of a kernel. For information, never a verdict.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace semcheck {

/// What the interpreter counted while it ran a kernel; needs no GPU.
struct Counted {
  double instructions_per_element = 0;  ///< of PTX, executed by all threads
  std::uint64_t branches = 0;           ///< conditional branches that warps executed
  std::uint64_t uniform_branches = 0;   ///< of them, those whose lanes all went one way
  /// The share of warps whose branch went one way; nothing without branches.
  std::optional<double> branch_efficiency() const {
    if (branches == 0) return std::nullopt;
    return static_cast<double>(uniform_branches) / static_cast<double>(branches);
  }
};

/// What a GPU's clock said.
struct Timed {
  double median_us = 0;  ///< of one launch over `elements`, by device events, after warm-up
  double least_us = 0;
  double most_us = 0;
  std::size_t launches = 0;              ///< that were timed
  std::uint64_t elements = 0;            ///< of each operand that one launch reads
  double bytes_per_second = 0;           ///< operands read and results written once
  double copy_bytes_per_second = 0;      ///< of a copy of the same size on the same GPU, in the same run
  std::optional<double> row_latency_us;  ///< of a row operation: one row in one block
};

/// Bytes of memory that an element of a composed operation moves: in one kernel, and in one kernel a step.
struct Traffic {
  std::uint64_t fused = 0;
  std::uint64_t separate = 0;
};

struct Measurement {
  std::optional<Counted> counted;
  std::optional<Timed> timed;
  std::optional<Traffic> traffic;
  std::string error{};  ///< why there are no times although there is a GPU: "timed out after 10 s"
};

}  // namespace semcheck
