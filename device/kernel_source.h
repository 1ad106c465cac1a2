#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/run/device.h"

namespace semcheck {

/// The names a variant calls its operands by, in order.
inline constexpr std::array<std::string_view, 3> kOperandNames = {"x", "z", "w"};

/// The name of the kernel made of variant number `index` of a program.
std::string kernel_entry(std::size_t index);

/// CUDA C++ of one program that holds a kernel for each variant:
///
///   extern "C" __global__ void semcheck_kernel_0(const T* xs, const T* zs, T* ys, unsigned long long n)
///
/// Thread i loads its operands and stores the result of a device function of those values, so that no variant can
/// select between addresses. `#line` gives the variant's code the line and column it has in the spec.
std::string kernel_source(const Spec& spec, std::span<const Variant* const> variants);

/// Threads in a block of a launch, and the blocks that `count` cases take.
inline constexpr std::uint32_t kBlockSize = 256;
constexpr std::uint32_t block_count(std::uint64_t count) {
  return static_cast<std::uint32_t>((count + kBlockSize - 1) / kBlockSize);
}

}  // namespace semcheck
