#pragma once

/// @file
/// The roles of a probe, by their names or as tables.

#include <algorithm>

#include "core/spec/probe_spec.h"
#include "core/spec/toml_reader.h"

namespace semcheck {

inline constexpr std::size_t kMostRoles = 64;
/// In the body of a loop.
inline constexpr std::uint32_t kMostInstructions = 4096;

/// A role as it was read, and where.
struct RoleEntry {
  Role role;
  Span span;
};

/// The row of a table with that name, or its end.
template <class Rows>
auto find_row(const Rows& rows, std::string_view name) {
  return std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.name == name; });
}

/// Reads roles one after the other; reports all their mistakes.
class RoleReader {
 public:
  /// @param dtype  of the probe; nothing when it is not known, and then no instruction is refused for it
  RoleReader(const TomlReader& reader, std::optional<Dtype> dtype) : reader_(reader), dtype_(dtype) {}

  /// A role by a name of the grammar.
  void read(const Text& text);
  /// [[role]]: the parts of a role by themselves, under a name of its own.
  void read(const toml::table& table);
  const std::vector<RoleEntry>& entries() const { return entries_; }

 private:
  std::optional<Role> role_of(const Text& text);
  bool read_kind(const Text& text, Role& role);
  bool read_op(const Text& text, Role& role);
  std::nullopt_t refuse(Span span, std::string message, std::string_view help);
  void add(Role role, Span span);

  const TomlReader& reader_;
  std::optional<Dtype> dtype_;
  std::vector<RoleEntry> entries_;
};

}  // namespace semcheck
