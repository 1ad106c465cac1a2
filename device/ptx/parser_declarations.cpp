#include <fmt/format.h>

#include <array>
#include <optional>

#include "device/ptx/reader.h"

namespace semcheck::ptx {

namespace {

constexpr std::uint32_t kMostRegisters = 1U << 20;
constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kMostAlignment = 4096;

struct SpaceRow {
  std::string_view name;
  Space space;
};
constexpr std::array<SpaceRow, 5> kSpaces{{{".global", Space::global},
                                           {".const", Space::constant},
                                           {".shared", Space::shared},
                                           {".local", Space::local},
                                           {".param", Space::param}}};

std::optional<Space> space_named(std::string_view name) {
  for (const SpaceRow& each : kSpaces) {
    if (each.name == name) return each.space;
  }
  return std::nullopt;
}

std::uint64_t read_alignment(Reader& reader) {
  const Token number = reader.expect(TokenKind::integer, "an alignment");
  const bool power = number.value != 0 && (number.value & (number.value - 1)) == 0;
  if (!power || number.value > kMostAlignment) reader.error(number, "an alignment is a power of two, at most 4096");
  return number.value;
}

/// `.align 8`, the type, and what may stand between them and the name.
void read_attributes(Reader& reader, Declaration& declaration) {
  declaration.line = reader.token().line;
  while (reader.at(TokenKind::dot_word)) {
    const Token word = reader.take();
    if (word.text == ".align") {
      declaration.alignment = read_alignment(reader);
    } else if (word.text == ".ptr" || (space_named(word.text) && declaration.type != Type::none)) {
      // `.ptr` and the space that a parameter points to are hints
    } else if (const std::optional<Type> type = type_named(word.text)) {
      declaration.type = *type;
    } else {
      reader.error(word, fmt::format("`{}` is not supported in a declaration", word.text));
    }
  }
  if (declaration.type == Type::none) reader.unexpected("a type");
}

void read_name(Reader& reader, Declaration& declaration) {
  declaration.name = reader.expect(TokenKind::word, "a name").text;
}

std::uint64_t element_size(const Declaration& declaration) {
  return (row(declaration.type).width + 7U) / 8U;
}

void read_dimensions(Reader& reader, Declaration& declaration) {
  while (reader.accept("[")) {
    if (reader.accept("]")) {
      declaration.elements = 0;
      continue;
    }
    const Token number = reader.expect(TokenKind::integer, "a number of elements");
    if (number.value > kMostBytes || declaration.elements * number.value * element_size(declaration) > kMostBytes) {
      reader.error(number, "an array of more than 64 MiB is not supported");
    }
    declaration.elements *= number.value;
    reader.expect("]");
  }
}

/// The address of a variable, which only an entry that uses it is refused for.
void skip_address(Reader& reader, Declaration& declaration) {
  declaration.has_address = true;
  declaration.initial.push_back(0);
  read_operand(reader);
  if (reader.at("(")) read_operand(reader);
}

void read_initial_value(Reader& reader, Declaration& declaration) {
  const Token at = reader.token();
  if (at.kind == TokenKind::word) return skip_address(reader, declaration);
  const Operand value = read_operand(reader);
  const std::size_t width = row(declaration.type).width;
  const bool fits = value.number == TokenKind::integer || width == (value.number == TokenKind::single ? 32U : 64U);
  if (value.kind != OperandKind::number || !fits)
    reader.error(at, "an initial value of another type than the variable's");
  declaration.initial.push_back(value.value & low_bits(row(declaration.type).width));
}

void read_initial_values(Reader& reader, Declaration& declaration) {
  if (!reader.accept("{")) return read_initial_value(reader, declaration);
  while (!reader.at("}")) {
    if (!declaration.initial.empty()) reader.expect(",");
    read_initial_value(reader, declaration);
    if (declaration.elements != 0 && declaration.initial.size() > declaration.elements) {
      reader.error(reader.token(), "there are more initial values than elements");
    }
  }
  reader.expect("}");
}

void finish_variable(Reader& reader, Declaration& declaration) {
  read_dimensions(reader, declaration);
  if (reader.accept("=")) read_initial_values(reader, declaration);
  if (declaration.elements == 0) declaration.elements = declaration.initial.size();
  if (declaration.alignment < element_size(declaration)) declaration.alignment = element_size(declaration);
}

/// `%r<10>`
void read_register_count(Reader& reader, Declaration& declaration) {
  if (!reader.accept("<")) return;
  const Token number = reader.expect(TokenKind::integer, "a number of registers");
  if (number.value > kMostRegisters)
    reader.error(number, "more than 1048576 registers in one declaration are not supported");
  declaration.count = static_cast<std::uint32_t>(number.value);
  reader.expect(">");
}

}  // namespace

bool begins_declaration(const Token& token) {
  return token.kind == TokenKind::dot_word && (token.text == ".reg" || space_named(token.text));
}

void read_declarations(Reader& reader, std::vector<Declaration>& declarations, bool external) {
  const Token head = reader.take();
  Declaration shared;
  shared.is_register = head.text == ".reg";
  shared.is_external = external;
  shared.space = space_named(head.text).value_or(Space::generic);
  read_attributes(reader, shared);
  do {
    Declaration declaration = shared;
    read_name(reader, declaration);
    if (shared.is_register) {
      read_register_count(reader, declaration);
    } else {
      finish_variable(reader, declaration);
    }
    declarations.push_back(std::move(declaration));
  } while (reader.accept(","));
  reader.expect(";");
}

Declaration read_parameter(Reader& reader) {
  const Token head = reader.expect(TokenKind::dot_word, "`.param` or `.reg`");
  if (head.text != ".param" && head.text != ".reg") reader.error(head, "a parameter begins with `.param` or `.reg`");
  Declaration declaration;
  declaration.is_register = head.text == ".reg";
  declaration.space = Space::param;
  read_attributes(reader, declaration);
  read_name(reader, declaration);
  if (!declaration.is_register) finish_variable(reader, declaration);
  return declaration;
}

}  // namespace semcheck::ptx
