#include "device/code/facts.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "device/code/chain.h"

namespace semcheck::code {
namespace {

using Kind = InstructionKind;

constexpr std::array<Kind, 3> kCooperation = {Kind::shuffle, Kind::barrier, Kind::atomic};

void count_instructions(const Code& code, CodeFacts& facts) {
  std::set<std::string> unknown;
  for (const Instruction& instruction : code.instructions) {
    ++facts.opcodes[instruction.opcode];
    ++facts.kinds[instruction.kind];
    if (instruction.kind == Kind::other) unknown.insert(instruction.opcode);
  }
  facts.instructions = code.instructions.size();
  facts.unknown.assign(unknown.begin(), unknown.end());
}

void add_access(std::vector<Access>& accesses, const MemoryUse& memory, bool store) {
  const auto found = std::ranges::find_if(accesses, [&](const Access& access) {
    return access.space == memory.space && access.store == store && access.bytes == memory.bytes;
  });
  if (found != accesses.end()) {
    ++found->count;
  } else {
    accesses.push_back({std::string(memory.space), store, memory.bytes, 1});
  }
}

std::vector<Access> accesses_of(const Code& code) {
  std::vector<Access> accesses;
  for (const Instruction& instruction : code.instructions) {
    if (!instruction.memory || instruction.kind == Kind::atomic) continue;
    if (instruction.memory->load) add_access(accesses, *instruction.memory, false);
    if (instruction.memory->store) add_access(accesses, *instruction.memory, true);
  }
  std::ranges::sort(accesses, {}, [](const Access& a) { return std::tuple(a.space, a.store, a.bytes); });
  return accesses;
}

/// The places that a kind of access goes to: one for each address that is computed, however often it is used.
class Traffic {
 public:
  Traffic(const Flow& flow, bool store) : flow_(flow), store_(store) {}

  void add(std::size_t i) {
    const Instruction& instruction = flow_.code().instructions[i];
    if (store_ && !is_first(i)) return;
    bytes_ += instruction.memory->bytes;
    elements_ += elements_of(*instruction.memory);
  }
  std::uint32_t bytes() const { return bytes_; }
  std::uint32_t elements() const { return elements_; }
  void set_wide(bool is_wide) { is_wide_ = is_wide; }

 private:
  /// SASS says how wide a store is and not of how many elements: 64-bit arithmetic makes 8-byte ones.
  std::uint32_t elements_of(const MemoryUse& memory) const {
    if (memory.elements != 0) return memory.elements;
    const std::uint32_t element = is_wide_ ? 8 : 4;
    return std::max(memory.bytes / element, 1U);
  }

  /// Both sides of a branch may store the one result: to the same place in the listing's words, or by code of which no
  /// way leads from one to the other.
  bool is_first(std::size_t i) {
    const bool is_alone = std::ranges::none_of(seen_, [&](std::size_t earlier) {
      const auto& instructions = flow_.code().instructions;
      if (instructions[earlier].memory->bytes != instructions[i].memory->bytes) return false;
      return !flow_.reachable(earlier, flow_.code().instructions.size())[i] || is_guarded_pair(earlier, i);
    });
    seen_.push_back(i);
    return is_alone;
  }

  /// Predicated stores to one place: `@P0 STG [R2], R0; @!P0 STG [R2], R5`.
  bool is_guarded_pair(std::size_t a, std::size_t b) const {
    const Instruction& first = flow_.code().instructions[a];
    const Instruction& second = flow_.code().instructions[b];
    return first.guard && (!second.guard || first.guard == second.guard);
  }

  const Flow& flow_;
  bool store_;
  bool is_wide_ = false;
  std::uint32_t bytes_ = 0;
  std::uint32_t elements_ = 0;
  std::vector<std::size_t> seen_;
};

void measure_traffic(const Flow& flow, const Choice& choice, CodeFacts& facts) {
  Traffic loads(flow, false), stores(flow, true);
  stores.set_wide(choice.is_wide);
  const auto& instructions = flow.code().instructions;
  // Code that is not optimised does not know of its addresses that they are global.
  const bool has_global = std::ranges::find(facts.accesses, "global", &Access::space) != facts.accesses.end();
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const auto& memory = instructions[i].memory;
    if (!memory || memory->space != (has_global ? "global" : "generic") || instructions[i].kind == Kind::atomic)
      continue;
    if (memory->load) loads.add(i);
    if (memory->store) stores.add(i);
  }
  const std::uint32_t elements = std::max(stores.elements(), 1U);
  facts.loaded = loads.bytes() / elements;
  facts.stored = stores.bytes() / elements;
}

bool is_reduction(const CodeFacts& facts) {
  const bool cooperates = std::ranges::any_of(kCooperation, [&](Kind kind) { return facts.count(kind) > 0; });
  const bool shares = std::ranges::find(facts.accesses, "shared", &Access::space) != facts.accesses.end();
  return cooperates || shares || facts.carried_accumulator;
}

/// Bytes of local memory that the code writes.
std::uint32_t spilled(const std::vector<Access>& accesses) {
  std::uint32_t bytes = 0;
  for (const Access& access : accesses)
    if (access.store && access.space == "local") bytes += access.bytes * static_cast<std::uint32_t>(access.count);
  return bytes;
}

}  // namespace

CodeFacts facts_of(Code code) {
  CodeFacts facts;
  facts.language = code.language;
  facts.shared = code.shared;
  count_instructions(code, facts);
  facts.accesses = accesses_of(code);
  const Flow flow(code);
  const Choice choice = choice_of(flow);
  facts.form = choice.form;
  facts.carried_accumulator = choice.carried;
  facts.chain = longest_chain(flow, choice);
  measure_traffic(flow, choice, facts);
  facts.reduction = is_reduction(facts);
  if (code.language == CodeLanguage::sass) facts.spilled = spilled(facts.accesses);
  facts.listing = code.listing;
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    CodeLine& line = facts.listing[code.instructions[i].line];
    line.kind = code.instructions[i].kind;
    line.decides = line.decides || choice.decides[i];
  }
  return facts;
}

}  // namespace semcheck::code
