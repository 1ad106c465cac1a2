#include "core/spec/probe_spec.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/spec/characters.h"
#include "core/spec/role_reader.h"

namespace semcheck {
namespace {

constexpr std::size_t kMostPairs = 256;
constexpr std::int64_t kMostThreads = 1024;
constexpr std::int64_t kMostBlocks = 1024;
constexpr std::int64_t kMostRepeats = 1000;
constexpr std::int64_t kMostUnroll = 64;
/// No accumulator can count further than an s32 holds in so many cycles.
constexpr std::int64_t kMostBudget = 2'000'000'000;

constexpr std::array<std::string_view, 11> kProbeKeys = {"name",    "summary",       "dtype",  "blocks",
                                                         "threads", "repeats",       "budget", "unroll",
                                                         "roles",   "require_shape", "compare"};
constexpr std::array<std::string_view, 2> kTables = {"probe", "role"};
constexpr std::array kDtypesOfChains = {Dtype::f32, Dtype::f64, Dtype::f16, Dtype::bf16, Dtype::s32, Dtype::u32};

/// Reads one spec of a probe; reports all of its mistakes.
class ProbeReading {
 public:
  ProbeReading(const TomlReader& reader, const toml::table& root, Probe& probe)
      : reader_(reader), root_(root), probe_(probe) {}

  void read() {
    check_keys(reader_, root_, "", kTables);
    const toml::table* table = read_table(reader_, root_, "probe");
    if (table == nullptr) return;
    check_keys(reader_, *table, "[probe]", kProbeKeys);
    read_names(*table);
    read_numbers(*table);
    read_roles(*table);
    read_pairs(*table);
  }

 private:
  void read_names(const toml::table& table) {
    for (const std::string_view key : {"name", "dtype"})
      if (!table.contains(key)) report_missing(reader_, table, "[probe]", key, "");
    if (const auto text = read_string(reader_, table, "name", kNameLimit);
        text && check_name(reader_, *text, "a probe"))
      probe_.name = text->value;
    if (const auto text = read_string(reader_, table, "summary", kSummaryLimit)) probe_.summary = text->value;
    const auto text = read_string(reader_, table, "dtype", kNameLimit);
    if (!text) return;
    dtype_ = find_dtype(text->value);
    if (dtype_ && std::find(kDtypesOfChains.begin(), kDtypesOfChains.end(), *dtype_) != kDtypesOfChains.end()) {
      probe_.dtype = *dtype_;
      return;
    }
    dtype_ = std::nullopt;
    std::vector<std::string_view> known;
    known.reserve(kDtypesOfChains.size());
    for (const Dtype dtype : kDtypesOfChains) known.push_back(semcheck::name(dtype));
    reader_.report(text->span, fmt::format("no chains over dtype \"{}\"", displayed(text->value)),
                   suggest(text->value, known));
  }

  template <class Number>
  void read_number(const toml::table& table, std::string_view key, Number& number, std::int64_t least,
                   std::int64_t most) {
    if (const auto value = read_integer(reader_, table, key, least, most)) number = static_cast<Number>(*value);
  }

  void read_numbers(const toml::table& table) {
    read_number(table, "blocks", probe_.blocks, 1, kMostBlocks);
    read_number(table, "threads", probe_.threads, 1, kMostThreads);
    read_number(table, "repeats", probe_.repeats, 1, kMostRepeats);
    read_number(table, "budget", probe_.budget, 1000, kMostBudget);
    read_number(table, "unroll", probe_.unroll, 1, kMostUnroll);
    probe_.require_shape = read_bool(reader_, table, "require_shape").value_or(false);
  }

  void read_roles(const toml::table& table) {
    RoleReader roles(reader_, dtype_);
    for (const Text& text : read_strings(reader_, table, "roles", kNameLimit, kMostRoles).value_or(std::vector<Text>()))
      roles.read(text);
    for (const toml::table* role : read_tables(reader_, root_, "role", kMostRoles)) roles.read(*role);
    check_roles(table, roles.entries());
    for (const RoleEntry& entry : roles.entries()) probe_.roles.push_back(entry.role);
  }

  void check_roles(const toml::table& table, const std::vector<RoleEntry>& entries) {
    if (!table.contains("roles") && !root_.contains("role"))
      report_missing(reader_, table, "[probe]", "roles", "such as roles = [\"dependent_add_8\", \"dependent_fma_8\"]");
    else if (entries.empty() && reader_.diagnostics.empty())
      reader_.report(key_span(table, "roles"), "the probe has no roles");
    for (const RoleEntry& entry : entries)
      if (entry.role.length * probe_.unroll > kMostInstructions)
        reader_.report(entry.span,
                       fmt::format("{} instructions in the body of a loop, more than {}",
                                   entry.role.length * probe_.unroll, kMostInstructions),
                       "choose a smaller length or `unroll`");
  }

  void read_pairs(const toml::table& table) {
    const toml::node* node = table.get("compare");
    if (node == nullptr) return add_usual_pairs();
    const toml::array* array = node->as_array();
    if (array == nullptr || array->size() > kMostPairs)
      return reader_.report(span_of(*node), "`compare` must be an array of pairs of roles",
                            "such as compare = [[\"dependent_add_8\", \"dependent_fma_8\"]]");
    for (const toml::node& entry : *array) read_pair(entry);
  }

  void read_pair(const toml::node& node) {
    const toml::array* array = node.as_array();
    if (array == nullptr || array->size() != 2)
      return reader_.report(span_of(node), "an entry of `compare` is a pair of roles",
                            "such as [\"dependent_add_8\", \"dependent_fma_8\"]");
    const std::vector<Text> texts = texts_of(reader_, node, "compare", kNameLimit);
    if (texts.size() != 2) return;
    const auto first = find_role(texts[0]), second = find_role(texts[1]);
    if (!first || !second) return;
    if (*first == *second) return reader_.report(texts[1].span, "a role is compared with itself");
    probe_.compare.push_back({*first, *second});
  }

  std::optional<std::size_t> find_role(const Text& text) {
    const auto found = find_row(probe_.roles, text.value);
    if (found != probe_.roles.end()) return static_cast<std::size_t>(found - probe_.roles.begin());
    std::vector<std::string_view> known;
    known.reserve(probe_.roles.size());
    for (const Role& role : probe_.roles) known.push_back(role.name);
    reader_.report(text.span, fmt::format("the probe has no role \"{}\"", displayed(text.value)),
                   suggest(text.value, known));
    return std::nullopt;
  }

  /// Each role with the first of its kind and length.
  void add_usual_pairs() {
    for (std::size_t i = 0; i < probe_.roles.size(); ++i) {
      const Role& role = probe_.roles[i];
      const auto alike = [&](const Role& r) { return r.kind == role.kind && r.length == role.length; };
      const auto first = std::find_if(probe_.roles.begin(), probe_.roles.end(), alike);
      const auto index = static_cast<std::size_t>(first - probe_.roles.begin());
      if (index != i) probe_.compare.push_back({index, i});
    }
  }

  const TomlReader& reader_;
  const toml::table& root_;
  Probe& probe_;
  std::optional<Dtype> dtype_;
};

}  // namespace

bool is_probe(const SourceFile& file) {
  std::vector<Diagnostic> ignored;
  const auto root = parse_toml({file, ignored});
  return root && root->contains("probe");
}

std::optional<Probe> parse_probe(const SourceFile& file, std::vector<Diagnostic>& diagnostics) {
  std::vector<Diagnostic> found;
  const TomlReader reader{file, found};
  Probe probe;
  probe.path = file.path;
  if (const auto root = parse_toml(reader)) {
    if (root->contains("operation") && !root->contains("probe"))
      reader.report(key_span(*root, "operation"), "this is the spec of an operation, not of a probe",
                    "run it with `semcheck run`");
    else if (!root->contains("probe"))
      reader.report({}, "the spec has no [probe]");
    else
      ProbeReading(reader, *root, probe).read();
  }
  append_in_order(reader, diagnostics);
  return found.empty() ? std::optional(std::move(probe)) : std::nullopt;
}

std::uint32_t accumulators(const Role& role) {
  return role.kind == ChainKind::independent ? role.length : 1;
}

std::uint32_t instructions(const Probe& probe, const Role& role) {
  return role.length * probe.unroll;
}

}  // namespace semcheck
