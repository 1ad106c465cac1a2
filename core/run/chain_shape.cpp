#include "core/run/chain_shape.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/run/code_loop.h"

namespace semcheck {
namespace {

/// The machine instructions that are one instruction of a chain; by number format, since names come from there.
struct OpcodeRow {
  ChainOp op;
  std::string_view single;   ///< of f32
  std::string_view twofold;  ///< of f64
  std::array<std::string_view, 2> half;
  std::array<std::string_view, 3> integer;
};
// clang-format off
constexpr std::array kOpcodes = {
    OpcodeRow{ChainOp::add, "FADD",  "DADD",  {"HADD2"},          {"IADD3", "IADD", "VIADD"}},
    OpcodeRow{ChainOp::mul, "FMUL",  "DMUL",  {"HMUL2"},          {"IMAD", "IMUL"}},
    OpcodeRow{ChainOp::fma, "FFMA",  "DFMA",  {"HFMA2"},          {}},
    OpcodeRow{ChainOp::mad, "",      "",      {},                 {"IMAD"}},
    OpcodeRow{ChainOp::max, "FMNMX", "DMNMX", {"HMNMX2"},         {"VIMNMX", "IMNMX"}},
    OpcodeRow{ChainOp::min, "FMNMX", "DMNMX", {"HMNMX2"},         {"VIMNMX", "IMNMX"}},
};
// clang-format on

bool makes(ChainOp op, Dtype dtype, std::string_view opcode) {
  const OpcodeRow& row = kOpcodes[static_cast<std::size_t>(op)];
  const std::string_view base = base_opcode(opcode);
  const auto among = [&](const auto& names) { return std::find(names.begin(), names.end(), base) != names.end(); };
  if (base.empty()) return false;
  if (dtype == Dtype::f32) return base == row.single;
  if (dtype == Dtype::f64) return base == row.twofold;
  return format(dtype).kind == NumberKind::floating ? among(row.half) : among(row.integer);
}

/// Minimum and maximum share an opcode, whose last operand tells them apart: `!PT` takes the greater.
bool is_other_extremum(ChainOp op, const CodeInstruction& instruction) {
  if (op != ChainOp::max && op != ChainOp::min) return false;
  const std::string last = instruction.operands.empty() ? "" : instruction.operands.back();
  return last == (op == ChainOp::max ? "PT" : "!PT");
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// The register that an instruction reads and writes as an accumulator, if it does.
std::optional<unsigned> updated(const CodeInstruction& instruction) {
  if (instruction.operands.empty()) return std::nullopt;
  const std::vector<unsigned> written = registers_in(instruction.operands.front());
  if (written.size() != 1) return std::nullopt;
  for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
    const std::vector<unsigned> read = registers_in(instruction.operands[i]);
    if (std::find(read.begin(), read.end(), written.front()) != read.end()) return written.front();
  }
  return std::nullopt;
}

/// The loop of a role, held to its chain.
class ShapeCheck {
 public:
  ShapeCheck(const Probe& probe, const Role& role, std::vector<CodeInstruction> body)
      : probe_(probe), role_(role), body_(std::move(body)) {
    shape_.wanted = instructions(probe, role);
  }

  ChainShape run() {
    find_accumulators();
    find_links();
    check_count();
    check_order();
    check_strangers();
    shape_.verdict = shape_.findings.empty() ? ShapeVerdict::clean : ShapeVerdict::differs;
    if (shape_.verdict == ShapeVerdict::differs) list_lines();
    return std::move(shape_);
  }

 private:
  bool is_of_chain(const CodeInstruction& instruction) const {
    return std::any_of(role_.ops.begin(), role_.ops.end(),
                       [&](ChainOp op) { return makes(op, probe_.dtype, instruction.opcode); });
  }

  /// The registers that most of the chain's instructions go through.
  void find_accumulators() {
    std::map<unsigned, std::size_t> uses;
    for (const CodeInstruction& instruction : body_)
      if (const auto updates = updated(instruction); updates && is_of_chain(instruction)) ++uses[*updates];
    std::vector<std::pair<unsigned, std::size_t>> ranked(uses.begin(), uses.end());
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    if (ranked.size() > accumulators(role_)) ranked.resize(accumulators(role_));
    for (const auto& [number, count] : ranked) {
      registers_.insert(number);
      shape_.accumulators.push_back(fmt::format("R{}", number));
    }
  }

  void find_links() {
    for (std::size_t i = 0; i < body_.size(); ++i) {
      const auto updates = updated(body_[i]);
      if (updates && registers_.contains(*updates) && is_of_chain(body_[i])) links_.push_back(i);
    }
    shape_.found = links_.size();
    for (const std::size_t link : links_)
      if (std::find(shape_.opcodes.begin(), shape_.opcodes.end(), body_[link].opcode) == shape_.opcodes.end())
        shape_.opcodes.push_back(body_[link].opcode);
  }

  void check_count() {
    if (registers_.empty()) return differ("none of the loop's instructions is a link of the chain");
    if (registers_.size() < accumulators(role_))
      differ(fmt::format("{} instead of {}", counted(registers_.size(), "accumulator"), accumulators(role_)));
    if (links_.size() != shape_.wanted)
      differ(fmt::format("{} of {} instructions go through {}", links_.size(), shape_.wanted,
                         fmt::join(shape_.accumulators, ", ")));
  }

  /// Instructions of one operation must be of one opcode, and those of several must take turns as they were written.
  void check_order() {
    std::map<ChainOp, std::string> opcode_of;
    const std::size_t turns = role_.kind == ChainKind::independent ? 1 : role_.ops.size();
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const ChainOp op = role_.ops[i % role_.length % turns];
      const std::string& opcode = body_[links_[i]].opcode;
      if (!makes(op, probe_.dtype, opcode) || is_other_extremum(op, body_[links_[i]]))
        return differ(fmt::format("the order is another: {} where a {} belongs", opcode, name(op)));
      const std::string& first = opcode_of.emplace(op, opcode).first->second;
      if (first != opcode) return differ(fmt::format("one operation, two instructions: {} and {}", first, opcode));
    }
  }

  bool touches(const CodeInstruction& instruction) const {
    // A number of 64 bits stands in two registers, named by the first.
    const unsigned last = size_of(probe_.dtype) == sizeof(double) ? 1 : 0;
    for (const std::string& operand : instruction.operands)
      for (const unsigned number : registers_in(operand))
        for (unsigned part = 0; part <= last; ++part)
          if (number >= part && registers_.contains(number - part)) return true;
    return false;
  }

  /// What stands between the links: the loop's own work may, what reads or writes an accumulator may not.
  void check_strangers() {
    std::size_t strangers = 0;
    for (std::size_t i = 0; i < body_.size(); ++i) {
      if (std::find(links_.begin(), links_.end(), i) != links_.end()) continue;
      if (touches(body_[i])) ++strangers;
      if (!links_.empty() && i > links_.front() && i < links_.back()) shape_.between.push_back(body_[i].text);
    }
    if (strangers > 0) differ(fmt::format("the accumulator is used by {} besides", counted(strangers, "instruction")));
  }

  void differ(std::string finding) { shape_.findings.push_back(std::move(finding)); }

  /// Whether an instruction is the loop's own: it counts passes, reads and compares the clock, or branches.
  static bool is_of_loop(const CodeInstruction& instruction) {
    const std::string_view base = base_opcode(instruction.opcode);
    return base == "CS2R" || base == "S2R" || base == "BRA" || base == "ISETP" || base == "NOP" ||
           base.starts_with('U');
  }

  /// All links where any is missing, else only what disturbs them.
  void list_lines() {
    const auto clock =
        std::find_if(body_.begin(), body_.end(), [](const auto& i) { return i.text.find("SR_CLOCK") != i.text.npos; });
    for (auto i = body_.begin(); i != body_.end(); ++i) {
      const bool above = i < clock && !is_of_loop(*i);
      if (above || touches(*i)) shape_.lines.push_back(i->text);
    }
  }

  const Probe& probe_;
  const Role& role_;
  std::vector<CodeInstruction> body_;
  std::set<unsigned> registers_;
  std::vector<std::size_t> links_;  ///< indices into the body
  ChainShape shape_;
};

ChainShape unchecked(std::string why, std::string help) {
  ChainShape shape;
  shape.findings = {std::move(why)};
  shape.help = std::move(help);
  return shape;
}

}  // namespace

std::string_view name(ShapeVerdict verdict) {
  constexpr std::array<std::string_view, 3> names = {"clean", "differs", "unchecked"};
  return names[static_cast<std::size_t>(verdict)];
}

ChainShape chain_shape(const Probe& probe, const Role& role, const Inspection& inspection) {
  if (!inspection.facts)
    return unchecked(inspection.error.empty() ? "the machine code was not read" : inspection.error, inspection.help);
  if (inspection.facts->language != CodeLanguage::sass)
    return unchecked("only its PTX was read, which does not show what the assembler made of it", inspection.help);
  std::vector<CodeInstruction> body = clock_loop(inspection.facts->listing);
  if (body.empty()) return unchecked("no loop that reads the clock was found in the machine code", "");
  return ShapeCheck(probe, role, std::move(body)).run();
}

std::string shape_line(const ChainShape& shape) {
  const std::string findings = fmt::format("{}", fmt::join(shape.findings, "; "));
  if (shape.verdict == ShapeVerdict::unchecked) return "shape unchecked: " + findings;
  if (shape.verdict == ShapeVerdict::differs) return "shape differs: " + findings;
  const std::string through = shape.accumulators.size() == 1 ? shape.accumulators.front()
                                                             : fmt::format("{} registers", shape.accumulators.size());
  return fmt::format("{} {} through {}", shape.found, fmt::join(shape.opcodes, "/"), through);
}

}  // namespace semcheck
