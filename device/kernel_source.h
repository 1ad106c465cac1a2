#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/run/device.h"

namespace semcheck {

/// The name of the kernel made of variant number `index` of a program.
std::string kernel_entry(std::size_t index);

/// The variant's code under its own line numbers, its first line moved to its column in the spec. What follows still
/// has the number of its last line, so that a compiler that misses something at the end says so there.
std::string code_of(const Spec& spec, const Variant& variant);

/// Declarations of the operands that are values of the spec.
std::string constants(const Operation& operation);

/// Includes of the headers that declare the operands' types.
std::string type_headers(const Operation& operation);

/// The variant as a device function of its operands, `semcheck_variant_<index>`.
std::string variant_function(const Spec& spec, const Variant& variant, std::size_t index);

/// CUDA C++ of one program that holds a kernel for each variant:
///
///   extern "C" __global__ void semcheck_kernel_0(const T* xs, const T* zs, T* ys, unsigned long long n)
///
/// Thread i loads its operands and stores the result of a device function of those values, so that no variant can
/// select between addresses. `#line` gives the variant's code the line and column it has in the spec. Feeds other than
/// from arrays have kernels of their own behind that one (supply_kernel.h); feeds that differ only in what they are
/// launched with share one.
std::string kernel_source(const Spec& spec, std::span<const Variant* const> variants, const std::vector<Feed>& feeds);

/// Threads in a block of an elementwise launch, and the blocks that `count` cases take.
inline constexpr std::uint32_t kBlockSize = 256;
constexpr std::uint32_t block_count(std::uint64_t count) {
  return static_cast<std::uint32_t>((count + kBlockSize - 1) / kBlockSize);
}

}  // namespace semcheck
