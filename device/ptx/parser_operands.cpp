#include "device/ptx/reader.h"

namespace semcheck::ptx {

namespace {

/// `-`, `+` and `~` before a number: how they change its value.
Word signed_value(Reader& reader, const Token& number, bool negative) {
  if (!negative) return number.value;
  if (number.kind == TokenKind::integer) return Word{0} - number.value;
  reader.error(number, "a sign before the bits of a float is not supported; write the bits with their sign");
}

bool at_number(const Reader& reader) {
  return reader.at(TokenKind::integer) || reader.at(TokenKind::single) || reader.at(TokenKind::real);
}

Operand read_number_operand(Reader& reader) {
  bool negative = false;
  while (reader.at("-") || reader.at("+")) negative = reader.take().text == "-" ? !negative : negative;
  if (!at_number(reader)) reader.unexpected("an operand");
  const Token number = reader.take();
  Operand operand;
  operand.kind = OperandKind::number;
  operand.number = number.kind;
  operand.value = signed_value(reader, number, negative);
  return operand;
}

/// A name with its member (`%tid.x`) and offset (`name+8`).
Operand read_name_operand(Reader& reader) {
  const Token first = reader.expect(TokenKind::word, "an operand");
  Operand operand;
  operand.name = first.text;
  if (reader.at(TokenKind::dot_word) && reader.token().text.data() == first.text.data() + first.text.size()) {
    const Token member = reader.take();
    operand.name = {first.text.data(), first.text.size() + member.text.size()};
  }
  if (reader.at("+") || reader.at("-")) operand.value = read_number_operand(reader).value;
  return operand;
}

Operand read_simple(Reader& reader) {
  if (reader.accept("!")) {
    Operand operand = read_name_operand(reader);
    operand.negated = true;
    return operand;
  }
  return reader.at(TokenKind::word) ? read_name_operand(reader) : read_number_operand(reader);
}

Operand read_elements(Reader& reader, OperandKind kind, std::string_view end) {
  constexpr std::size_t kMostElements = 256;
  Operand operand;
  operand.kind = kind;
  while (!reader.at(end)) {
    if (!operand.elements.empty()) reader.expect(",");
    if (operand.elements.size() == kMostElements) reader.error(reader.token(), "this list is too long");
    operand.elements.push_back(read_simple(reader));
  }
  reader.expect(end);
  return operand;
}

Operand read_address(Reader& reader) {
  Operand operand = read_simple(reader);
  operand.kind = OperandKind::address;
  reader.expect("]");
  return operand;
}

}  // namespace

Operand read_operand(Reader& reader) {
  if (reader.accept("[")) return read_address(reader);
  if (reader.accept("{")) return read_elements(reader, OperandKind::vector, "}");
  if (reader.accept("(")) return read_elements(reader, OperandKind::list, ")");
  Operand first = read_simple(reader);
  if (!reader.accept("|")) return first;
  Operand pair;
  pair.kind = OperandKind::pair;
  pair.elements = {first, read_simple(reader)};
  return pair;
}

}  // namespace semcheck::ptx
