#pragma once

#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "device/ptx/warp.h"

namespace semcheck::ptx {

constexpr Lanes kAllLanes = ~Lanes{0};

/// Calls `each(lane)` for the lanes of a set.
template <class Each>
void for_each_lane(Lanes lanes, Each each) {
  for (; lanes != 0; lanes &= lanes - 1) each(static_cast<unsigned>(std::countr_zero(lanes)));
}

using LaneWords = std::array<Word, kWarpSize>;

/// Writes a result to the lanes of a set.
inline void write(Word* destination, const LaneWords& result, Lanes lanes) {
  if (lanes == kAllLanes) {
    std::memcpy(destination, result.data(), sizeof(result));
  } else {
    for_each_lane(lanes, [&](unsigned lane) { destination[lane] = result[lane]; });
  }
}

inline LaneWords copy_lanes(const Word* lanes) {
  LaneWords copy;
  std::memcpy(copy.data(), lanes, sizeof(copy));
  return copy;
}

template <class... Words>
constexpr std::size_t count_operands(Word (*)(const Form&, Words...)) {
  return sizeof...(Words);
}

/// Computes a destination from the sources of all lanes, which is quicker than to choose among them,
/// and writes the lanes wanted.
template <auto Body, std::size_t... I>
void run_lanes(Warp& warp, const Instruction& instruction, Lanes lanes, std::index_sequence<I...>) {
  const Form form = instruction.form;
  const Word mask = low_bits(form.result_width);
  const std::array<const Word*, sizeof...(I)> sources{warp.lanes(instruction.s[I])...};
  LaneWords result;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) result[lane] = Body(form, sources[I][lane]...) & mask;
  write(warp.lanes(instruction.d[0]), result, lanes);
}

template <auto Body>
void run(Warp& warp, const Instruction& instruction, Lanes lanes) {
  run_lanes<Body>(warp, instruction, lanes, std::make_index_sequence<count_operands(Body)>());
}

/// The same on the lower and the upper half of packed operands.
template <auto Body, std::size_t... I>
void run_lanes_of_pairs(Warp& warp, const Instruction& instruction, Lanes lanes, std::index_sequence<I...>) {
  const Form form = instruction.form;
  const std::array<const Word*, sizeof...(I)> sources{warp.lanes(instruction.s[I])...};
  LaneWords result;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const Word low = Body(form, (sources[I][lane] & 0xffff)...) & 0xffff;
    const Word high = Body(form, (sources[I][lane] >> 16)...) & 0xffff;
    result[lane] = high << 16 | low;
  }
  write(warp.lanes(instruction.d[0]), result, lanes);
}

template <auto Body>
void run_pairs(Warp& warp, const Instruction& instruction, Lanes lanes) {
  run_lanes_of_pairs<Body>(warp, instruction, lanes, std::make_index_sequence<count_operands(Body)>());
}

}  // namespace semcheck::ptx
