#pragma once

/// @file
/// Which instructions follow each other, and whose results an instruction takes.

#include <cstddef>
#include <span>
#include <vector>

#include "device/code/code.h"

namespace semcheck::code {

/// Instructions by number.
using Marks = std::vector<bool>;

/// The flow of control and of values through some code, which must outlive it.
class Flow {
 public:
  explicit Flow(const Code& code);

  const Code& code() const { return code_; }
  /// The instructions whose value of a register reaches an instruction, in no particular order.
  const std::vector<std::size_t>& sources(std::size_t at, Register from) const;
  /// What may come after an instruction.
  std::vector<std::size_t> successors(std::size_t at) const;
  /// The instructions that may come at or after one, without going through `barred`.
  Marks reachable(std::size_t from, std::size_t barred) const;
  /// Whether a value depends on what the thread got from memory or another thread: addresses, sizes and thread numbers
  /// do not.
  bool depends_on_data(std::size_t at) const { return on_data_[at]; }

 private:
  /// A register as an instruction takes it, and where it comes from.
  struct Use {
    Register from;
    std::vector<std::size_t> sources;
  };
  std::vector<std::size_t> find_sources(std::size_t at, Register from);
  bool overwrites(std::size_t source, std::size_t at, Register written) const;
  void add_uses(std::size_t at, const std::vector<Register>& registers);
  void spread_data();

  const Code& code_;
  std::vector<std::vector<std::size_t>> predecessors_;
  std::vector<std::vector<Use>> uses_;
  std::vector<std::size_t> visited_;  ///< by which search, while uses are found
  std::size_t search_ = 0;
  Marks on_data_;
};

}  // namespace semcheck::code
