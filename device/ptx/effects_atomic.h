#pragma once

#include <utility>

#include "device/ptx/effects.h"
#include "device/ptx/lanes.h"

namespace semcheck::ptx {

// atom and red: a lane after the other reads, computes and writes.

/// A place in memory that an atomic operation of a lane works on.
struct AtomicPlace {
  std::byte* bytes = nullptr;
  Form form;  ///< of the operation there, which flushes by the state space
};

/// Finds, checks and notes the place. Throws a Trap where there is none.
AtomicPlace atomic_place(Warp& warp, const Instruction& instruction, unsigned lane, unsigned elements);

/// What a body makes of an old value and the operands of a lane.
template <auto Body, std::size_t... I>
Word updated(Warp& warp, const Instruction& instruction, const Form& form, unsigned lane, Word old, unsigned shift,
             std::index_sequence<I...>) {
  const Word mask = low_bits(form.width);
  return Body(form, (old >> shift) & mask, ((warp.lanes(instruction.s[I + 1])[lane] >> shift) & mask)...) & mask;
}

/// PTX ISA, atom: d = *a; *a = operation(*a, b) or operation(*a, b, c), on each of the elements.
template <auto Body, unsigned elements>
void update(Warp& warp, const Instruction& instruction, Lanes lanes) {
  for_each_lane(lanes, [&](unsigned lane) {
    const AtomicPlace place = atomic_place(warp, instruction, lane, elements);
    const std::size_t size = std::size_t{place.form.width} / 8 * elements;
    Word old = 0;
    std::memcpy(&old, place.bytes, size);
    Word result = 0;
    for (unsigned shift = 0; shift < 8 * size; shift += place.form.width) {
      result |= updated<Body>(warp, instruction, place.form, lane, old, shift,
                              std::make_index_sequence<count_operands(Body) - 1>())
                << shift;
    }
    std::memcpy(place.bytes, &result, size);
    if (instruction.d[0] != kNoSlot) warp.lanes(instruction.d[0])[lane] = old;
  });
}

}  // namespace semcheck::ptx
