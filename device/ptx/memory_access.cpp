#include "device/ptx/memory_access.h"

#include <fmt/format.h>

#include "device/ptx/races.h"

namespace semcheck::ptx {

namespace {

Region local_region(Warp& warp, unsigned lane, std::uint64_t start) {
  const std::size_t size = warp.block->program->local_bytes;
  return {{start, std::span(warp.local).subspan(lane * size, size)}, Space::local};
}

/// The region of a state space, or of the window that a generic address falls into.
Region region_of(Warp& warp, Space space, unsigned lane, std::uint64_t address) {
  Block& block = *warp.block;
  switch (space) {
    case Space::shared: return {{0, std::span(block.shared)}, space};
    case Space::local: return local_region(warp, lane, 0);
    case Space::param: return {{0, std::span(block.parameters)}, space};
    case Space::global:
    case Space::constant: return {block.memory->containing(address), space};
    case Space::generic: break;
  }
  if (address - kSharedWindow < kWindowSize) return {{kSharedWindow, std::span(block.shared)}, Space::shared};
  if (address - kLocalWindow < kWindowSize) return local_region(warp, lane, kLocalWindow);
  if (address - kParamWindow < kWindowSize) return {{kParamWindow, std::span(block.parameters)}, Space::param};
  return {block.memory->containing(address), Space::global};
}

Strength strength_of(const Form& form, const Region& region, const Use& use) {
  const auto order = static_cast<Order>(form.q.order);
  const bool atomic = use.reads && use.writes;
  if (order == Order::weak && !atomic) return Strength::weak;
  if (order == Order::is_volatile) return Strength::is_volatile;
  const bool narrow = static_cast<Reach>(form.q.scope) == Reach::block && region.space != Space::shared;
  return narrow ? Strength::block : Strength::device;
}

/// What a strong access learns from and tells other threads.
void synchronise_by_access(Races& races, const Form& form, std::uint32_t thread, std::uint64_t address,
                           const Use& use) {
  const auto order = static_cast<Order>(form.q.order);
  const auto reach = static_cast<Reach>(form.q.scope);
  if (use.reads) observe(races, thread, address, reach);
  if (!use.writes) return;
  if (order == Order::release || order == Order::both) fence(races, thread, reach);
  publish(races, thread, address, reach, !use.reads);
}

}  // namespace

void trap_access(const Warp& warp, unsigned lane, std::string_view what, std::uint64_t address, std::size_t size) {
  trap_at(warp, lane, fmt::format("{}: {} of {} bytes at {:#x}", what, place(warp).spelling, size, address));
}

Region checked_region(Warp& warp, Space space, unsigned lane, std::uint64_t address, std::size_t size) {
  const Region region = region_of(warp, space, lane, address);
  if (region.range.holds(address, size)) return region;
  const bool null = address < 256 && (space == Space::generic || space == Space::global);
  trap_access(warp, lane, null ? "null pointer" : "out of bounds", address, size);
}

void note_access(const Warp& warp, const Instruction& instruction, unsigned lane, const Region& region,
                 std::uint64_t address, const Use& use) {
  if (region.space != Space::shared && region.space != Space::global) return;
  const bool shared = region.space == Space::shared;
  const std::uint64_t generic = shared ? address - region.range.address + kSharedWindow : address;
  const Strength strength = strength_of(instruction.form, region, use);
  touch(warp, lane, {shared, generic, instruction.form.width / 8U, use.elements, strength, use.writes});
  if (strength != Strength::weak)
    synchronise_by_access(*warp.block->races, instruction.form, warp.first_thread + lane, generic, use);
}

}  // namespace semcheck::ptx
