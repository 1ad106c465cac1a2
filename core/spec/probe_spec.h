#pragma once

/// @file
/// The spec of a probe: chains of instructions whose progress is compared.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/spec/diagnostic.h"
#include "core/spec/files.h"
#include "core/values/dtype.h"

namespace semcheck {

/// An instruction that chains are made of.
enum class ChainOp : std::uint8_t { add, mul, fma, mad, max, min };

struct ChainOpRow {
  ChainOp op;
  std::string_view name;
  bool floating;  ///< floating dtypes have it
  bool integer;   ///< integer dtypes have it
  bool counts;    ///< it adds one to its accumulator; the others leave it as it is
  std::string_view summary;
};
// clang-format off
inline constexpr std::array kChainOps = {
    //                         name   floating integer counts summary
    ChainOpRow{ChainOp::add, "add", true,    true,   true,  "acc = acc + 1"},
    ChainOpRow{ChainOp::mul, "mul", true,    true,   false, "acc = acc * 1"},
    ChainOpRow{ChainOp::fma, "fma", true,    false,  true,  "acc = acc * 1 + 1, rounded once"},
    ChainOpRow{ChainOp::mad, "mad", false,   true,   true,  "acc = acc * 1 + 1"},
    ChainOpRow{ChainOp::max, "max", true,    true,   false, "acc = max(acc, 1)"},
    ChainOpRow{ChainOp::min, "min", true,    true,   false, "acc = min(acc, a number that acc does not pass)"},
};
// clang-format on

constexpr const ChainOpRow& row(ChainOp op) {
  return kChainOps[static_cast<std::size_t>(op)];
}
constexpr std::string_view name(ChainOp op) {
  return row(op).name;
}

/// How the instructions of a chain hang together: each needs the result of the one before; each has an accumulator of
/// its own; or different ones take turns on one accumulator.
enum class ChainKind : std::uint8_t { dependent, independent, mixed };

struct ChainKindRow {
  ChainKind kind;
  std::string_view name;
  std::int64_t longest;
};
inline constexpr std::array kChainKinds = {
    ChainKindRow{ChainKind::dependent, "dependent", 1024},
    ChainKindRow{ChainKind::independent, "independent", 64},  // each takes a register, or two
    ChainKindRow{ChainKind::mixed, "mixed", 1024},
};
constexpr std::string_view name(ChainKind kind) {
  return kChainKinds[static_cast<std::size_t>(kind)].name;
}

/// A chain that a probe runs: `dependent_add_8`, `mixed_add_fma_16`.
struct Role {
  std::string name;
  ChainKind kind = ChainKind::dependent;
  std::vector<ChainOp> ops;  ///< one, or of `mixed` those that take turns
  std::uint32_t length = 0;  ///< instructions
};

/// Two roles whose progress is compared, by their index.
struct RolePair {
  std::size_t first = 0;
  std::size_t second = 0;
  friend bool operator==(const RolePair&, const RolePair&) = default;
};

struct Probe {
  std::string path;  ///< the file it was read from, as found
  std::string name;
  std::string summary;
  Dtype dtype = Dtype::f32;
  std::uint32_t blocks = 1;
  std::uint32_t threads = 32;  ///< of a block
  std::uint32_t repeats = 20;
  std::uint64_t budget = 10'000'000;  ///< clock cycles that a chain runs for
  std::uint32_t unroll = 1;           ///< how often the chain stands in the body of the loop
  bool require_shape = false;         ///< a role whose machine code differs from the chain is a failure
  std::vector<Role> roles;
  std::vector<RolePair> compare;  ///< those of the spec, or else all of equal kind and length, each with the first
};

/// Whether a text is the spec of a probe: it has a table [probe].
bool is_probe(const SourceFile& file);

/// Parses and validates the spec of a probe. On failure returns nothing, and `diagnostics` holds every mistake of the
/// file, in the order of the text.
std::optional<Probe> parse_probe(const SourceFile& file, std::vector<Diagnostic>& diagnostics);

/// How many accumulators a chain has.
std::uint32_t accumulators(const Role& role);

/// How many instructions of the chain one pass through the loop's body executes.
std::uint32_t instructions(const Probe& probe, const Role& role);

}  // namespace semcheck
