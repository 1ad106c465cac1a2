#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/spec/characters.h"
#include "core/spec/spec_parts.h"

namespace semcheck {
namespace {

constexpr std::size_t kMostOpcodes = 64;
constexpr std::int64_t kLargestCount = 1000000;
constexpr std::string_view kPtx = "ptx";
constexpr std::array<std::string_view, 5> kCodeKeys = {"form", "opcodes", "requires", "absent", "instructions"};
constexpr std::array<std::string_view, 2> kMachineKeys = {"registers", "spilled"};
constexpr std::array<std::string_view, 2> kRangeKeys = {"least", "most"};

/// Which code a table is about, and how its name is written.
struct Subject {
  CodeLanguage language = CodeLanguage::sass;
  std::string arch;
  std::string where = "[variant.inspect]";

  bool is_machine_code() const { return language == CodeLanguage::sass; }
  Subject of_ptx() const { return {CodeLanguage::ptx, arch, "[variant.inspect.ptx]"}; }
  Subject of_arch(std::string_view name) const {
    return {language, std::string(name), fmt::format("{}.{}]", where.substr(0, where.size() - 1), name)};
  }
};

std::vector<CodeForm> read_forms(const TomlReader& reader, const toml::table& table) {
  std::vector<CodeForm> forms;
  const toml::node* node = table.get("form");
  if (node == nullptr) return forms;
  if (node->is_array() && node->as_array()->empty())
    reader.report(span_of(*node), "`form` allows no form", "leave it out to allow all of them");
  for (const Text& text : texts_of(reader, *node, "form", kNameLimit)) {
    const auto found = std::find_if(kCodeForms.begin(), kCodeForms.end(),
                                    [&](const CodeFormRow& row) { return row.name == text.value; });
    if (found != kCodeForms.end())
      forms.push_back(found->form);
    else
      reader.report(text.span, fmt::format("unknown form \"{}\"", displayed(text.value)),
                    suggest(text.value, names_of(kCodeForms)));
  }
  return forms;
}

/// Whether a word can be an opcode with modifiers: SASS begins in capitals, PTX in small letters.
bool check_opcode(const TomlReader& reader, const Text& word, const Subject& subject) {
  const auto is_in = [](char c, char first, char last) { return c >= first && c <= last; };
  const auto fits = [&](char c) {
    return is_in(c, 'a', 'z') || is_in(c, 'A', 'Z') || is_in(c, '0', '9') || c == '_' || c == '.' || c == ':';
  };
  const char first = word.value.empty() ? '\0' : word.value.front();
  const bool begins = subject.is_machine_code() ? is_in(first, 'A', 'Z') : is_in(first, 'a', 'z');
  if (begins && word.value.back() != '.' && std::all_of(word.value.begin(), word.value.end(), fits)) return true;
  reader.report(word.span, fmt::format("\"{}\" is no opcode of {}", displayed(word.value), title(subject.language)),
                subject.is_machine_code() ? "such as \"FMNMX\" or \"FMNMX.NAN\"; those of PTX stand under `ptx`"
                                          : "such as \"max.f32\"; those of SASS stand in [variant.inspect]");
  return false;
}

/// How many there must be of an opcode: a number, or a table of bounds.
void read_bound(const TomlReader& reader, const toml::table& opcodes, const toml::key& key, OpcodeBound& bound) {
  const toml::table* range = opcodes.get(key.str())->as_table();
  if (range == nullptr) {
    const auto count = read_integer(reader, opcodes, key.str(), 0, kLargestCount);
    if (!count) return;
    bound.least = static_cast<std::uint32_t>(*count);
    bound.most = bound.least;
    return;
  }
  for (const auto& [part, node] : *range)
    if (std::find(kRangeKeys.begin(), kRangeKeys.end(), part.str()) == kRangeKeys.end())
      reader.report(span_of(part), fmt::format("unknown key `{}` in `{}`", displayed(part.str()), key.str()),
                    fmt::format("least or most; an opcode with a dot stands in quotes: \"{}.{}\"", key.str(),
                                displayed(part.str())));
  const auto least = read_integer(reader, *range, "least", 0, kLargestCount);
  const auto most = read_integer(reader, *range, "most", 0, kLargestCount);
  bound.least = static_cast<std::uint32_t>(least.value_or(0));
  if (most) bound.most = static_cast<std::uint32_t>(*most);
  if (range->empty()) reader.report(bound.span, fmt::format("`{}` has no bound", bound.opcode), "least = 1, most = 2");
}

/// The opcodes of a list, each with the same bound.
void read_list(const TomlReader& reader, const toml::table& table, std::string_view key, const Subject& subject,
               const OpcodeBound& bound, std::vector<OpcodeBound>& bounds) {
  const auto words = read_strings(reader, table, key, kNameLimit, kMostOpcodes);
  for (const Text& word : words.value_or(std::vector<Text>()))
    if (check_opcode(reader, word, subject)) bounds.push_back({word.value, bound.least, bound.most, word.span});
}

std::vector<OpcodeBound> read_opcodes(const TomlReader& reader, const toml::table& table, const Subject& subject) {
  std::vector<OpcodeBound> bounds;
  if (const toml::table* opcodes = read_table(reader, table, "opcodes")) {
    if (opcodes->size() > kMostOpcodes)
      reader.report(key_span(table, "opcodes"), fmt::format("`opcodes` has more than {} entries", kMostOpcodes));
    for (const auto& [key, node] : *opcodes) {
      if (!check_opcode(reader, {std::string(key.str()), span_of(key)}, subject)) continue;
      bounds.push_back({std::string(key.str()), 0, std::nullopt, span_of(key)});
      read_bound(reader, *opcodes, key, bounds.back());
    }
  }
  read_list(reader, table, "requires", subject, {"", 1, std::nullopt, {}}, bounds);
  read_list(reader, table, "absent", subject, {"", 0, 0, {}}, bounds);
  return bounds;
}

/// Reports bounds that no code can meet: each instruction of one opcode is one of the other too.
void check_bounds(const TomlReader& reader, const CodeRequirement& requirement) {
  for (const OpcodeBound& special : requirement.opcodes) {
    if (requirement.most_instructions.value_or(special.least) < special.least)
      reader.report(special.span,
                    fmt::format("{} of {} are more than `instructions` allows", special.least, special.opcode));
    for (const OpcodeBound& general : requirement.opcodes) {
      if (!is_one_of(special.opcode, general.opcode) || special.least <= general.most.value_or(special.least)) continue;
      reader.report(special.span,
                    &special == &general ? fmt::format("`{}`: least is greater than most", special.opcode)
                                         : fmt::format("contradiction: {} of {} required, at most {} of {} allowed",
                                                       special.least, special.opcode, *general.most, general.opcode),
                    &special == &general ? "" : fmt::format("the other stands in line {}", general.span.line));
    }
  }
}

std::optional<std::uint32_t> read_most(const TomlReader& reader, const toml::table& table, std::string_view key) {
  const auto value = read_integer(reader, table, key, 0, kLargestCount);
  return value ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
}

/// The keys that a table may have: those about its code, and tables about other code.
std::vector<std::string_view> keys_of(const Subject& subject, const toml::table& table) {
  std::vector<std::string_view> keys(kCodeKeys.begin(), kCodeKeys.end());
  if (subject.is_machine_code()) keys.insert(keys.end(), kMachineKeys.begin(), kMachineKeys.end());
  if (!subject.arch.empty()) return keys;
  if (subject.is_machine_code()) keys.push_back(kPtx);
  for (const auto& [key, node] : table)
    if (is_architecture(key.str())) keys.push_back(key.str());
  return keys;
}

CodeRequirement read_requirement(const TomlReader& reader, const toml::table& table, const Subject& subject) {
  CodeRequirement requirement;
  requirement.language = subject.language;
  requirement.arch = subject.arch;
  requirement.span = span_of(table);
  requirement.forms = read_forms(reader, table);
  requirement.opcodes = read_opcodes(reader, table, subject);
  requirement.most_instructions = read_most(reader, table, "instructions");
  if (subject.is_machine_code()) {
    requirement.most_registers = read_most(reader, table, "registers");
    requirement.most_spilled = read_most(reader, table, "spilled");
  }
  check_bounds(reader, requirement);
  return requirement;
}

bool is_about_other_code(std::string_view key) {
  return key == kPtx || is_architecture(key);
}

// NOLINTNEXTLINE(misc-no-recursion): tables stand in tables, two deep at most.
void read_tables_of(const TomlReader& reader, const toml::table& table, const Subject& subject,
                    std::vector<CodeRequirement>& requirements) {
  check_keys(reader, table, subject.where, keys_of(subject, table));
  if (table.empty())
    reader.report(span_of(table), fmt::format("{} requires nothing", subject.where), "form = \"direct\"");
  const auto is_about_this = [](const auto& entry) { return !is_about_other_code(entry.first.str()); };
  if (std::any_of(table.begin(), table.end(), is_about_this))
    requirements.push_back(read_requirement(reader, table, subject));
  if (!subject.arch.empty()) return;
  for (const auto& [key, node] : table) {
    if (!is_about_other_code(key.str()) || (key == kPtx && !subject.is_machine_code())) continue;
    if (const toml::table* other = read_table(reader, table, key.str()))
      read_tables_of(reader, *other, key == kPtx ? subject.of_ptx() : subject.of_arch(key.str()), requirements);
  }
}

}  // namespace

std::vector<CodeRequirement> read_inspect(const TomlReader& reader, const toml::table& variant) {
  std::vector<CodeRequirement> requirements;
  if (const toml::table* table = read_table(reader, variant, "inspect"))
    read_tables_of(reader, *table, {}, requirements);
  return requirements;
}

}  // namespace semcheck
