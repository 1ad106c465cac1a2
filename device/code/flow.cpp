#include "device/code/flow.h"

#include <algorithm>

namespace semcheck::code {
namespace {

/// Whether an instruction brings a value from memory or another thread.
bool brings_data(const Instruction& instruction) {
  if (instruction.kind == InstructionKind::atomic) return true;
  // A vote tells of predicates, so it is of data where they are.
  if (instruction.kind == InstructionKind::shuffle) return !instruction.values.empty();
  if (!instruction.memory || !instruction.memory->load) return false;
  return instruction.memory->space != "constant" && instruction.memory->space != "parameter";
}

bool writes(const Instruction& instruction, Register wanted) {
  return std::ranges::find(instruction.writes, wanted) != instruction.writes.end();
}

}  // namespace

Flow::Flow(const Code& code)
    : code_(code),
      predecessors_(code.instructions.size()),
      uses_(code.instructions.size()),
      visited_(code.instructions.size()),
      on_data_(code.instructions.size()) {
  const std::size_t count = code.instructions.size();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t next : successors(i)) predecessors_[next].push_back(i);
  for (std::size_t i = 0; i < count; ++i) {
    const Instruction& instruction = code.instructions[i];
    add_uses(i, instruction.values);
    add_uses(i, instruction.predicates);
    add_uses(i, instruction.address);
    if (instruction.guard) add_uses(i, {*instruction.guard});
  }
  spread_data();
}

std::vector<std::size_t> Flow::successors(std::size_t at) const {
  const Instruction& instruction = code_.instructions[at];
  std::vector<std::size_t> found = instruction.next;
  const bool goes_on = instruction.falls_through || instruction.guard.has_value();
  if (goes_on && at + 1 < code_.instructions.size()) found.push_back(at + 1);
  return found;
}

const std::vector<std::size_t>& Flow::sources(std::size_t at, Register from) const {
  static const std::vector<std::size_t> none;
  const auto found = std::ranges::find(uses_[at], from, &Use::from);
  return found == uses_[at].end() ? none : found->sources;
}

void Flow::add_uses(std::size_t at, const std::vector<Register>& registers) {
  for (Register from : registers)
    if (std::ranges::find(uses_[at], from, &Use::from) == uses_[at].end())
      uses_[at].push_back({from, find_sources(at, from)});
}

/// Whether a write leaves nothing of what was there before for an instruction that takes it: one without a guard, and
/// one with the taker's own guard, unchanged in between.
bool Flow::overwrites(std::size_t source, std::size_t at, Register written) const {
  if (code_.registers.is_memory(written)) return false;
  const Instruction& writer = code_.instructions[source];
  const Instruction& taker = code_.instructions[at];
  if (!writer.guard) return true;
  if (source >= at || writer.guard != taker.guard || writer.guard_negated != taker.guard_negated) return false;
  const auto between = std::span(code_.instructions).subspan(source, at - source);
  return std::ranges::none_of(between, [&](const Instruction& i) { return writes(i, *writer.guard); });
}

/// Goes back from an instruction on every way, up to the writes that leave nothing of what was there before.
std::vector<std::size_t> Flow::find_sources(std::size_t at, Register from) {
  std::vector<std::size_t> found;
  std::vector<std::size_t> open = predecessors_[at];
  ++search_;
  while (!open.empty()) {
    const std::size_t i = open.back();
    open.pop_back();
    if (visited_[i] == search_) continue;
    visited_[i] = search_;
    const Instruction& instruction = code_.instructions[i];
    const bool is_source = writes(instruction, from);
    if (is_source) found.push_back(i);
    if (is_source && overwrites(i, at, from)) continue;
    open.insert(open.end(), predecessors_[i].begin(), predecessors_[i].end());
  }
  return found;
}

Marks Flow::reachable(std::size_t from, std::size_t barred) const {
  Marks found(code_.instructions.size());
  std::vector<std::size_t> open = {from};
  while (!open.empty()) {
    const std::size_t i = open.back();
    open.pop_back();
    if (i == barred || found[i]) continue;
    found[i] = true;
    for (std::size_t next : successors(i)) open.push_back(next);
  }
  return found;
}

void Flow::spread_data() {
  std::vector<std::vector<std::size_t>> takers(on_data_.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < on_data_.size(); ++i) {
    const Instruction& instruction = code_.instructions[i];
    for (const auto* registers : {&instruction.values, &instruction.predicates})
      for (Register from : *registers)
        for (std::size_t source : sources(i, from)) takers[source].push_back(i);
    if (brings_data(instruction)) open.push_back(i);
  }
  while (!open.empty()) {
    const std::size_t i = open.back();
    open.pop_back();
    if (on_data_[i]) continue;
    on_data_[i] = true;
    open.insert(open.end(), takers[i].begin(), takers[i].end());
  }
}

}  // namespace semcheck::code
