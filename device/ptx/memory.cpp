#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "device/ptx/program.h"

namespace semcheck::ptx {

namespace {

constexpr std::uint64_t kFirstAddress = 0x0000700000000000;
constexpr std::uint64_t kAlignment = 256;
constexpr std::uint64_t kGuard = 4096;

}  // namespace

std::uint64_t Memory::allocate(std::size_t size) {
  std::uint64_t address = kFirstAddress;
  if (!blocks_.empty()) address = blocks_.back().address + blocks_.back().bytes.size() + kGuard;
  address = (address + kAlignment - 1) / kAlignment * kAlignment;
  blocks_.push_back({address, std::vector<std::byte>(size)});
  return address;
}

Memory::Range Memory::containing(std::uint64_t address) {
  const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), address,
                                      [](std::uint64_t value, const Block& block) { return value < block.address; });
  if (after == blocks_.begin()) return {};
  Block& block = *std::prev(after);
  return {block.address, std::span(block.bytes)};
}

std::span<std::byte> Memory::at(std::uint64_t address) {
  const Range range = containing(address);
  return range.address == address ? range.bytes : std::span<std::byte>();
}

std::byte* Memory::access(std::uint64_t address, std::size_t size) {
  const Range range = containing(address);
  if (!range.holds(address, size)) throw Trap(fmt::format("out of bounds: {} bytes at {:#x}", size, address));
  return range.bytes.data() + (address - range.address);
}

std::span<const std::uint64_t> Memory::variables(const Module& module) {
  for (const ModuleVariables& each : modules_) {
    if (each.module == module.id) return each.addresses;
  }
  ModuleVariables made{module.id, {}};
  for (const Variable& variable : module.variables) {
    made.addresses.push_back(allocate(variable.size));
    if (!variable.initial.empty())
      std::memcpy(at(made.addresses.back()).data(), variable.initial.data(), variable.initial.size());
  }
  modules_.push_back(std::move(made));
  return modules_.back().addresses;
}

}  // namespace semcheck::ptx
