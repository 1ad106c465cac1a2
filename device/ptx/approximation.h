#pragma once

#include "device/ptx/lanes.h"
#include "device/ptx/semantics_approximate.h"

namespace semcheck::ptx {

/// Throws a PtxError that names the instruction being executed and the operands of a lane.
[[noreturn]] void refuse_operands(Warp& warp, const Instruction& instruction, std::size_t operands, unsigned lane);

template <class... Words>
constexpr std::size_t count_operands(Known<Word> (*)(const Form&, Words...)) {
  return sizeof...(Words);
}

/// Computes a destination, whole or `Parts` times 16 bits, whose bits the manual fixes for some operands only; refuses
/// the others.
template <auto Body, unsigned Parts, std::size_t... I>
void run_known_lanes(Warp& warp, const Instruction& instruction, Lanes lanes, std::index_sequence<I...>) {
  const Form form = instruction.form;
  const std::array<const Word*, sizeof...(I)> sources{warp.lanes(instruction.s[I])...};
  LaneWords result = copy_lanes(warp.lanes(instruction.d[0]));
  for_each_lane(lanes, [&](unsigned lane) {
    result[lane] = 0;
    for (unsigned i = 0; i < Parts; ++i) {
      const Known<Word> part = Body(form, (sources[I][lane] >> (16 * i) & low_bits(form.source_width))...);
      if (part.known == 0) refuse_operands(warp, instruction, sizeof...(I), lane);
      result[lane] |= part.value << (16 * i);
    }
  });
  write(warp.lanes(instruction.d[0]), result, lanes);
}

template <auto Body, unsigned Parts>
void run_known(Warp& warp, const Instruction& instruction, Lanes lanes) {
  run_known_lanes<Body, Parts>(warp, instruction, lanes, std::make_index_sequence<count_operands(Body)>());
}

}  // namespace semcheck::ptx
