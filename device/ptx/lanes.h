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

/// Whether so few lanes are wanted that to compute all of them is slower than to choose.
constexpr bool are_few(Lanes lanes) {
  constexpr int kFew = 4;
  for (int i = 0; i < kFew; ++i) lanes &= lanes - 1;
  return lanes == 0;
}

/// Calls `each(lane)` for the lanes wanted where they are few, and else for all, which is quicker than to choose.
template <class Each>
void compute_lanes(Lanes lanes, Each each) {
  if (are_few(lanes)) return for_each_lane(lanes, each);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) each(lane);
}

/// What a body makes of the sources of the lanes wanted.
template <auto Body, std::size_t... I>
LaneWords results_of(Warp& warp, const Instruction& instruction, Lanes lanes, Word mask, std::index_sequence<I...>) {
  const Form form = instruction.form;
  const std::array<const Word*, sizeof...(I)> sources{warp.lanes(instruction.s[I])...};
  LaneWords result;
  compute_lanes(lanes, [&](unsigned lane) { result[lane] = Body(form, sources[I][lane]...) & mask; });
  return result;
}

template <auto Body>
LaneWords results_of(Warp& warp, const Instruction& instruction, Lanes lanes, unsigned width) {
  return results_of<Body>(warp, instruction, lanes, low_bits(width), std::make_index_sequence<count_operands(Body)>());
}

/// Computes the destination of the lanes wanted.
template <auto Body>
void run(Warp& warp, const Instruction& instruction, Lanes lanes) {
  write(warp.lanes(instruction.d[0]), results_of<Body>(warp, instruction, lanes, instruction.form.result_width), lanes);
}

/// The same for an instruction that writes the carry flag too.
template <auto Body, auto Carry>
void run_with_carry(Warp& warp, const Instruction& instruction, Lanes lanes) {
  const LaneWords result = results_of<Body>(warp, instruction, lanes, instruction.form.result_width);
  write(warp.lanes(instruction.d[1]), results_of<Carry>(warp, instruction, lanes, 1), lanes);
  write(warp.lanes(instruction.d[0]), result, lanes);
}

/// The same on the lower and the upper half of packed operands.
template <auto Body, std::size_t... I>
void run_lanes_of_pairs(Warp& warp, const Instruction& instruction, Lanes lanes, std::index_sequence<I...>) {
  const Form form = instruction.form;
  const unsigned half = form.source_width;
  const Word mask = low_bits(half);
  const std::array<const Word*, sizeof...(I)> sources{warp.lanes(instruction.s[I])...};
  LaneWords result;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const Word low = Body(form, (sources[I][lane] & mask)...) & mask;
    const Word high = Body(form, (sources[I][lane] >> half)...) & mask;
    result[lane] = high << half | low;
  }
  write(warp.lanes(instruction.d[0]), result, lanes);
}

template <auto Body>
void run_pairs(Warp& warp, const Instruction& instruction, Lanes lanes) {
  run_lanes_of_pairs<Body>(warp, instruction, lanes, std::make_index_sequence<count_operands(Body)>());
}

}  // namespace semcheck::ptx
