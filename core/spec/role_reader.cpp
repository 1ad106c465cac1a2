#include "core/spec/role_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/spec/characters.h"

namespace semcheck {
namespace {

constexpr std::size_t kMostTurns = 8;
constexpr std::array<std::string_view, 4> kRoleKeys = {"name", "kind", "ops", "length"};
constexpr std::string_view kGrammar =
    "a role is named <dependent|independent|mixed>_<instruction>_<length>, as in "
    "\"dependent_add_8\"";

std::vector<std::string_view> words_of(std::string_view name) {
  std::vector<std::string_view> words;
  for (;;) {
    const std::size_t end = name.find('_');
    words.push_back(name.substr(0, end));
    if (end == std::string_view::npos) return words;
    name.remove_prefix(end + 1);
  }
}

bool has(Dtype dtype, const ChainOpRow& op) {
  return format(dtype).kind == NumberKind::floating ? op.floating : op.integer;
}

std::vector<std::string_view> ops_of(std::optional<Dtype> dtype) {
  std::vector<std::string_view> names;
  for (const ChainOpRow& op : kChainOps)
    if (!dtype || has(*dtype, op)) names.push_back(op.name);
  return names;
}

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

void RoleReader::read(const Text& text) {
  if (auto role = role_of(text)) add(std::move(*role), text.span);
}

std::optional<Role> RoleReader::role_of(const Text& text) {
  const std::vector<std::string_view> words = words_of(text.value);
  Role role{text.value, {}, {}, 0};
  if (words.size() < 3) return refuse(text.span, fmt::format("\"{}\" is no role", displayed(text.value)), kGrammar);
  bool sound = read_kind({std::string(words.front()), text.span}, role);
  for (std::size_t i = 1; i + 1 < words.size(); ++i) sound = read_op({std::string(words[i]), text.span}, role) && sound;
  const auto length = number(words.back());
  if (!length)
    return refuse(text.span, fmt::format("\"{}\" does not end in a length", displayed(text.value)), kGrammar);
  role.length = *length;
  return sound ? std::optional(role) : std::nullopt;
}

void RoleReader::read(const toml::table& table) {
  check_keys(reader_, table, "[[role]]", kRoleKeys);
  for (const std::string_view key : kRoleKeys)
    if (!table.contains(key)) report_missing(reader_, table, "[[role]]", key, "");
  Role role;
  bool sound = true;
  const auto name = read_string(reader_, table, "name", kNameLimit);
  sound = name && check_name(reader_, *name, "a role");
  if (sound) role.name = name->value;
  const auto kind = read_string(reader_, table, "kind", kNameLimit);
  sound = kind && read_kind(*kind, role) && sound;
  if (const toml::node* ops = table.get("ops"))
    for (const Text& op : texts_of(reader_, *ops, "ops", kNameLimit)) sound = read_op(op, role) && sound;
  const auto length = read_integer(reader_, table, "length", 1, kMostInstructions);
  role.length = static_cast<std::uint32_t>(length.value_or(0));
  if (sound && length && table.contains("ops")) add(std::move(role), name->span);
}

bool RoleReader::read_kind(const Text& text, Role& role) {
  const auto found = find_row(kChainKinds, text.value);
  if (found != kChainKinds.end()) {
    role.kind = found->kind;
    return true;
  }
  reader_.report(text.span, fmt::format("unknown kind of chain \"{}\"", displayed(text.value)),
                 suggest(text.value, names_of(kChainKinds)));
  return false;
}

bool RoleReader::read_op(const Text& text, Role& role) {
  const auto found = find_row(kChainOps, text.value);
  if (found == kChainOps.end() || (dtype_ && !has(*dtype_, *found))) {
    const std::string over = dtype_ ? fmt::format(" over {}", semcheck::name(*dtype_)) : "";
    reader_.report(text.span, fmt::format("no instruction \"{}\"{}", displayed(text.value), over),
                   suggest(text.value, ops_of(dtype_)));
    return false;
  }
  role.ops.push_back(found->op);
  return true;
}

std::nullopt_t RoleReader::refuse(Span span, std::string message, std::string_view help) {
  reader_.report(span, std::move(message), std::string(help));
  return std::nullopt;
}

/// Takes a role unless its parts do not fit together.
void RoleReader::add(Role role, Span span) {
  const ChainKindRow& kind = kChainKinds[static_cast<std::size_t>(role.kind)];
  const bool mixed = role.kind == ChainKind::mixed;
  const auto same = [&](const RoleEntry& entry) { return entry.role.name == role.name; };
  const auto first = std::find_if(entries_.begin(), entries_.end(), same);
  if (mixed && (role.ops.size() < 2 || role.ops.size() > kMostTurns))
    reader_.report(
        span, fmt::format("a mixed chain takes turns among 2 to {} instructions, not {}", kMostTurns, role.ops.size()));
  else if (!mixed && role.ops.size() != 1)
    reader_.report(span,
                   fmt::format("a{} {} chain is made of one instruction, not {}",
                               role.kind == ChainKind::independent ? "n" : "", kind.name, role.ops.size()),
                   "several instructions take turns in a `mixed` chain");
  else if (role.length < role.ops.size() || role.length > kind.longest)
    reader_.report(span, fmt::format("the length {} is out of range", role.length),
                   fmt::format("expected {} to {}", role.ops.size(), kind.longest));
  else if (first != entries_.end())
    reader_.report(span, fmt::format("two roles are named \"{}\"", role.name),
                   fmt::format("the other stands in line {}", first->span.line));
  else
    entries_.push_back({std::move(role), span});
}

}  // namespace semcheck
