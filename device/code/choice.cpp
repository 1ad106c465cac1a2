#include "device/code/choice.h"

#include <algorithm>

namespace semcheck::code {
namespace {

using Kind = InstructionKind;

/// The stores to global memory; where there are none, those through generic addresses, then atomics.
Marks result_stores(const Code& code) {
  const std::size_t count = code.instructions.size();
  for (const std::string_view space : {"global", "generic"}) {
    Marks found(count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto& memory = code.instructions[i].memory;
      found[i] = memory && memory->store && memory->space == space && code.instructions[i].kind != Kind::atomic;
    }
    if (std::ranges::find(found, true) != found.end()) return found;
  }
  Marks found(count);
  for (std::size_t i = 0; i < count; ++i) found[i] = code.instructions[i].kind == Kind::atomic;
  return found;
}

/// The search for what decides a result.
class Search {
 public:
  explicit Search(const Flow& flow) : flow_(flow), code_(flow.code()) {
    choice_.results = result_stores(code_);
    choice_.on_value.resize(code_.instructions.size());
    choice_.decides.resize(code_.instructions.size());
    choice_.carries.resize(code_.instructions.size());
  }

  Choice run() {
    for (std::size_t i = 0; i < code_.instructions.size(); ++i) {
      if (!choice_.results[i]) continue;
      if (code_.instructions[i].kind == Kind::atomic) choice_.on_value[i] = true;
      follow(i);
    }
    while (!open_.empty()) {
      const std::size_t i = open_.back();
      open_.pop_back();
      follow(i);
    }
    judge_values();
    judge_guards();
    find_loops();
    choice_.form = form();
    return choice_;
  }

 private:
  const Instruction& at(std::size_t i) const { return code_.instructions[i]; }

  void add_value(std::size_t i) {
    if (choice_.on_value[i]) return;
    choice_.on_value[i] = true;
    choice_.is_wide = choice_.is_wide || at(i).is_wide;
    open_.push_back(i);
  }

  /// Goes back from an instruction to what its values are made of, and to the comparisons that choose among them.
  void follow(std::size_t i) {
    if (at(i).memory && at(i).memory->load && at(i).kind != Kind::atomic && at(i).values.empty()) return;
    for (Register from : at(i).values)
      for (std::size_t source : flow_.sources(i, from)) add_value(source);
    for (Register from : at(i).predicates)
      for (std::size_t source : flow_.sources(i, from)) {
        if (at(source).kind != Kind::predicate) add_value(source);
        if (is_comparison(source)) selects_ = true, mark_comparisons(source);
      }
  }

  bool is_comparison(std::size_t i) const { return at(i).kind == Kind::predicate && flow_.depends_on_data(i); }

  /// A comparison decides with all comparisons that it combines, and with nothing that only loops or bounds need.
  void mark_comparisons(std::size_t i) {
    if (choice_.decides[i]) return;
    choice_.decides[i] = true;
    choice_.is_wide = choice_.is_wide || at(i).is_wide;
    for (Register from : at(i).predicates)
      for (std::size_t source : flow_.sources(i, from))
        if (is_comparison(source)) mark_comparisons(source);
  }

  void judge_values() {
    for (std::size_t i = 0; i < code_.instructions.size(); ++i) {
      if (!choice_.on_value[i]) continue;
      const Instruction& instruction = at(i);
      const bool chooses = instruction.kind == Kind::extremum || instruction.chooses;
      const bool selects = instruction.kind == Kind::select && chooses_by_data(i);
      takes_extremum_ = takes_extremum_ || chooses;
      converts_ = converts_ || instruction.changes_type;
      if (is_comparison(i)) selects_ = true, mark_comparisons(i);
      if (instruction.kind == Kind::select && instruction.predicates.empty()) selects_ = true;
      if (chooses || selects || instruction.changes_type) choice_.decides[i] = true;
    }
  }

  /// Whether a select goes by data: by a comparison of it, by the sign of an operand, or as a half of a 64-bit maximum.
  bool chooses_by_data(std::size_t i) const {
    if (at(i).predicates.empty()) return true;
    for (Register from : at(i).predicates)
      for (std::size_t source : flow_.sources(i, from))
        if (flow_.depends_on_data(source)) return true;
    return false;
  }

  /// A predicate of data that a branch, an exit or any other instruction has.
  bool is_guarded_by_data(std::size_t i) const {
    if (!at(i).guard) return false;
    const auto& sources = flow_.sources(i, *at(i).guard);
    return std::ranges::any_of(sources, [&](std::size_t source) { return is_comparison(source); });
  }

  void mark_guard(std::size_t i) {
    choice_.decides[i] = true;
    for (std::size_t source : flow_.sources(i, *at(i).guard))
      if (is_comparison(source)) mark_comparisons(source);
  }

  void judge_guards() {
    for (std::size_t i = 0; i < code_.instructions.size(); ++i) {
      if (!is_guarded_by_data(i)) continue;
      const bool is_branch = at(i).kind == Kind::branch;
      if (is_branch || at(i).ends) {
        if (!separates_results(i)) continue;
        (is_branch ? branches_ : selects_) = true;
        mark_guard(i);
      } else if (choice_.on_value[i] || choice_.results[i]) {
        selects_ = true;
        mark_guard(i);
      }
    }
  }

  /// Whether a part of the result lies on one side of a branch only.
  bool separates_results(std::size_t branch) const {
    Marks taken(code_.instructions.size());
    for (std::size_t next : at(branch).next) taken = flow_.reachable(next, branch);
    Marks passed(code_.instructions.size());
    if (branch + 1 < code_.instructions.size()) passed = flow_.reachable(branch + 1, branch);
    for (std::size_t i = 0; i < taken.size(); ++i)
      if ((choice_.on_value[i] || choice_.results[i]) && taken[i] != passed[i]) return true;
    return false;
  }

  /// The values that go around a loop in registers: those from which their own instruction is reached again.
  void find_loops() {
    for (std::size_t i = 0; i < code_.instructions.size(); ++i) {
      if (!choice_.on_value[i] || !flow_.depends_on_data(i) || !returns_to(i)) continue;
      choice_.carries[i] = true;
      choice_.carried = true;
    }
  }

  bool returns_to(std::size_t start) const {
    Marks seen(code_.instructions.size());
    std::vector<std::size_t> open = {start};
    while (!open.empty()) {
      const std::size_t i = open.back();
      open.pop_back();
      for (Register from : at(i).values) {
        if (code_.registers.is_memory(from)) continue;
        for (std::size_t source : flow_.sources(i, from)) {
          if (source == start) return true;
          if (!seen[source]) seen[source] = true, open.push_back(source);
        }
      }
    }
    return false;
  }

  CodeForm form() const {
    const int ways = takes_extremum_ + selects_ + branches_;
    if (ways > 1) return CodeForm::mixed;
    if (converts_) return CodeForm::converted;
    if (takes_extremum_) return CodeForm::direct;
    if (selects_) return CodeForm::compare_select;
    return branches_ ? CodeForm::branch : CodeForm::other;
  }

  const Flow& flow_;
  const Code& code_;
  Choice choice_;
  std::vector<std::size_t> open_;
  bool takes_extremum_ = false;
  bool selects_ = false;
  bool branches_ = false;
  bool converts_ = false;
};

}  // namespace

Choice choice_of(const Flow& flow) {
  return Search(flow).run();
}

}  // namespace semcheck::code
