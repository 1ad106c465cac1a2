#include <fmt/format.h>
#include <algorithm>
#include <array>

#include "device/ptx/decoder.h"
#include "device/ptx/effects.h"
#include "device/ptx/lanes.h"
#include "device/ptx/semantics_bits.h"

namespace semcheck::ptx {

namespace {

constexpr std::size_t kMostInstructions = 1U << 18;
constexpr std::size_t kMostItems = 1U << 22;

/// What the spelling says, laid out for the bodies.
Form form_of(const Spelling& spelling) {
  const auto element = [](Type type) { return row(type).element == Type::none ? type : row(type).element; };
  const TypeRow& type = row(element(spelling.type));
  const TypeRow& source = row(element(spelling.source));
  Form form;
  form.q = spelling.q;
  form.type = type.type;
  form.source = source.type;
  form.format = type.format;
  form.source_format = source.format;
  form.width = form.result_width = type.width;
  form.source_width = source.width;
  form.is_signed = type.kind == Kind::signed_integer;
  form.source_signed = source.kind == Kind::signed_integer;
  form.is_float = type.kind == Kind::floating;
  form.source_float = source.kind == Kind::floating;
  form.third_signed = row(spelling.third).kind == Kind::signed_integer;
  return form;
}

void set_guard(Decoder& decoder, const InstructionText& text, Instruction& instruction) {
  if (!text.guard.empty()) instruction.guard = predicate(decoder, text.guard);
  instruction.guard_negated = text.guard_negated;
}

/// Whether an instruction orders threads or has them work together.
bool cooperates(const InstructionText& text, const Form& form) {
  constexpr std::array<std::string_view, 12> kOpcodes{"bar",   "barrier", "atom",  "red",   "shfl",   "vote",
                                                      "match", "redux",   "elect", "fence", "membar", "activemask"};
  const std::string_view opcode = opcode_name(text.spelling);
  return form.q.order != 0 || std::find(kOpcodes.begin(), kOpcodes.end(), opcode) != kOpcodes.end();
}

/// Dynamic shared memory begins behind the variables.
void place_dynamic_shared(Decoder& decoder) {
  if (decoder.dynamic_shared == kNoSlot) return;
  std::uint64_t& end = decoder.program.shared_bytes;
  const std::uint64_t alignment = decoder.program.shared_alignment;
  end = (end + alignment - 1) / alignment * alignment;
  decoder.program.constants.push_back({decoder.dynamic_shared, end});
}

void decode_by_row(Decoder& decoder, const OpcodeRow& row, const Spelling& spelling, const InstructionText& text) {
  Instruction instruction;
  instruction.execute = ptx::row(spelling.source).element != Type::none ? row.pairs : row.scalar;
  instruction.form = form_of(spelling);
  set_operands(decoder, row, spelling, text, instruction);
  set_guard(decoder, text, instruction);
  if (cooperates(text, instruction.form)) decoder.program.cooperates = true;
  emit(decoder, instruction);
}

void decode_instruction(Decoder& decoder, const InstructionText& text) {
  decoder.place = {text.line, text.spelling};
  const std::string_view name = opcode_name(text.spelling);
  if (name == "call") return decode_call(decoder, text);
  if (name == "ret" && !decoder.return_labels.empty()) {
    Instruction guard;
    set_guard(decoder, text, guard);
    return emit_branch(decoder, decoder.return_labels.back(), guard.guard, guard.guard_negated);
  }
  const auto [fits, unseen] = decoder.module.fits.try_emplace(text.spelling);
  if (unseen) fits->second = fitting_rows(text.spelling);
  for (const Fit& each : fits->second) {
    if (operands_fit(*each.row, each.spelling, text.operands))
      return decode_by_row(decoder, *each.row, each.spelling, text);
  }
  reject(decoder, fmt::format("the instruction `{}` with these operands is not supported", text.spelling));
}

/// Makes the labels of a scope known before its instructions, since a branch may come first.
void declare_labels(Decoder& decoder, const FunctionText& function, std::size_t first) {
  std::size_t depth = 0;
  for (std::size_t i = first; i < function.items.size(); ++i) {
    const Item& item = function.items[i];
    if (item.kind == ItemKind::close && depth == 0) return;
    if (item.kind == ItemKind::open) ++depth;
    if (item.kind == ItemKind::close) --depth;
    if (item.kind != ItemKind::label || depth != 0) continue;
    decoder.place = {item.line, item.name};
    Entity entity;
    entity.kind = EntityKind::label;
    entity.label = new_label(decoder);
    if (!decoder.scopes.back().emplace(item.name, entity).second)
      reject(decoder, fmt::format("the label `{}` stands twice", item.name));
  }
}

/// Puts program counters in place of labels.
void resolve_labels(Decoder& decoder) {
  for (Instruction& instruction : decoder.program.instructions) {
    if (instruction.execute == &branch) instruction.target = decoder.labels[instruction.target];
  }
}

void declare_parameters(Decoder& decoder, const FunctionText& entry) {
  std::uint64_t offset = 0;
  for (const Declaration& parameter : entry.parameters) {
    decoder.place = {parameter.line, parameter.name};
    if (parameter.is_register) reject(decoder, "a parameter of an entry is a .param");
    const std::uint64_t size = (row(parameter.type).width + 7U) / 8U * parameter.elements;
    offset = (offset + parameter.alignment - 1) / parameter.alignment * parameter.alignment;
    Entity entity;
    entity.kind = EntityKind::variable;
    entity.space = Space::param;
    entity.address = offset;
    if (!decoder.scopes.back().emplace(parameter.name, entity).second) {
      reject(decoder, fmt::format("the parameter `{}` stands twice", parameter.name));
    }
    offset += size;
  }
  decoder.program.parameter_bytes = offset;
}

}  // namespace

void emit(Decoder& decoder, const Instruction& instruction) {
  if (decoder.program.instructions.size() == kMostInstructions)
    reject(decoder, "an entry of more than 262144 instructions is not supported");
  decoder.program.instructions.push_back(instruction);
  decoder.program.places.push_back(decoder.place);
}

void emit_branch(Decoder& decoder, std::size_t label, Slot guard, bool guard_negated) {
  Instruction instruction;
  instruction.execute = &branch;
  instruction.target = static_cast<std::uint32_t>(label);
  instruction.guard = guard;
  instruction.guard_negated = guard_negated;
  emit(decoder, instruction);
}

void emit_copy(Decoder& decoder, Slot to, Slot from, unsigned width) {
  Instruction instruction;
  instruction.execute = &run<&copy<Word>>;
  instruction.form.width = instruction.form.result_width = static_cast<std::uint8_t>(width);
  instruction.d[0] = to;
  instruction.s[0] = from;
  emit(decoder, instruction);
}

std::size_t new_label(Decoder& decoder) {
  decoder.labels.push_back(0);
  return decoder.labels.size() - 1;
}

void place_label(Decoder& decoder, std::size_t label) {
  decoder.labels[label] = static_cast<std::uint32_t>(decoder.program.instructions.size());
}

void decode_body(Decoder& decoder, const FunctionText& function) {
  declare_labels(decoder, function, 0);
  for (std::size_t i = 0; i < function.items.size(); ++i) {
    const Item& item = function.items[i];
    decoder.place = {item.line, item.name};
    if (++decoder.module.items > kMostItems) reject(decoder, "a module of more than 4194304 items is not supported");
    switch (item.kind) {
      case ItemKind::instruction: decode_instruction(decoder, function.instructions[item.index]); break;
      case ItemKind::label: place_label(decoder, decoder.scopes.back().at(item.name).label); break;
      case ItemKind::declaration: declare(decoder, function.declarations[item.index]); break;
      case ItemKind::open:
        decoder.scopes.emplace_back();
        declare_labels(decoder, function, i + 1);
        break;
      case ItemKind::close: decoder.scopes.pop_back(); break;
    }
  }
}

Program decode(ModuleContext& module, const FunctionText& entry) {
  Decoder decoder{module, {}, {}, {}, {}, {}, {}, {}, {}, {entry.line, entry.name}};
  decoder.program.name = entry.name;
  decoder.scopes.emplace_back();
  try {
    declare_parameters(decoder, entry);
    decode_body(decoder, entry);
    // PTX ISA, ret: leaving the entry's text ends the thread.
    Instruction end;
    end.execute = &leave;
    emit(decoder, end);
    resolve_labels(decoder);
    place_dynamic_shared(decoder);
    if (decoder.program.shared_bytes != 0 || decoder.dynamic_shared != kNoSlot) decoder.program.cooperates = true;
  } catch (const PtxError& error) {
    decoder.program.error = error;
  }
  return std::move(decoder.program);
}

}  // namespace semcheck::ptx
