#include "device/ptx/effects_atomic.h"

#include "device/ptx/memory_access.h"

namespace semcheck::ptx {

AtomicPlace atomic_place(Warp& warp, const Instruction& instruction, unsigned lane, unsigned elements) {
  const std::size_t size = std::size_t{instruction.form.width} / 8 * elements;
  const std::uint64_t address = warp.lanes(instruction.s[0])[lane] + instruction.offset;
  const Region region = checked_region(warp, static_cast<Space>(instruction.form.q.space), lane, address, size);
  // PTX ISA, atom: only on .global and .shared memory.
  if (region.space != Space::global && region.space != Space::shared)
    trap_access(warp, lane, "neither global nor shared memory", address, size);
  if ((address & (size - 1)) != 0) trap_access(warp, lane, "misaligned", address, size);
  if (warp.block->races) note_access(warp, instruction, lane, region, address, {true, true, elements});
  AtomicPlace place{region.range.bytes.data() + (address - region.range.address), instruction.form};
  // PTX ISA, atom and red: add.f32 on global memory flushes subnormal inputs and results to sign-preserving zero, on
  // shared memory it does not.
  if (instruction.form.type == Type::f32) place.form.q.ftz = region.space == Space::global ? 1 : 0;
  return place;
}

}  // namespace semcheck::ptx
