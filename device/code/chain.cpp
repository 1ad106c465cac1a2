#include "device/code/chain.h"

#include <algorithm>

namespace semcheck::code {
namespace {

using Kind = InstructionKind;

constexpr std::size_t kNone = ~std::size_t{0};

/// Chains through the instructions of a value, each of which is the last of the longest that ends with it.
class Chains {
 public:
  Chains(const Flow& flow, const Choice& choice) : flow_(flow), code_(flow.code()), choice_(choice) {
    lengths_.resize(code_.instructions.size());
    before_.resize(code_.instructions.size(), kNone);
  }

  Chain longest() {
    std::size_t last = kNone;
    for (std::size_t i = 0; i < lengths_.size(); ++i) {
      if (!is_link(i)) continue;
      extend(i);
      if (last == kNone || lengths_[i] > lengths_[last]) last = i;
    }
    return last == kNone ? Chain{} : describe(last);
  }

 private:
  const Instruction& at(std::size_t i) const { return code_.instructions[i]; }

  bool is_link(std::size_t i) const {
    if (at(i).writes.empty() || !choice_.on_value[i] || !flow_.depends_on_data(i)) return false;
    if (choice_.carried && !choice_.carries[i]) return false;
    return !at(i).memory && at(i).kind != Kind::atomic;
  }

  /// A move counts inside a chain only: it is given its length when something goes on from it.
  void extend(std::size_t i) {
    std::size_t longest = 0;
    for (const auto* registers : {&at(i).values, &at(i).predicates})
      for (Register from : *registers)
        for (std::size_t source : flow_.sources(i, from)) {
          if (source >= i || !is_link(source) || lengths_[source] <= longest) continue;
          longest = lengths_[source];
          before_[i] = source;
        }
    const bool begins_with_move = longest == 0 && at(i).kind == Kind::move && !choice_.carries[i];
    lengths_[i] = begins_with_move ? 0 : longest + 1;
  }

  Chain describe(std::size_t last) const {
    while (last != kNone && at(last).kind == Kind::move && !choice_.carries[last]) last = before_[last];
    if (last == kNone) return {};
    Chain chain{lengths_[last], at(last).opcode, code_.registers.name(at(last).writes.front())};
    for (std::size_t i = last; i != kNone && lengths_[i] > 0; i = before_[i]) {
      if (at(i).opcode != chain.opcode) chain.opcode.clear();
      if (code_.registers.name(at(i).writes.front()) != chain.accumulator) chain.accumulator.clear();
    }
    return chain;
  }

  const Flow& flow_;
  const Code& code_;
  const Choice& choice_;
  std::vector<std::size_t> lengths_;
  std::vector<std::size_t> before_;
};

}  // namespace

Chain longest_chain(const Flow& flow, const Choice& choice) {
  return Chains(flow, choice).longest();
}

}  // namespace semcheck::code
