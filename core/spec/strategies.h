#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace semcheck {

/// The kernel that is generated around the expression of a reduction.
enum class Strategy : std::uint8_t { sequential, strided, shuffle, tree, two_stage, atomic };

struct StrategyRow {
  Strategy strategy;
  std::string_view name;
  std::string_view summary;
};

// clang-format off
inline constexpr std::array kStrategies = {
    StrategyRow{Strategy::sequential, "sequential", "one thread, from the first element to the last"},
    StrategyRow{Strategy::strided,    "strided",    "every thread of a block takes each block-size-th element, then one thread takes their results in order"},
    StrategyRow{Strategy::shuffle,    "shuffle",    "one warp: strided, then halved by __shfl_down_sync"},
    StrategyRow{Strategy::tree,       "tree",       "a block: strided, then halved in shared memory"},
    StrategyRow{Strategy::two_stage,  "two_stage",  "a block: strided, then every warp by shuffles, then one warp over the warps' results"},
    StrategyRow{Strategy::atomic,     "atomic",     "every thread combines its element into one place of shared memory by compare-and-swap"},
};
// clang-format on

constexpr bool strategy_rows_in_order() {
  for (std::size_t i = 0; i < kStrategies.size(); ++i)
    if (static_cast<std::size_t>(kStrategies[i].strategy) != i) return false;
  return true;
}
static_assert(strategy_rows_in_order(), "row i of kStrategies describes strategy i");

constexpr std::string_view name(Strategy strategy) {
  return kStrategies[static_cast<std::size_t>(strategy)].name;
}

/// The strategy of that name, or nothing.
constexpr std::optional<Strategy> find_strategy(std::string_view text) {
  for (const StrategyRow& r : kStrategies)
    if (r.name == text) return r.strategy;
  return std::nullopt;
}

}  // namespace semcheck
