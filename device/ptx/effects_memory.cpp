#include <cstring>

#include "device/ptx/effects.h"
#include "device/ptx/lanes.h"
#include "device/ptx/memory_access.h"
#include "device/ptx/races.h"
#include "device/ptx/semantics_integer.h"

namespace semcheck::ptx {

namespace {

/// Calls `each(lane, address, region)` for what every lane accesses.
template <class Each>
void for_each_access(Warp& warp, const Instruction& instruction, Lanes lanes, const Word* base, Each each) {
  const auto space = static_cast<Space>(instruction.form.q.space);
  const std::size_t size = std::size_t{instruction.form.width} / 8 * instruction.elements;
  Region region;
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint64_t address = base[lane] + instruction.offset;
    if (region.space == Space::local || !region.range.holds(address, size))
      region = checked_region(warp, space, lane, address, size);
    // PTX ISA, Addresses as Operands: an access must be aligned to a multiple of its size.
    if ((address & (size - 1)) != 0) trap_access(warp, lane, "misaligned", address, size);
    each(lane, address, region);
  });
}

/// Whether no thread but its own can reach what a state space holds, or none can write to it.
bool is_private(Space space) {
  return space == Space::param || space == Space::local;
}

/// Looks for races of every lane's access.
void note_accesses(Warp& warp, const Instruction& instruction, Lanes lanes, const Word* base, bool writes) {
  if (!warp.block->races || is_private(static_cast<Space>(instruction.form.q.space))) return;
  for_each_access(warp, instruction, lanes, base, [&](unsigned lane, std::uint64_t address, const Region& region) {
    note_access(warp, instruction, lane, region, address, {!writes, writes, instruction.elements});
  });
}

template <std::size_t size>
void load_elements(Warp& warp, const Instruction& instruction, Lanes lanes) {
  const Word mask = low_bits(instruction.form.result_width);
  const LaneWords base = copy_lanes(warp.lanes(instruction.s[0]));
  note_accesses(warp, instruction, lanes, base.data(), false);
  for_each_access(warp, instruction, lanes, base.data(), [&](unsigned lane, std::uint64_t address, Region& region) {
    const std::byte* bytes = region.range.bytes.data() + (address - region.range.address);
    for (std::size_t i = 0; i < instruction.elements; ++i) {
      Word value = 0;
      std::memcpy(&value, bytes + i * size, size);
      if (instruction.form.is_signed) value = sign_extend(8 * size, value) & mask;
      if (instruction.d[i] != kNoSlot) warp.lanes(instruction.d[i])[lane] = value;
    }
  });
}

template <std::size_t size>
void store_elements(Warp& warp, const Instruction& instruction, Lanes lanes) {
  const Word* base = warp.lanes(instruction.s[0]);
  note_accesses(warp, instruction, lanes, base, true);
  for_each_access(warp, instruction, lanes, base, [&](unsigned lane, std::uint64_t address, Region& region) {
    std::byte* bytes = region.range.bytes.data() + (address - region.range.address);
    for (std::size_t i = 0; i < instruction.elements; ++i) {
      std::memcpy(bytes + i * size, warp.lanes(instruction.s[i + 1]) + lane, size);
    }
  });
}

}  // namespace

// PTX ISA, ld: a value narrower than its register is sign- or zero-extended by the type of the instruction.
void load(Warp& warp, const Instruction& instruction, Lanes lanes) {
  switch (instruction.form.width) {
    case 8: return load_elements<1>(warp, instruction, lanes);
    case 16: return load_elements<2>(warp, instruction, lanes);
    case 32: return load_elements<4>(warp, instruction, lanes);
    default: return load_elements<8>(warp, instruction, lanes);
  }
}

// PTX ISA, st: the lower bits of a wider register are stored.
void store(Warp& warp, const Instruction& instruction, Lanes lanes) {
  switch (instruction.form.width) {
    case 8: return store_elements<1>(warp, instruction, lanes);
    case 16: return store_elements<2>(warp, instruction, lanes);
    case 32: return store_elements<4>(warp, instruction, lanes);
    default: return store_elements<8>(warp, instruction, lanes);
  }
}

// PTX ISA, fence: .acquire releases nothing.
void fence_memory(Warp& warp, const Instruction& instruction, Lanes lanes) {
  if (!warp.block->races || static_cast<Order>(instruction.form.q.order) == Order::acquire) return;
  for_each_lane(lanes, [&](unsigned lane) {
    fence(*warp.block->races, warp.first_thread + lane, static_cast<Reach>(instruction.form.q.scope));
  });
}

void pass(Warp&, const Instruction&, Lanes) {}

}  // namespace semcheck::ptx
