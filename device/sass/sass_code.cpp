#include "device/sass/sass_code.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "device/sass/operands.h"

namespace semcheck::sass {
namespace {

using Kind = InstructionKind;

bool has(const std::vector<std::string_view>& modifiers, std::string_view wanted) {
  return std::ranges::find(modifiers, wanted) != modifiers.end();
}

/// HADD2.F32 is how code without f16 arithmetic turns an f16 into an f32.
bool is_half_conversion(std::string_view name, const std::vector<std::string_view>& modifiers) {
  return name == "HADD2" && has(modifiers, "F32");
}

/// Rounding to an integral value of the same type is a conversion that changes no type.
bool is_change_of_type(std::string_view name) {
  return !name.ends_with("FRND");
}

/// DSETP.MAX tells which operand is the greater, NaN and zeros ordered as a maximum has them; REDUX.MAX and RED.MAX
/// take the maximum among threads; .SAT and .RELU clamp.
bool takes_extremum(const std::vector<std::string_view>& modifiers) {
  constexpr std::array<std::string_view, 4> kModifiers = {"MAX", "MIN", "SAT", "RELU"};
  return std::ranges::any_of(kModifiers, [&](std::string_view modifier) { return has(modifiers, modifier); });
}

bool is_wide(std::string_view name, const std::vector<std::string_view>& modifiers) {
  constexpr std::array<std::string_view, 4> kModifiers = {"64", "S64", "U64", "EX"};
  if (name == "DADD" || name == "DMUL" || name == "DFMA" || name == "DSETP") return true;
  return std::ranges::any_of(kModifiers, [&](std::string_view modifier) { return has(modifiers, modifier); });
}

Kind kind_of(std::string_view name, const std::vector<std::string_view>& modifiers) {
  const Opcode* row = find_opcode(name);
  if (!row) return Kind::other;
  if (name == "DSETP" && takes_extremum(modifiers)) return Kind::extremum;
  return is_half_conversion(name, modifiers) ? Kind::convert : row->kind;
}

/// The label in "`(.L_x_0)", or the address that a branch names: "0x180".
std::string_view target_in(std::string_view operand) {
  const std::size_t open = operand.find("`(");
  if (open != std::string_view::npos) return operand.substr(open + 2, operand.find(')', open) - open - 2);
  return operand.starts_with("0x") ? operand.substr(2) : std::string_view();
}

class Assembly {
 public:
  explicit Assembly(std::span<const Function> functions) : functions_(functions) {
    code_.language = CodeLanguage::sass;
  }

  code::Code assemble(const Function& entry) {
    add_function(entry);
    for (const auto& [from, to] : jumps_) connect(from, to);
    return std::move(code_);
  }

 private:
  /// Where an operand of a branch or call leads to, within a function.
  struct Target {
    const Function* within;
    std::string_view text;
  };

  void add_function(const Function& function) {
    if (!begins_.emplace(function.name, code_.instructions.size()).second) return;
    if (!code_.listing.empty()) add_line(function.name + ":");
    for (const Line& line : function.lines) add(function, line);
    ends_.push_back(code_.instructions.size());
    if (!code_.instructions.empty()) code_.instructions.back().falls_through = false;
    for (const Line& line : function.lines) add_called(line);
  }

  void add_called(const Line& line) {
    if (!line.opcode.starts_with("CALL")) return;
    for (const std::string& operand : line.operands)
      for (const Function& function : functions_)
        if (function.name == target_in(operand)) add_function(function);
  }

  void add_line(std::string text) { code_.listing.push_back({std::move(text), std::nullopt, false}); }

  void add(const Function& function, const Line& line) {
    add_line(line.text);
    if (!line.label.empty()) labels_[{&function, line.label}] = code_.instructions.size();
    if (!line.address || line.opcode.empty()) return;
    addresses_[{&function, *line.address}] = code_.instructions.size();
    code_.instructions.push_back(read(function, line));
  }

  std::vector<code::Register> numbers(const std::vector<std::string>& names) {
    std::vector<code::Register> found;
    found.reserve(names.size());
    for (const std::string& name : names) found.push_back(code_.registers.find_or_add(name));
    return found;
  }

  code::Instruction read(const Function& function, const Line& line) {
    const std::string_view name = std::string_view(line.opcode).substr(0, line.opcode.find('.'));
    const std::vector<std::string_view> modifiers = modifiers_of(line.opcode);
    const Opcode* row = find_opcode(name);
    code::Instruction instruction;
    instruction.opcode = line.opcode;
    instruction.kind = kind_of(name, modifiers);
    instruction.line = code_.listing.size() - 1;
    // PT is the predicate that is always true.
    if (!line.guard.empty() && !line.guard.ends_with('T')) instruction.guard = code_.registers.find_or_add(line.guard);
    instruction.guard_negated = line.guard_negated;
    const Use use = use_of(line, row);
    instruction.writes = numbers(use.writes);
    instruction.values = numbers(use.values);
    instruction.predicates = numbers(use.predicates);
    instruction.address = numbers(use.address);
    instruction.chooses = takes_extremum(modifiers);
    instruction.changes_type = instruction.kind == Kind::convert && is_change_of_type(name);
    instruction.is_wide = instruction.kind != Kind::memory && is_wide(name, modifiers);
    if (row && row->space != Space::none) share(*row, modifiers, instruction);
    lead_on(function, line, name, instruction);
    return instruction;
  }

  /// What a load takes from memory that this code wrote, and a store leaves there for it.
  void share(const Opcode& row, const std::vector<std::string_view>& modifiers, code::Instruction& instruction) {
    instruction.memory = code::MemoryUse{name(row.space), row.load, row.store, moved_bytes(modifiers), 0};
    if (row.space != Space::shared && row.space != Space::local) return;
    const code::Register memory = code_.registers.find_or_add(row.space == Space::shared ? "[shared]" : "[local]");
    if (row.load) instruction.values.push_back(memory);
    if (row.store) instruction.writes.push_back(memory);
  }

  /// Where an instruction goes besides the next.
  void lead_on(const Function& function, const Line& line, std::string_view name, code::Instruction& instruction) {
    instruction.ends = name == "EXIT" || name == "RET" || name == "KILL";
    const bool is_branch = instruction.kind == Kind::branch;
    instruction.falls_through = !instruction.ends && !is_branch;
    if (name == "RET") returns_.push_back(code_.instructions.size());
    if (!is_branch && name != "CALL") return;
    // BRA.U UP0 has its predicate among its operands.
    if (!instruction.guard && !instruction.predicates.empty()) instruction.guard = instruction.predicates.front();
    // BRA.DIV goes where lanes have parted, whatever their values.
    if (line.opcode.ends_with(".DIV") && !instruction.guard) instruction.falls_through = true;
    for (const std::string& operand : line.operands)
      if (const std::string_view target = target_in(operand); !target.empty())
        jumps_.push_back({code_.instructions.size(), {&function, target}});
  }

  std::optional<std::size_t> find(const Target& target) const {
    if (const auto found = labels_.find({target.within, target.text}); found != labels_.end()) return found->second;
    if (const auto found = begins_.find(target.text); found != begins_.end()) return found->second;
    std::uint64_t address = 0;
    const char* end = target.text.data() + target.text.size();
    if (std::from_chars(target.text.data(), end, address, 16).ptr != end) return std::nullopt;
    const auto found = addresses_.find({target.within, address});
    return found == addresses_.end() ? std::nullopt : std::optional(found->second);
  }

  void connect(std::size_t from, const Target& target) {
    const auto to = find(target);
    if (!to || *to >= code_.instructions.size()) return;
    code::Instruction& instruction = code_.instructions[from];
    instruction.next.push_back(*to);
    if (instruction.kind == Kind::branch || from + 1 >= code_.instructions.size()) return;
    // A call comes back behind it, from the function that it goes to.
    const auto end = std::ranges::upper_bound(ends_, *to);
    const std::size_t begin = end == ends_.begin() ? 0 : *std::prev(end);
    for (std::size_t place : returns_)
      if (place >= begin && end != ends_.end() && place < *end) code_.instructions[place].next.push_back(from + 1);
  }

  std::span<const Function> functions_;
  code::Code code_;
  std::map<std::string_view, std::size_t> begins_;
  std::map<std::pair<const Function*, std::string_view>, std::size_t> labels_;
  std::map<std::pair<const Function*, std::uint64_t>, std::size_t> addresses_;
  std::vector<std::size_t> ends_;     ///< of the functions: the instruction behind the last
  std::vector<std::size_t> returns_;  ///< all RET
  std::vector<std::pair<std::size_t, Target>> jumps_;
};

}  // namespace

std::optional<code::Code> code_of(std::span<const Function> functions, std::string_view entry) {
  const auto found = std::ranges::find(functions, entry, &Function::name);
  if (found == functions.end()) return std::nullopt;
  return Assembly(functions).assemble(*found);
}

}  // namespace semcheck::sass
