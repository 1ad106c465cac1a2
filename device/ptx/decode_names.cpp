#include <fmt/format.h>

#include <algorithm>

#include "device/ptx/decoder.h"

namespace semcheck::ptx {

namespace {

// CUDA C++ Programming Guide, Technical Specifications: 512 KB of local memory a thread, 227 KB
// of shared memory a block.
constexpr std::uint64_t kMostLocalBytes = 512U << 10;
constexpr std::uint64_t kMostSharedBytes = 227U << 10;

std::uint64_t size_of(const Declaration& declaration) {
  return declaration.elements * ((row(declaration.type).width + 7U) / 8U);
}

/// Takes room for a variable from what is `used` of a space.
std::uint64_t place_in(Decoder& decoder, std::uint64_t& used, std::uint64_t most, const Declaration& declaration) {
  const std::uint64_t address = (used + declaration.alignment - 1) / declaration.alignment * declaration.alignment;
  used = address + size_of(declaration);
  if (used > most)
    reject(decoder, fmt::format("`{}` makes the variables larger than the {} bytes there are", declaration.name, most));
  return address;
}

void add(Decoder& decoder, std::string_view name, const Entity& entity) {
  if (!decoder.scopes.back().emplace(name, entity).second) reject(decoder, fmt::format("`{}` is declared twice", name));
}

void declare_registers(Decoder& decoder, const Declaration& declaration) {
  Entity entity;
  entity.width = row(declaration.type).width;
  entity.kind = declaration.count != 0 ? EntityKind::range : EntityKind::reg;
  entity.count = declaration.count;
  if (declaration.count == 0) entity.slot = new_slot(decoder);
  add(decoder, declaration.name, entity);
}

/// The register of a range that a name stands for, made when it is first asked for.
const Entity* find_in_range(Decoder& decoder, Scope& scope, std::string_view name) {
  const std::optional<RangeName> split = split_range_name(name);
  if (!split) return nullptr;
  const auto range = scope.find(split->prefix);
  if (range == scope.end() || range->second.kind != EntityKind::range || split->number >= range->second.count)
    return nullptr;
  Entity entity;
  entity.width = range->second.width;
  entity.slot = new_slot(decoder);
  return &scope.emplace(name, entity).first->second;
}

const Entity* find_in(Decoder& decoder, Scope& scope, std::string_view name) {
  const auto found = scope.find(name);
  if (found != scope.end() && found->second.kind != EntityKind::range) return &found->second;
  return find_in_range(decoder, scope, name);
}

/// A shared variable of the module gets its place in a block when an entry first uses it.
const Entity& place_shared(Decoder& decoder, const Declaration& variable) {
  Entity entity;
  entity.kind = EntityKind::variable;
  entity.space = Space::shared;
  if (variable.is_external) {
    entity.is_dynamic = true;
    decoder.program.shared_alignment = std::max(decoder.program.shared_alignment, variable.alignment);
  } else {
    entity.address = place_in(decoder, decoder.program.shared_bytes, kMostSharedBytes, variable);
  }
  return decoder.shared.emplace(variable.name, entity).first->second;
}

const Entity& find_in_module(Decoder& decoder, std::string_view name) {
  const auto found = decoder.module.scope.find(name);
  if (is_arbitrary_special(name)) reject(decoder, fmt::format("the special register `{}` is not supported", name));
  if (found == decoder.module.scope.end()) reject(decoder, fmt::format("`{}` is not declared", name));
  const Entity& entity = found->second;
  if (entity.declaration->is_external && entity.space != Space::shared)
    reject(decoder, fmt::format("`{}` is defined outside this module", name));
  if (entity.declaration->has_address) reject(decoder, fmt::format("`{}` is initialised by an address", name));
  if (entity.space != Space::shared) return entity;
  const auto placed = decoder.shared.find(name);
  return placed != decoder.shared.end() ? placed->second : place_shared(decoder, *entity.declaration);
}

}  // namespace

const Entity& find(Decoder& decoder, std::string_view name) {
  for (auto scope = decoder.scopes.rbegin(); scope != decoder.scopes.rend(); ++scope) {
    if (const Entity* entity = find_in(decoder, *scope, name)) return *entity;
  }
  return find_in_module(decoder, name);
}

void declare(Decoder& decoder, const Declaration& declaration) {
  if (declaration.is_register) return declare_registers(decoder, declaration);
  Entity entity;
  entity.kind = EntityKind::variable;
  // PTX ISA, Device Function Parameters: a .param variable of a function body is memory of the thread, as .local is.
  entity.space = declaration.space == Space::param ? Space::local : declaration.space;
  if (entity.space == Space::local) {
    entity.address = place_in(decoder, decoder.program.local_bytes, kMostLocalBytes, declaration);
  } else if (entity.space == Space::shared) {
    entity.address = place_in(decoder, decoder.program.shared_bytes, kMostSharedBytes, declaration);
  } else {
    reject(decoder, "a .global or .const variable within a function is not supported");
  }
  add(decoder, declaration.name, entity);
}

void reject(const Decoder& decoder, const std::string& message) {
  fail(decoder.module.text.text, decoder.place.spelling, decoder.place.line, message);
}

}  // namespace semcheck::ptx
