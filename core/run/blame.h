#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/spec/compilation.h"
#include "core/spec/obligation_set.h"
#include "core/values/dtype.h"

namespace semcheck {

/// Where the meaning of a variant was made or changed.
enum class Layer : std::uint8_t { source, front_end, ptxas, driver, optimiser, hardware, unknown };

struct LayerRow {
  Layer layer;
  std::string_view name;
  std::string_view summary;
  std::string_view explanation;  ///< the long text of `semcheck explain`
};
/// All layers; row i describes layer i.
std::span<const LayerRow> layers();
std::string_view name(Layer layer);

/// Who is to blame for the mismatches of a rule or law, and how that is known.
struct Blame {
  Obligation breaks = Obligation::value;
  Layer layer = Layer::unknown;
  std::size_t mismatches = 0;  ///< that were followed to this layer
  std::string evidence;        ///< one line about the first of them
};

/// The other of the two paths to a GPU.
constexpr Path other_of(Path path) {
  return path == Path::jit ? Path::cubin : Path::jit;
}

/// What each layer makes of one case. The device's bits break the contract; the others are nothing where they could
/// not be had.
struct Testimony {
  Path path = Path::ptx;  ///< the one that the device's bits came by
  Bits device = 0;
  std::optional<Bits> source;                ///< the variant's code over exact types
  std::optional<Bits> ptx;                   ///< its PTX on the interpreter
  std::optional<Bits> other_path;            ///< of `jit` what `cubin` gives, of `cubin` what `jit` gives
  std::optional<Bits> other_level;           ///< the same path at another level: 0, or of level 0 the highest
  std::optional<Bits> other_path_and_level;  ///< the other path at another level
  bool order_is_open = false;                ///< its atomics combine in an order that the PTX leaves open
};

/// The first layer, from the source down, at which the device's bits appear.
Layer blame(const Testimony& testimony);

}  // namespace semcheck
