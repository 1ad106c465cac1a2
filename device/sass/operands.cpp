#include "device/sass/operands.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "device/code/text.h"

namespace semcheck::sass {
namespace {

/// A register as an operand names it.
struct Name {
  std::string_view file;  ///< "R", "UR", "P" or "UP"
  unsigned number = 0;
  bool is_pair = false;  ///< R4.64, in an address
  bool is_address = false;

  bool is_predicate() const { return file.ends_with('P'); }
};

constexpr std::array<std::string_view, 4> kFiles = {"UR", "UP", "R", "P"};
constexpr unsigned kMostRegisters = 256;

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Reads `UR4`; nothing for RZ, PT and whatever is no register.
std::optional<Name> read_name(std::string_view word) {
  for (std::string_view file : kFiles) {
    if (!word.starts_with(file)) continue;
    Name name{file};
    const std::string_view digits = word.substr(file.size());
    const auto [stop, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), name.number);
    if (fault == std::errc{} && stop == digits.data() + digits.size() && name.number < kMostRegisters) return name;
  }
  return std::nullopt;
}

/// The registers that an operand names: in brackets they are parts of an address.
std::vector<Name> names_in(std::string_view operand) {
  std::vector<Name> names;
  int depth = 0;
  for (std::size_t i = 0; i < operand.size();) {
    depth += operand[i] == '[';
    depth -= operand[i] == ']';
    if (!is_letter_or_digit(operand[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < operand.size() && is_letter_or_digit(operand[end])) ++end;
    const bool begins = i == 0 || operand[i - 1] != '.';
    if (auto name = read_name(operand.substr(i, end - i)); name && begins) {
      name->is_pair = operand.substr(end).starts_with(".64");
      name->is_address = depth > 0;
      names.push_back(*name);
    }
    i = end;
  }
  return names;
}

bool has(const std::vector<std::string_view>& modifiers, std::string_view wanted) {
  return std::ranges::find(modifiers, wanted) != modifiers.end();
}

/// 2 where a modifier says 64 bits, 4 for 128, 8 for 256.
unsigned width_by_modifier(const std::vector<std::string_view>& modifiers) {
  constexpr std::array<std::pair<std::string_view, unsigned>, 6> kWidths = {
      {{"64", 2}, {"S64", 2}, {"U64", 2}, {"128", 4}, {"ENL2", 4}, {"256", 8}}};
  for (const auto& [name, width] : kWidths)
    if (has(modifiers, name)) return width;
  return 1;
}

/// F2F names both types, its result's first; I2F and F2I only those that are not 32 bits wide; FRND has one.
unsigned width_of_conversion(std::string_view name, const std::vector<std::string_view>& modifiers, bool is_result) {
  std::vector<std::string_view> floats;
  for (std::string_view modifier : modifiers)
    if (modifier == "F16" || modifier == "BF16" || modifier == "F32" || modifier == "F64") floats.push_back(modifier);
  const bool has_wide_float = has(modifiers, "F64");
  if (name.ends_with("F2F") && !floats.empty()) return (is_result ? floats.front() : floats.back()) == "F64" ? 2 : 1;
  if (name.ends_with("FRND")) return has_wide_float ? 2 : 1;
  const bool is_float = name.ends_with("I2F") ? is_result : !is_result;
  if (is_float) return has_wide_float ? 2 : 1;
  return has(modifiers, "S64") || has(modifiers, "U64") ? 2 : 1;
}

/// An instruction whose operands are being told apart.
struct Parts {
  std::string_view name;
  std::vector<std::string_view> modifiers;
  const Opcode* row;
  std::size_t results = 0;  ///< operands that are written
};

/// How many registers an operand stands for.
unsigned width_of(const Parts& parts, std::size_t operand) {
  const bool is_result = operand < parts.results;
  switch (parts.row ? parts.row->width : Width::modifier) {
    case Width::one: return 1;
    case Width::pair: return has(parts.modifiers, "32") ? 1 : 2;
    case Width::matrix: return 4;
    case Width::convert: return width_of_conversion(parts.name, parts.modifiers, is_result);
    case Width::wide: return has(parts.modifiers, "WIDE") && (is_result || operand == parts.results + 2) ? 2 : 1;
    case Width::modifier: break;
  }
  return width_by_modifier(parts.modifiers);
}

bool is_predicate(std::string_view operand) {
  if (operand == "PT" || operand == "UPT") return true;
  const auto name = read_name(operand);
  return name && name->is_predicate();
}

std::size_t count_results(const Line& line, const Parts& parts) {
  const std::size_t count = line.operands.size();
  switch (parts.row ? parts.row->result : Result::usual) {
    case Result::none: return 0;
    case Result::predicate: return std::min<std::size_t>(count, 1);
    case Result::two_predicates: return std::min<std::size_t>(count, 2);
    case Result::all_but_last: return count - std::min<std::size_t>(count, 1);
    case Result::usual: break;
  }
  std::size_t results = 0;
  while (results < count && is_predicate(line.operands[results])) ++results;
  // LDG.E.ENL2.256 fills two runs of registers.
  results = std::min(count, results + (has(parts.modifiers, "ENL2") ? 2 : 1));
  while (results < count && is_predicate(line.operands[results])) ++results;
  return results;
}

void add(std::vector<std::string>& names, const Name& name, unsigned width) {
  for (unsigned i = 0; i < width; ++i) names.push_back(std::string(name.file) + std::to_string(name.number + i));
}

}  // namespace

std::vector<std::string_view> modifiers_of(std::string_view opcode) {
  std::vector<std::string_view> parts = code::parts_of(opcode);
  parts.erase(parts.begin());
  return parts;
}

std::uint32_t moved_bytes(const std::vector<std::string_view>& modifiers) {
  constexpr std::array<std::pair<std::string_view, std::uint32_t>, 8> kBytes = {
      {{"U8", 1}, {"S8", 1}, {"U16", 2}, {"S16", 2}, {"64", 8}, {"96", 12}, {"128", 16}, {"256", 32}}};
  for (const auto& [name, bytes] : kBytes)
    if (has(modifiers, name)) return bytes;
  return 4;
}

Use use_of(const Line& line, const Opcode* row) {
  Use use;
  Parts parts{std::string_view(line.opcode).substr(0, line.opcode.find('.')), modifiers_of(line.opcode), row};
  parts.results = count_results(line, parts);
  for (std::size_t k = 0; k < line.operands.size(); ++k) {
    const unsigned width = width_of(parts, k);
    // A shuffle's other operands say which lane the value comes from.
    const bool is_lane = parts.name == "SHFL" && k > parts.results;
    for (const Name& name : names_in(line.operands[k])) {
      if (name.is_address || is_lane) {
        add(use.address, name, name.is_pair ? 2 : 1);
      } else if (k < parts.results) {
        add(use.writes, name, name.is_predicate() ? 1 : width);
      } else {
        add(name.is_predicate() ? use.predicates : use.values, name, name.is_predicate() ? 1 : width);
      }
    }
  }
  return use;
}

}  // namespace semcheck::sass
