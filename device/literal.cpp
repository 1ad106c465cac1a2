#include "device/literal.h"

#include <fmt/format.h>

#include <bit>

namespace semcheck {
namespace {

/// A finite number in the hexadecimal notation of C++17.
std::string hexadecimal(Dtype dtype, Bits bits) {
  if (dtype == Dtype::f64) return fmt::format("{:a}", std::bit_cast<double>(bits));
  return fmt::format("{:a}f", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

std::string integer(const Format& f, Bits bits) {
  if (f.kind == NumberKind::unsigned_integer) return fmt::format("{}{}", bits, f.width == 64 ? "ull" : "u");
  // The least integer has no literal: its digits alone are beyond the type.
  const auto value = static_cast<std::int64_t>(is_negative(f, bits) ? bits | ~value_mask(f) : bits);
  const std::string_view suffix = f.width == 64 ? "ll" : "";
  if (bits == sign_mask(f)) return fmt::format("(-{}{} - 1)", magnitude_mask(f), suffix);
  return fmt::format("{}{}", value, suffix);
}

std::string composed(Dtype dtype, Bits bits) {
  switch (dtype) {
    case Dtype::f64: return fmt::format("__longlong_as_double(0x{:016x}ll)", bits);
    case Dtype::f32: return fmt::format("__uint_as_float(0x{:08x}u)", bits);
    case Dtype::f16: return fmt::format("__ushort_as_half(0x{:04x})", bits);
    case Dtype::bf16: return fmt::format("__ushort_as_bfloat16(0x{:04x})", bits);
    default: return fmt::format("[] {{ {} value; value.__x = 0x{:02x}; return value; }}()", row(dtype).cuda_type, bits);
  }
}

}  // namespace

std::string cuda_literal(Dtype dtype, Bits bits) {
  const Format& f = format(dtype);
  if (!is_floating(f)) return fmt::format("({})({})", row(dtype).cuda_type, integer(f, bits));
  const bool has_literal = dtype == Dtype::f64 || dtype == Dtype::f32;
  if (has_literal && !is_nan(f, bits) && !is_infinite(f, bits)) return hexadecimal(dtype, bits);
  return composed(dtype, bits);
}

}  // namespace semcheck
