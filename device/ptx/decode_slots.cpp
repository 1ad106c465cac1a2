#include "device/ptx/decoder.h"
#include "device/ptx/semantics_convert.h"

namespace semcheck::ptx {

namespace {

constexpr Slot kMostSlots = 1U << 16;

/// An f32 or f64 as another float type, rounded to nearest.
Word converted(Word value, Type from, Type to) {
  Form form;
  form.source_format = row(from).format;
  form.format = row(to).format;
  form.source_width = row(from).width;
  return convert_floats(form, value);
}

}  // namespace

Slot new_slot(Decoder& decoder) {
  if (decoder.program.slots == kMostSlots)
    reject(decoder, "an entry with more than 65536 registers and constants is not supported");
  return decoder.program.slots++;
}

Slot constant(Decoder& decoder, Word value) {
  const auto found = decoder.constants.find(value);
  if (found != decoder.constants.end()) return found->second;
  const Slot slot = new_slot(decoder);
  decoder.program.constants.push_back({slot, value});
  return decoder.constants.emplace(value, slot).first->second;
}

// PTX ISA, Constants: a float constant is converted to the type of the instruction at its use; bits
// are taken as they are.
Word literal(Decoder& decoder, const Operand& operand, Type type) {
  const TypeRow& wanted = row(type);
  if (operand.number == TokenKind::integer) {
    // PTX ISA, Integer Constants: as a predicate, zero is False and all else True.
    if (type == Type::pred) return Word{operand.value != 0};
    if (wanted.kind == Kind::floating) reject(decoder, "an integer where the instruction takes a float");
    return operand.value & low_bits(wanted.width);
  }
  const Type own = operand.number == TokenKind::single ? Type::f32 : Type::f64;
  if (type == own || (wanted.kind == Kind::bits && wanted.width == row(own).width)) return operand.value;
  if (wanted.kind != Kind::floating || wanted.element != Type::none)
    reject(decoder, "a float where the instruction takes none");
  return converted(operand.value, own, type);
}

Slot carry_slot(Decoder& decoder) {
  if (decoder.carry == kNoSlot) decoder.carry = new_slot(decoder);
  return decoder.carry;
}

Slot special_slot(Decoder& decoder, Special special) {
  const auto found = decoder.specials.find(special);
  if (found != decoder.specials.end()) return found->second;
  const Slot slot = new_slot(decoder);
  decoder.program.specials.push_back({slot, special});
  return decoder.specials.emplace(special, slot).first->second;
}

Slot variable_slot(Decoder& decoder, std::uint64_t number) {
  const auto found = decoder.variables.find(number);
  if (found != decoder.variables.end()) return found->second;
  const Slot slot = new_slot(decoder);
  decoder.program.variables.push_back({slot, static_cast<std::size_t>(number)});
  return decoder.variables.emplace(number, slot).first->second;
}

Slot dynamic_shared_slot(Decoder& decoder) {
  if (decoder.dynamic_shared == kNoSlot) decoder.dynamic_shared = new_slot(decoder);
  return decoder.dynamic_shared;
}

}  // namespace semcheck::ptx
