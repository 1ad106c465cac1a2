#include <algorithm>
#include <cctype>
#include <string>

#include <fmt/format.h>

#include "device/ptx/decoder.h"
#include "device/ptx/lanes.h"
#include "device/ptx/semantics_bits.h"

namespace semcheck::ptx {

namespace {

/// The letters of a row, one an operand that is written.
std::string letters_of(const OpcodeRow& row) {
  std::string letters;
  for (const char c : row.operands) {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) letters += c;
  }
  return letters;
}

bool is_destination(const OpcodeRow& row, std::size_t index) {
  return index == 0 && !row.operands.empty() && row.operands.front() == '=';
}

bool kind_fits(char letter, const Spelling& spelling, OperandKind kind) {
  switch (letter) {
    case 'v': return kind == OperandKind::vector;
    case 'V': return (kind == OperandKind::vector) == (spelling.q.vector != 0) && kind != OperandKind::address;
    case 'm': return kind == OperandKind::address;
    case 'q':
    case 'e': return kind == OperandKind::name || kind == OperandKind::pair;
    case 'l': return kind == OperandKind::name;
    case 'i': return kind == OperandKind::number;
    default: return kind == OperandKind::name || kind == OperandKind::number;
  }
}

/// The type that a letter asks for.
Type type_of(char letter, const Spelling& spelling) {
  switch (letter) {
    case 's':
    case 'S': return spelling.source;
    case 'u':
    case 'e':
    case 'x':
    case 'y':
    case 'z': return Type::u32;
    case 'p':
    case 'c':
    case 'q': return Type::pred;
    case 'w': return row(spelling.type).width == 16 ? Type::b32 : Type::b64;
    default: return spelling.type;
  }
}

bool may_be_wider(char letter) {
  return letter == 'T' || letter == 'S' || letter == 'V';
}

bool has_selector(char letter) {
  return letter == 'x' || letter == 'y' || letter == 'z';
}

const Entity& find_register(Decoder& decoder, const Operand& operand, unsigned width, bool wider) {
  const Entity& entity = find(decoder, operand.name);
  if (entity.kind != EntityKind::reg) reject(decoder, fmt::format("`{}` is no register", operand.name));
  const bool fits = entity.width == width || (wider && width != 1 && entity.width > width);
  if (!fits) {
    reject(decoder, fmt::format("`{}` is {} bits wide where the instruction takes {}", operand.name,
                                unsigned{entity.width}, width));
  }
  if (operand.value != 0) reject(decoder, fmt::format("a register such as `{}` takes no offset here", operand.name));
  return entity;
}

bool in_global_memory(const Entity& entity) {
  return entity.space == Space::global || entity.space == Space::constant;
}

/// The start of a variable within its space.
Slot start_of(Decoder& decoder, const Entity& variable) {
  if (variable.is_dynamic) return dynamic_shared_slot(decoder);
  return in_global_memory(variable) ? variable_slot(decoder, variable.address) : constant(decoder, variable.address);
}

/// The result of an instruction of the decoder's own.
Slot computed(Decoder& decoder, Execute execute, Slot a, Slot b, unsigned width) {
  Instruction instruction;
  instruction.execute = execute;
  instruction.form.width = instruction.form.result_width = static_cast<std::uint8_t>(width);
  instruction.d[0] = new_slot(decoder);
  instruction.s[0] = a;
  instruction.s[1] = b;
  emit(decoder, instruction);
  return instruction.d[0];
}

/// The address of a variable, as mov and cvta take it.
Slot address_of(Decoder& decoder, const Operand& operand, const Spelling& spelling, const Entity& variable) {
  const auto space = static_cast<Space>(spelling.q.space);
  if (space != Space::generic && space != variable.space)
    reject(decoder, fmt::format("`{}` is in another state space", operand.name));
  const Slot start = start_of(decoder, variable);
  if (operand.value == 0) return start;
  return computed(decoder, &run<&add<Word>>, start, constant(decoder, operand.value), row(spelling.type).width);
}

Slot source(Decoder& decoder, char letter, const Operand& operand, const Spelling& spelling) {
  const Type type = type_of(letter, spelling);
  if (operand.kind == OperandKind::number) return constant(decoder, literal(decoder, operand, type));
  if (operand.negated && letter != 'c') reject(decoder, "a `!` within a vector");
  if (const std::optional<Special> special = special_named(operand.name)) return special_slot(decoder, *special);
  if (operand.name == "_") reject(decoder, "`_` is only for destinations");
  const Entity& entity = find(decoder, operand.name);
  if (letter == 'a' && entity.kind == EntityKind::variable) return address_of(decoder, operand, spelling, entity);
  const Slot slot = find_register(decoder, operand, row(type).width, may_be_wider(letter)).slot;
  return operand.negated ? computed(decoder, &run<&complement<Word>>, slot, slot, 1) : slot;
}

Slot destination(Decoder& decoder, const Operand& operand, unsigned width, bool wider, Form& form) {
  if (operand.kind != OperandKind::name || operand.negated) reject(decoder, "a destination that is no register");
  if (operand.name == "_") return kNoSlot;
  if (special_named(operand.name)) reject(decoder, fmt::format("`{}` cannot be written", operand.name));
  const Entity& entity = find_register(decoder, operand, width, wider);
  form.result_width = entity.width;
  return entity.slot;
}

unsigned element_width(Decoder& decoder, const Spelling& spelling, std::size_t elements) {
  const unsigned width = row(spelling.type).width;
  const unsigned each = elements == 0 ? 0 : width / static_cast<unsigned>(elements);
  if ((elements != 2 && elements != 4) || each < 8)
    reject(decoder, "a vector of another length than this instruction takes");
  return each;
}

/// What the elements of a vector of an instruction are: of its type in a load or store, parts of it in a mov.
struct Elements {
  std::vector<Operand> operands;
  Spelling spelling;
  unsigned width = 0;
  bool may_be_wider = false;
};

Elements elements_of(Decoder& decoder, char letter, const Operand& operand, const Spelling& spelling) {
  Elements elements{{operand}, spelling, row(spelling.type).width, true};
  if (operand.kind == OperandKind::vector) elements.operands = operand.elements;
  const std::size_t count = elements.operands.size();
  if (letter == 'V') {
    const bool fits = count == std::max<std::size_t>(1, spelling.q.vector) && count * elements.width <= 256;
    if (!fits) reject(decoder, "a vector of another length than `.vec`");
    return elements;
  }
  elements.width = element_width(decoder, spelling, count);
  elements.spelling.type = elements.width == 8 ? Type::b8 : elements.width == 16 ? Type::b16 : Type::b32;
  elements.may_be_wider = false;
  return elements;
}

void set_sources(Decoder& decoder, const Elements& elements, std::size_t first, Instruction& to) {
  to.elements = static_cast<std::uint8_t>(elements.operands.size());
  for (std::size_t i = 0; i < elements.operands.size(); ++i) {
    to.s[first + i] = source(decoder, elements.may_be_wider ? 'V' : 't', elements.operands[i], elements.spelling);
  }
}

void set_destinations(Decoder& decoder, const Elements& elements, Instruction& to) {
  to.elements = static_cast<std::uint8_t>(elements.operands.size());
  unsigned width = 0;
  for (std::size_t i = 0; i < elements.operands.size(); ++i) {
    to.d[i] = destination(decoder, elements.operands[i], elements.width, elements.may_be_wider, to.form);
    if (to.d[i] == kNoSlot) continue;
    if (width != 0 && width != to.form.result_width) reject(decoder, "the registers of a vector are of one type");
    width = to.form.result_width;
  }
}

void set_vector(Decoder& decoder, char letter, const Operand& operand, const Spelling& spelling, bool writes,
                Instruction& to) {
  const Elements elements = elements_of(decoder, letter, operand, spelling);
  if (writes) return set_destinations(decoder, elements, to);
  set_sources(decoder, elements, letter == 'V' ? 1 : 0, to);
}

void set_address(Decoder& decoder, const Operand& operand, bool writes, Instruction& to) {
  const auto space = static_cast<Space>(to.form.q.space);
  to.offset = operand.value;
  to.s[0] = constant(decoder, 0);
  if (operand.name.empty()) return;
  const Entity& entity = find(decoder, operand.name);
  if (entity.kind == EntityKind::reg && entity.width >= 32) {
    to.s[0] = entity.slot;
    if (writes && space == Space::param) reject(decoder, "a store to the parameters of the entry");
    return;
  }
  if (entity.kind != EntityKind::variable) reject(decoder, fmt::format("`{}` is no address", operand.name));
  const bool own = space == Space::param && entity.space == Space::local;
  const bool fits = own || space == entity.space || (space == Space::generic && in_global_memory(entity));
  if (!fits) reject(decoder, fmt::format("`{}` is in another state space than the instruction's", operand.name));
  if (writes && entity.space == Space::param) reject(decoder, "a store to the parameters of the entry");
  to.form.q.space = static_cast<std::uint8_t>(entity.space);
  to.s[0] = start_of(decoder, entity);
}

void set_destination(Decoder& decoder, char letter, const Operand& operand, const Spelling& spelling, Instruction& to) {
  if (operand.name == "_" && letter != 'd') reject(decoder, "`_` is no destination for this instruction");
  to.d[0] = destination(decoder, operand, row(type_of(letter, spelling)).width, may_be_wider(letter), to.form);
}

void set_label(Decoder& decoder, const Operand& operand, Instruction& to) {
  const Entity& entity = find(decoder, operand.name);
  if (entity.kind != EntityKind::label) reject(decoder, fmt::format("`{}` is no label", operand.name));
  to.target = static_cast<std::uint32_t>(entity.label);
}

void set_immediate(Decoder& decoder, const Operand& operand, Instruction& to) {
  if (operand.number != TokenKind::integer || operand.value > 255)
    reject(decoder, "an immediate is a number from 0 to 255");
  to.form.immediate = static_cast<std::uint8_t>(operand.value);
}

/// The operands of a row that are not written: zero and the condition code register.
void set_implied_operands(Decoder& decoder, const OpcodeRow& row, std::size_t sources, Instruction& to) {
  for (const char c : row.operands) {
    if (c == '0') to.s[sources++] = constant(decoder, 0);
    if (c == '<') to.s[sources++] = carry_slot(decoder);
    if (c == '>') to.d[1] = carry_slot(decoder);
  }
}

void set_pair(Decoder& decoder, const Operand& operand, Instruction& to) {
  const bool both = operand.kind == OperandKind::pair;
  to.d[0] = destination(decoder, both ? operand.elements[0] : operand, 1, false, to.form);
  to.d[1] = both ? destination(decoder, operand.elements[1], 1, false, to.form) : kNoSlot;
}

/// A register, and a predicate where it is asked for.
void set_register_and_predicate(Decoder& decoder, const Operand& operand, Instruction& to) {
  const bool both = operand.kind == OperandKind::pair;
  if (both) to.d[1] = destination(decoder, operand.elements[1], 1, false, to.form);
  to.form.result_width = 32;
  to.d[0] = destination(decoder, both ? operand.elements[0] : operand, 32, false, to.form);
}

}  // namespace

bool operands_fit(const OpcodeRow& row, const Spelling& spelling, const std::vector<Operand>& operands) {
  const std::string letters = letters_of(row);
  if (letters.size() != operands.size()) return false;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!kind_fits(letters[i], spelling, operands[i].kind)) return false;
  }
  return true;
}

void set_operands(Decoder& decoder, const OpcodeRow& row, const Spelling& spelling, const InstructionText& text,
                  Instruction& to) {
  const std::string letters = letters_of(row);
  std::size_t sources = letters.find('m') == std::string::npos ? 0 : 1;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    Operand operand = text.operands[i];
    const bool writes = is_destination(row, i);
    if (has_selector(letters[i])) take_selector(decoder, row, letters[i], operand, to.form);
    if (operand.negated && letters[i] != 'c') reject(decoder, "a `!` that this operand does not take");
    switch (letters[i]) {
      case 'q': set_pair(decoder, operand, to); break;
      case 'e': set_register_and_predicate(decoder, operand, to); break;
      case 'm': set_address(decoder, operand, i == 0, to); break;
      case 'l': set_label(decoder, operand, to); break;
      case 'i': set_immediate(decoder, operand, to); break;
      case 'v':
      case 'V': set_vector(decoder, letters[i], operand, spelling, writes, to); break;
      default:
        if (writes) {
          set_destination(decoder, letters[i], operand, spelling, to);
        } else {
          to.s[sources++] = source(decoder, letters[i], operand, spelling);
        }
    }
  }
  set_implied_operands(decoder, row, sources, to);
  to.sources = static_cast<std::uint8_t>(sources);
}

Slot predicate(Decoder& decoder, std::string_view name) {
  Operand operand;
  operand.name = name;
  return find_register(decoder, operand, 1, false).slot;
}

}  // namespace semcheck::ptx
