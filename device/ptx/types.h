#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "device/ptx/domain.h"

namespace semcheck::ptx {

/// What the patterns with the highest exponent stand for.
enum class Specials : std::uint8_t {
  infinity_and_nans,
  nan,  ///< numbers, but for the pattern of all ones
  none  ///< numbers
};

/// A binary floating-point format: a sign bit, an exponent with a bias that makes it symmetric, and a fraction.
struct Format {
  std::uint8_t width = 0;
  std::uint8_t fraction = 0;
  Specials specials = Specials::infinity_and_nans;

  constexpr Word sign() const { return Word{1} << (width - 1); }
  constexpr Word magnitude() const { return sign() - 1; }
  constexpr Word hidden() const { return Word{1} << fraction; }
  constexpr Word quiet() const { return Word{1} << (fraction - 1); }
  constexpr Word infinity() const { return sign() - hidden(); }
  constexpr bool has_infinity() const { return specials == Specials::infinity_and_nans; }
  constexpr Word largest() const {
    if (has_infinity()) return infinity() - 1;
    return specials == Specials::nan ? magnitude() - 1 : magnitude();
  }
  /// The greatest magnitude that is no NaN.
  constexpr Word greatest() const { return has_infinity() ? infinity() : largest(); }
  constexpr Word bias() const { return (Word{1} << (width - fraction - 2)) - 1; }
  constexpr Word one() const { return bias() << fraction; }
  // CUDA C++ Programming Guide, Floating-Point Standard: a NaN result is 0x7fffffff; f16 and bf16: canonical NaN
  // 0x7fff. PTX ISA, cvt: a NaN gives e4m3 and e5m2 their canonical NaN 0x7f, and the formats without NaN their
  // positive largest number. The f64 pattern is the H200's answer to an invalid operation; the manual leaves it open.
  constexpr Word nan() const { return width == 64 ? sign() | infinity() | quiet() : magnitude(); }
};

enum class Type : std::uint8_t {
  none,
  pred,
  b8,
  b16,
  b32,
  b64,
  u2,
  u4,
  u8,
  u16,
  u32,
  u64,
  s2,
  s4,
  s8,
  s16,
  s32,
  s64,
  f16,
  bf16,
  f32,
  f64,
  tf32,
  e4m3,
  e5m2,
  e2m3,
  e3m2,
  e2m1,
  u16x2,
  s16x2,
  f16x2,
  bf16x2,
  f32x2,
  e4m3x2,
  e5m2x2,
  e2m3x2,
  e3m2x2,
  e2m1x2
};

enum class Kind : std::uint8_t { none, predicate, bits, unsigned_integer, signed_integer, floating };

/// One row a type: its spelling, kind and width in bits; the element of a packed pair; the format of a float, which may
/// be narrower than the register that holds it. Elements that PTX knows only in pairs have no spelling.
struct TypeRow {
  Type type;
  std::string_view name;
  Kind kind;
  std::uint8_t width;
  Type element;
  Format format;
};

constexpr std::array<TypeRow, 38> kTypes{{
    {Type::none, "", Kind::none, 0, Type::none, {}},
    {Type::pred, ".pred", Kind::predicate, 1, Type::none, {}},
    {Type::b8, ".b8", Kind::bits, 8, Type::none, {}},
    {Type::b16, ".b16", Kind::bits, 16, Type::none, {}},
    {Type::b32, ".b32", Kind::bits, 32, Type::none, {}},
    {Type::b64, ".b64", Kind::bits, 64, Type::none, {}},
    {Type::u2, ".u2", Kind::unsigned_integer, 2, Type::none, {}},
    {Type::u4, ".u4", Kind::unsigned_integer, 4, Type::none, {}},
    {Type::u8, ".u8", Kind::unsigned_integer, 8, Type::none, {}},
    {Type::u16, ".u16", Kind::unsigned_integer, 16, Type::none, {}},
    {Type::u32, ".u32", Kind::unsigned_integer, 32, Type::none, {}},
    {Type::u64, ".u64", Kind::unsigned_integer, 64, Type::none, {}},
    {Type::s2, ".s2", Kind::signed_integer, 2, Type::none, {}},
    {Type::s4, ".s4", Kind::signed_integer, 4, Type::none, {}},
    {Type::s8, ".s8", Kind::signed_integer, 8, Type::none, {}},
    {Type::s16, ".s16", Kind::signed_integer, 16, Type::none, {}},
    {Type::s32, ".s32", Kind::signed_integer, 32, Type::none, {}},
    {Type::s64, ".s64", Kind::signed_integer, 64, Type::none, {}},
    {Type::f16, ".f16", Kind::floating, 16, Type::none, {16, 10}},
    {Type::bf16, ".bf16", Kind::floating, 16, Type::none, {16, 7}},
    {Type::f32, ".f32", Kind::floating, 32, Type::none, {32, 23}},
    {Type::f64, ".f64", Kind::floating, 64, Type::none, {64, 52}},
    {Type::tf32, ".tf32", Kind::floating, 32, Type::none, {19, 10}},
    {Type::e4m3, "", Kind::floating, 8, Type::none, {8, 3, Specials::nan}},
    {Type::e5m2, "", Kind::floating, 8, Type::none, {8, 2}},
    {Type::e2m3, "", Kind::floating, 8, Type::none, {6, 3, Specials::none}},
    {Type::e3m2, "", Kind::floating, 8, Type::none, {6, 2, Specials::none}},
    {Type::e2m1, "", Kind::floating, 4, Type::none, {4, 1, Specials::none}},
    {Type::u16x2, ".u16x2", Kind::unsigned_integer, 32, Type::u16, {}},
    {Type::s16x2, ".s16x2", Kind::signed_integer, 32, Type::s16, {}},
    {Type::f16x2, ".f16x2", Kind::floating, 32, Type::f16, {}},
    {Type::bf16x2, ".bf16x2", Kind::floating, 32, Type::bf16, {}},
    {Type::f32x2, ".f32x2", Kind::floating, 64, Type::f32, {}},
    {Type::e4m3x2, ".e4m3x2", Kind::floating, 16, Type::e4m3, {}},
    {Type::e5m2x2, ".e5m2x2", Kind::floating, 16, Type::e5m2, {}},
    {Type::e2m3x2, ".e2m3x2", Kind::floating, 16, Type::e2m3, {}},
    {Type::e3m2x2, ".e3m2x2", Kind::floating, 16, Type::e3m2, {}},
    {Type::e2m1x2, ".e2m1x2", Kind::floating, 8, Type::e2m1, {}},
}};

constexpr const TypeRow& row(Type type) {
  return kTypes[static_cast<std::size_t>(type)];
}

constexpr bool types_are_in_order() {
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    if (kTypes[i].type != static_cast<Type>(i)) return false;
  }
  return true;
}
static_assert(types_are_in_order());

/// The type of a spelling such as `.f32`.
constexpr std::optional<Type> type_named(std::string_view name) {
  for (const TypeRow& each : kTypes) {
    if (!each.name.empty() && each.name == name) return each.type;
  }
  return std::nullopt;
}

/// All ones in the low `width` bits.
constexpr Word low_bits(unsigned width) {
  return width >= 64 ? ~Word{0} : (Word{1} << width) - 1;
}

}  // namespace semcheck::ptx
