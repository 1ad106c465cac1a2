#include <gtest/gtest.h>

#include "tests/unit/reference/hard_numbers.h"
#include "tests/unit/reference/host_arithmetic.h"
#include "tests/unit/reference/mpfr/exact.h"
#include "tests/unit/reference/results.h"

// The operation convert against GNU MPFR, which rounds to an integer number of units by itself.
namespace semcheck {
namespace {

/// As many bits as it takes to hold every value of every dtype exactly.
constexpr mpfr_prec_t kBits = 4096;

constexpr std::array kIntegers = {Dtype::s8,  Dtype::u8,  Dtype::s16, Dtype::u16,
                                  Dtype::s32, Dtype::u32, Dtype::s64, Dtype::u64};

/// A number rounded to a whole one, which must not be infinite, at the nearest end of the integer's range.
Bits saturated(Dtype to, mpfr_ptr value) {
  const Format& f = format(to);
  const bool is_signed = f.kind == NumberKind::signed_integer;
  const Bits greatest = is_signed ? magnitude_mask(f) : value_mask(f);
  if (mpfr_sgn(value) >= 0) return mpfr_cmp_ui(value, greatest) > 0 ? greatest : mpfr_get_ui(value, MPFR_RNDN);
  if (!is_signed) return 0;
  mpfr_neg(value, value, MPFR_RNDN);
  const Bits magnitude = mpfr_cmp_ui(value, sign_mask(f)) > 0 ? sign_mask(f) : mpfr_get_ui(value, MPFR_RNDN);
  return (~magnitude + 1) & value_mask(f);
}

/// A conversion with the rules that hold when a spec says nothing.
struct Conversion {
  Dtype from, to;
  Operation operation = known::conversion(from, to);
  Choice rules = known::default_choice(operation);
};

void compare_with_mpfr(Conversion& conversion, Bits x, Exact& exact) {
  const long double value = host::decode(conversion.from, x);
  if (!std::isfinite(value)) return;
  for (const Rounding rounding : host::kRoundings) {
    mpfr_set_ld(exact.get(), value, MPFR_RNDN);
    round_to_whole(rounding, exact.get());
    conversion.rules.round = rounding;
    ASSERT_EQ(known::result_of(conversion.operation, conversion.rules, {x}), saturated(conversion.to, exact.get()))
        << name(conversion.from) << std::hex << " 0x" << x << " to " << name(conversion.to) << ' ' << rounding;
  }
}

TEST(ConversionAgainstMpfr, EveryF16ToEveryInteger) {
  Exact exact(kBits);
  for (const Dtype to : kIntegers) {
    Conversion conversion{Dtype::f16, to};
    for (Bits x = 0; x <= 0xffff; ++x) ASSERT_NO_FATAL_FAILURE(compare_with_mpfr(conversion, x, exact));
  }
}

/// A number other than zero rounded once, an infinity or a NaN where it is too large; it is used up.
long double rounded(Dtype to, Rounding rounding, mpfr_ptr value) {
  const bool negative = mpfr_signbit(value) != 0;
  const int ulp = host::ulp_exponent(to, static_cast<int>(mpfr_get_exp(value)));
  mpfr_mul_2si(value, value, -ulp, MPFR_RNDN);
  round_to_whole(rounding, value);
  mpfr_mul_2si(value, value, ulp, MPFR_RNDN);
  const long double result = std::copysign(mpfr_get_ld(value, MPFR_RNDN), negative ? -1.0L : 1.0L);
  if (std::fabs(result) <= host::float_row(to).largest) return result;
  return host::overflowed(to, rounding, Overflow::infinity, negative);
}

void compare_float_with_mpfr(Conversion& conversion, Bits x, Exact& exact) {
  const long double value = host::decode(conversion.from, x);
  if (!std::isfinite(value) || value == 0) return;
  for (const Rounding rounding : host::kRoundings) {
    conversion.rules.round = rounding;
    const Bits result = known::result_of(conversion.operation, conversion.rules, {x});
    mpfr_set_ld(exact.get(), value, MPFR_RNDN);
    const long double expected = rounded(conversion.to, rounding, exact.get());
    if (std::isnan(expected))
      ASSERT_EQ(result, std::signbit(expected) ? 0xffU : 0x7fU) << std::hex << x;
    else
      ASSERT_PRED3(host::is_same, conversion.to, (FloatResult{NanOrigin::none, result}), expected)
          << std::hex << " 0x" << x << " to " << name(conversion.to) << ' ' << rounding;
  }
}

TEST(ConversionAgainstMpfr, EveryF16ToEveryFloat) {
  Exact exact(kBits);
  for (const Dtype to : host::kFloats) {
    Conversion conversion{Dtype::f16, to};
    conversion.rules.overflow = to == Dtype::e4m3 ? Overflow::nan : Overflow::infinity;
    for (Bits x = 0; x <= 0xffff; ++x) ASSERT_NO_FATAL_FAILURE(compare_float_with_mpfr(conversion, x, exact));
  }
}

TEST(ConversionAgainstMpfr, HardNumbersToEveryInteger) {
  Exact exact(kBits);
  for (const Dtype from : {Dtype::f32, Dtype::f64})
    for (const Dtype to : kIntegers) {
      HardNumbers hard(21);
      Conversion conversion{from, to};
      for (int i = 0; i < 30'000; ++i)
        ASSERT_NO_FATAL_FAILURE(compare_with_mpfr(conversion, hard.number(format(from)), exact));
    }
}

}  // namespace
}  // namespace semcheck
