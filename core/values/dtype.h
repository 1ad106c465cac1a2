#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/values/format.h"

namespace semcheck {

/// The element types of operands and results.
enum class Dtype : std::uint8_t { f64, f32, f16, bf16, e4m3, e5m2, s8, u8, s16, u16, s32, u32, s64, u64 };

struct DtypeRow {
  Dtype dtype;
  std::string_view name;
  Format format;
  /// The type's spelling in CUDA C++, and the header that declares it ("" for a built-in type).
  std::string_view cuda_type;
  std::string_view cuda_header;
  /// The NaN that NVIDIA hardware returns when an operation makes one; 0 for integers.
  Bits canonical_nan;
  std::string_view summary;
};

inline constexpr auto kFloating = NumberKind::floating;
inline constexpr auto kSigned = NumberKind::signed_integer;
inline constexpr auto kUnsigned = NumberKind::unsigned_integer;

// clang-format off
inline constexpr std::array kDtypes = {
    // dtype      name    kind       width exp frac  inf    CUDA type             header         canonical NaN        summary
    DtypeRow{Dtype::f64,  "f64",  {kFloating, 64, 11, 52, true},  "double",             "",            0x7fffffffffffffff, "IEEE 754 binary64"},
    DtypeRow{Dtype::f32,  "f32",  {kFloating, 32,  8, 23, true},  "float",              "",            0x7fffffff,         "IEEE 754 binary32"},
    DtypeRow{Dtype::f16,  "f16",  {kFloating, 16,  5, 10, true},  "__half",             "cuda_fp16.h", 0x7fff,             "IEEE 754 binary16"},
    DtypeRow{Dtype::bf16, "bf16", {kFloating, 16,  8,  7, true},  "__nv_bfloat16",      "cuda_bf16.h", 0x7fff,             "bfloat16: the upper half of binary32"},
    DtypeRow{Dtype::e4m3, "e4m3", {kFloating,  8,  4,  3, false}, "__nv_fp8_e4m3",      "cuda_fp8.h",  0x7f,               "8-bit float, 4 exponent bits, no infinity, one NaN of each sign"},
    DtypeRow{Dtype::e5m2, "e5m2", {kFloating,  8,  5,  2, true},  "__nv_fp8_e5m2",      "cuda_fp8.h",  0x7f,               "8-bit float, 5 exponent bits"},
    DtypeRow{Dtype::s8,   "s8",   {kSigned,    8,  0,  0, false}, "signed char",        "",            0,                  "signed 8-bit integer"},
    DtypeRow{Dtype::u8,   "u8",   {kUnsigned,  8,  0,  0, false}, "unsigned char",      "",            0,                  "unsigned 8-bit integer"},
    DtypeRow{Dtype::s16,  "s16",  {kSigned,   16,  0,  0, false}, "short",              "",            0,                  "signed 16-bit integer"},
    DtypeRow{Dtype::u16,  "u16",  {kUnsigned, 16,  0,  0, false}, "unsigned short",     "",            0,                  "unsigned 16-bit integer"},
    DtypeRow{Dtype::s32,  "s32",  {kSigned,   32,  0,  0, false}, "int",                "",            0,                  "signed 32-bit integer"},
    DtypeRow{Dtype::u32,  "u32",  {kUnsigned, 32,  0,  0, false}, "unsigned int",       "",            0,                  "unsigned 32-bit integer"},
    DtypeRow{Dtype::s64,  "s64",  {kSigned,   64,  0,  0, false}, "long long",          "",            0,                  "signed 64-bit integer"},
    DtypeRow{Dtype::u64,  "u64",  {kUnsigned, 64,  0,  0, false}, "unsigned long long", "",            0,                  "unsigned 64-bit integer"},
};
// clang-format on

constexpr bool dtype_rows_in_order() {
  for (std::size_t i = 0; i < kDtypes.size(); ++i)
    if (static_cast<std::size_t>(kDtypes[i].dtype) != i) return false;
  return true;
}
static_assert(dtype_rows_in_order(), "row i of kDtypes describes dtype i");

constexpr const DtypeRow& row(Dtype d) {
  return kDtypes[static_cast<std::size_t>(d)];
}
constexpr std::string_view name(Dtype d) {
  return row(d).name;
}
constexpr const Format& format(Dtype d) {
  return row(d).format;
}
/// Bytes of one element in memory.
constexpr std::size_t size_of(Dtype d) {
  return static_cast<std::size_t>(format(d).width) / 8;
}

/// The dtype of that name, or nothing.
constexpr std::optional<Dtype> find_dtype(std::string_view text) {
  for (const DtypeRow& r : kDtypes)
    if (r.name == text) return r.dtype;
  return std::nullopt;
}

}  // namespace semcheck
