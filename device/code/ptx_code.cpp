#include "device/code/ptx_code.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "device/code/ptx_opcodes.h"
#include "device/code/text.h"

namespace semcheck::code {
namespace {

// The memories that functions hand values to each other through, and those that threads or instructions share.
constexpr std::string_view kArguments = "[arguments]";
constexpr std::string_view kReturned = "[returned]";

bool is_in(const std::vector<std::string_view>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// The name that stands first in an address or operand: `%rd1` of `[%rd1+4]`.
std::string_view first_name(std::string_view operand) {
  const std::size_t start = std::min(operand.find_first_not_of("[({!- \t"), operand.size());
  const std::size_t end = operand.find_first_of("+-]),}| \t.", start);
  return operand.substr(start, end - start);
}

/// The registers in an operand: what begins with '%', without the special ones, and the names that functions declare.
std::vector<std::string_view> register_names(std::string_view operand) {
  std::vector<std::string_view> names;
  std::size_t start = 0;
  while ((start = operand.find_first_not_of("[](){}!|,+- \t", start)) != std::string_view::npos) {
    const std::size_t end = std::min(operand.find_first_of("[](){}!|,+- \t", start), operand.size());
    const std::string_view name = operand.substr(start, end - start);
    const bool is_number = name.front() >= '0' && name.front() <= '9';
    if (!is_number && name != "_" && name.find('.') == std::string_view::npos) names.push_back(name);
    start = end;
  }
  return names;
}

/// Bytes that `.shared .align 4 .b8 parts[1024]` declares; 0 for any other directive.
std::uint32_t shared_bytes(const PtxStatement& statement) {
  if (statement.opcode != ".shared") return 0;
  std::uint32_t bits = 0;
  for (std::string_view part : parts_of(std::string_view(statement.text)))
    if (const auto found = type_bits(part.substr(0, part.find(' ')))) bits = *found;
  const std::size_t open = statement.text.find('[');
  std::uint32_t count = 1;
  if (open != std::string::npos)
    std::from_chars(statement.text.data() + open + 1, statement.text.data() + statement.text.size(), count);
  return bits / 8 * count;
}

class Assembly {
 public:
  explicit Assembly(std::span<const PtxFunction> functions) : functions_(functions) {}

  Code assemble(const PtxFunction& entry) {
    add_function(entry);
    connect();
    return std::move(code_);
  }

 private:
  struct Place {
    std::size_t first = 0;             ///< instruction
    std::vector<std::size_t> returns;  ///< its `ret` instructions
  };
  struct Jump {
    std::size_t from = 0;
    std::string_view to;
    const PtxFunction* within = nullptr;
  };

  void add_function(const PtxFunction& function) {
    if (places_.contains(function.name)) return;
    places_[function.name].first = code_.instructions.size();
    std::vector<const PtxFunction*> called;
    if (!function.is_entry) add_line(std::string(function.name) + ":");
    for (const PtxStatement& statement : function.statements) add_statement(function, statement, called);
    if (!code_.instructions.empty()) code_.instructions.back().falls_through = false;
    for (const PtxFunction* callee : called) add_function(*callee);
  }

  void add_line(const std::string& text) { code_.listing.push_back({text, std::nullopt, false}); }

  void add_statement(const PtxFunction& function, const PtxStatement& statement,
                     std::vector<const PtxFunction*>& called) {
    if (statement.kind == PtxStatement::Kind::label)
      labels_[{&function, statement.operands.front()}] = code_.instructions.size();
    if (const std::uint32_t bytes = shared_bytes(statement)) code_.shared = code_.shared.value_or(0) + bytes;
    if (statement.opcode == ".reg" || statement.opcode == ".loc") return;
    add_line(statement.text);
    if (statement.kind != PtxStatement::Kind::instruction) return;
    Instruction instruction = read(function, statement);
    instruction.line = code_.listing.size() - 1;
    note_flow(function, statement, called);
    code_.instructions.push_back(std::move(instruction));
  }

  /// Where an instruction goes besides the next, to be looked up when all is read.
  void note_flow(const PtxFunction& function, const PtxStatement& statement, std::vector<const PtxFunction*>& called) {
    const std::size_t here = code_.instructions.size();
    const std::string_view name = statement.opcode.substr(0, statement.opcode.find('.'));
    if (name == "bra" && !statement.operands.empty()) jumps_.push_back({here, statement.operands.front(), &function});
    if (name == "ret") places_[function.name].returns.push_back(here);
    if (name != "call") return;
    for (const PtxFunction& callee : functions_) {
      if (!is_in(statement.operands, callee.name)) continue;
      called.push_back(&callee);
      calls_.push_back({here, callee.name});
    }
  }

  void connect() {
    for (const Jump& jump : jumps_) {
      const auto found = labels_.find({jump.within, jump.to});
      if (found != labels_.end() && found->second < code_.instructions.size())
        code_.instructions[jump.from].next.push_back(found->second);
    }
    for (const auto& [from, name] : calls_) {
      const Place& place = places_[name];
      if (place.first >= code_.instructions.size() || from + 1 >= code_.instructions.size()) continue;
      code_.instructions[from].next.push_back(place.first);
      for (std::size_t end : place.returns) code_.instructions[end].next.push_back(from + 1);
    }
  }

  Register number(std::string_view name) { return code_.registers.find_or_add(name); }

  Instruction read(const PtxFunction& function, const PtxStatement& statement) {
    const std::vector<std::string_view> parts = parts_of(statement.opcode);
    const std::span<const std::string_view> qualifiers = std::span(parts).subspan(1);
    Instruction instruction;
    instruction.opcode = statement.opcode;
    const PtxOpcode* row = find_ptx_opcode(parts.front());
    if (row) instruction.kind = row->kind;
    const bool is_of_predicates = parts.back() == "pred";
    if (row && is_of_predicates) instruction.kind = InstructionKind::predicate;
    if (!statement.guard.empty()) instruction.guard = number(statement.guard);
    instruction.guard_negated = statement.guard_negated;
    instruction.memory = memory_use(parts.front(), qualifiers);
    instruction.chooses = takes_extremum(parts.front(), qualifiers);
    instruction.changes_type = changes_type(parts.front(), qualifiers);
    instruction.is_wide = type_bits(parts.back()).value_or(0) == 64 && instruction.kind != InstructionKind::move;
    instruction.ends = parts.front() == "ret" || parts.front() == "exit" || parts.front() == "trap";
    const bool jumps = instruction.kind == InstructionKind::branch;
    instruction.falls_through = !instruction.ends && !jumps;
    if (jumps || parts.front() == "call") return instruction;
    read_operands(statement, !row || row->has_result, parts.front(), instruction);
    if (is_of_predicates) instruction.predicates.swap(instruction.values);
    hand_on(function, statement, instruction);
    return instruction;
  }

  void read_operands(const PtxStatement& statement, bool has_result, std::string_view name, Instruction& instruction) {
    for (std::size_t k = 0; k < statement.operands.size(); ++k) {
      const std::string_view operand = statement.operands[k];
      const bool is_address = operand.find('[') != std::string_view::npos;
      const bool chooses = ((name == "selp" || name == "setp") && k == 3) || name == "vote";
      for (std::string_view word : register_names(operand)) {
        const Register found = number(word);
        if (k == 0 && has_result) {
          instruction.writes.push_back(found);
        } else if (is_address) {
          instruction.address.push_back(found);
        } else if (chooses) {
          instruction.predicates.push_back(found);
        } else if (name != "shfl" || k == 1) {
          instruction.values.push_back(found);
        }
      }
    }
  }

  /// What a load takes from memory that this code wrote, and a store leaves there for it.
  void hand_on(const PtxFunction& function, const PtxStatement& statement, Instruction& instruction) {
    if (!instruction.memory) return;
    const std::string_view space = instruction.memory->space;
    if (space == "shared" || space == "local") {
      const Register memory = number(space == "shared" ? "[shared]" : "[local]");
      if (instruction.memory->load) instruction.values.push_back(memory);
      if (instruction.memory->store) instruction.writes.push_back(memory);
    }
    if (space != "parameter") return;
    const bool store = instruction.memory->store;
    const std::size_t where = store ? 0 : 1;
    if (where >= statement.operands.size()) return;
    const std::string_view name = first_name(statement.operands[where]);
    if (store) {
      instruction.writes.push_back(number(is_in(function.results, name) ? kReturned : kArguments));
    } else if (!is_in(function.parameters, name)) {
      instruction.values.push_back(number(kReturned));
    } else if (!function.is_entry) {
      instruction.values.push_back(number(kArguments));
    }
  }

  std::span<const PtxFunction> functions_;
  Code code_;
  std::map<std::string_view, Place> places_;
  std::map<std::pair<const PtxFunction*, std::string_view>, std::size_t> labels_;
  std::vector<Jump> jumps_;
  std::vector<std::pair<std::size_t, std::string_view>> calls_;
};

}  // namespace

std::optional<Code> ptx_code(std::span<const PtxFunction> functions, std::string_view entry) {
  const auto found = std::ranges::find(functions, entry, &PtxFunction::name);
  if (found == functions.end()) return std::nullopt;
  return Assembly(functions).assemble(*found);
}

}  // namespace semcheck::code
