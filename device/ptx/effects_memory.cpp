#include <cstring>

#include <fmt/format.h>

#include "device/ptx/effects.h"
#include "device/ptx/lanes.h"
#include "device/ptx/semantics_address.h"
#include "device/ptx/semantics_integer.h"

namespace semcheck::ptx {

namespace {

/// Memory that a lane may access: one allocation or one window.
struct Region {
  Memory::Range range;
  bool of_one_lane = false;
};

Region local_region(Warp& warp, unsigned lane, std::uint64_t start) {
  const std::size_t size = warp.block->program->local_bytes;
  return {{start, std::span(warp.local).subspan(lane * size, size)}, true};
}

/// The region of a state space, or of the window that a generic address falls into.
Region region_of(Warp& warp, Space space, unsigned lane, std::uint64_t address) {
  Block& block = *warp.block;
  switch (space) {
    case Space::shared: return {{0, std::span(block.shared)}, false};
    case Space::local: return local_region(warp, lane, 0);
    case Space::param: return {{0, std::span(block.parameters)}, false};
    case Space::global:
    case Space::constant: return {block.memory->containing(address), false};
    case Space::generic: break;
  }
  if (address - kSharedWindow < kWindowSize) return {{kSharedWindow, std::span(block.shared)}, false};
  if (address - kLocalWindow < kWindowSize) return local_region(warp, lane, kLocalWindow);
  if (address - kParamWindow < kWindowSize) return {{kParamWindow, std::span(block.parameters)}, false};
  return {block.memory->containing(address), false};
}

[[noreturn]] void trap_access(const Warp& warp, unsigned lane, std::string_view what, std::uint64_t address,
                              std::size_t size) {
  trap_at(warp, lane, fmt::format("{}: {} of {} bytes at {:#x}", what, place(warp).spelling, size, address));
}

Region checked_region(Warp& warp, Space space, unsigned lane, std::uint64_t address, std::size_t size) {
  const Region region = region_of(warp, space, lane, address);
  if (region.range.holds(address, size)) return region;
  const bool null = address < 256 && (space == Space::generic || space == Space::global);
  trap_access(warp, lane, null ? "null pointer" : "out of bounds", address, size);
}

/// Calls `each(lane, bytes)` with the bytes that every lane accesses.
template <class Each>
void for_each_access(Warp& warp, const Instruction& instruction, Lanes lanes, const Word* base, Each each) {
  const auto space = static_cast<Space>(instruction.form.q.space);
  const std::size_t size = std::size_t{instruction.form.width} / 8 * instruction.elements;
  Region region;
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint64_t address = base[lane] + instruction.offset;
    if (region.of_one_lane || !region.range.holds(address, size))
      region = checked_region(warp, space, lane, address, size);
    // PTX ISA, Addresses as Operands: an access must be aligned to a multiple of its size.
    if ((address & (size - 1)) != 0) trap_access(warp, lane, "misaligned", address, size);
    each(lane, region.range.bytes.data() + (address - region.range.address));
  });
}

template <std::size_t size>
void load_elements(Warp& warp, const Instruction& instruction, Lanes lanes) {
  const Word mask = low_bits(instruction.form.result_width);
  const LaneWords base = copy_lanes(warp.lanes(instruction.s[0]));
  for_each_access(warp, instruction, lanes, base.data(), [&](unsigned lane, const std::byte* bytes) {
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
  for_each_access(warp, instruction, lanes, warp.lanes(instruction.s[0]), [&](unsigned lane, std::byte* bytes) {
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

}  // namespace semcheck::ptx
