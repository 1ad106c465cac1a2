#include <gtest/gtest.h>

#include "core/reference/soft_float.h"
#include "tests/unit/reference/hard_numbers.h"
#include "tests/unit/reference/host_arithmetic.h"
#include "tests/unit/reference/mpfr/exact.h"

namespace semcheck {
namespace {

/// As many bits as it takes to hold any x * z + w of the dtype exactly.
mpfr_prec_t bits_of(Dtype dtype) {
  const host::FloatRow& row = host::float_row(dtype);
  int largest_exponent = 0;
  std::frexp(row.largest, &largest_exponent);
  return 2 * (largest_exponent - row.lowest_exponent) + 8;
}

/// A value other than zero rounded once; it is used up.
long double rounded(Dtype dtype, Rounding rounding, mpfr_ptr value) {
  const bool negative = mpfr_signbit(value) != 0;
  const int ulp = host::ulp_exponent(dtype, static_cast<int>(mpfr_get_exp(value)));
  mpfr_mul_2si(value, value, -ulp, MPFR_RNDN);
  round_to_whole(rounding, value);
  mpfr_mul_2si(value, value, ulp, MPFR_RNDN);
  if (mpfr_cmpabs_ui(value, 0) == 0) return negative ? -0.0L : 0.0L;
  const long double result = mpfr_get_ld(value, MPFR_RNDN);
  if (std::fabs(result) > host::float_row(dtype).largest)
    return host::overflowed(dtype, rounding, Overflow::infinity, negative);
  return result;
}

/// The exact operands of one dtype, and room for an exact result.
struct Operands {
  explicit Operands(Dtype dtype) : x(bits_of(dtype)), z(bits_of(dtype)), w(bits_of(dtype)), result(bits_of(dtype)) {}
  Exact x;
  Exact z;
  Exact w;
  Exact result;
};

/// Compares add, multiply and fused multiply-add of one triple in every rounding.
void compare_triple_with_mpfr(Dtype dtype, Operands& exact, Bits x, Bits z, Bits w) {
  const Format& f = format(dtype);
  const auto expect = [&](Rounding rounding, const FloatResult& actual, int inexact) {
    ASSERT_EQ(inexact, 0);
    if (mpfr_zero_p(exact.result.get()) != 0) return;
    ASSERT_PRED3(host::is_same, dtype, actual, rounded(dtype, rounding, exact.result.get()))
        << name(dtype) << ' ' << rounding << std::hex << " 0x" << x << " 0x" << z << " 0x" << w << " is " << actual;
  };
  for (const Rounding rounding : host::kRoundings) {
    mpfr_ptr result = exact.result.get();
    expect(rounding, add(f, rounding, x, z), mpfr_add(result, exact.x.get(), exact.z.get(), MPFR_RNDN));
    expect(rounding, multiply(f, rounding, x, z), mpfr_mul(result, exact.x.get(), exact.z.get(), MPFR_RNDN));
    expect(rounding, fused_multiply_add(f, rounding, x, z, w),
           mpfr_fma(result, exact.x.get(), exact.z.get(), exact.w.get(), MPFR_RNDN));
  }
}

void compare_with_mpfr(Dtype dtype, int count, std::uint64_t seed) {
  const Format& f = format(dtype);
  HardNumbers hard(seed);
  Operands exact(dtype);
  for (int i = 0; i < count; ++i) {
    const Bits x = hard.number(f);
    const Bits z = hard.partner(f, x);
    const Bits w = hard.addend(f, x, z);
    mpfr_set_ld(exact.x.get(), host::decode(dtype, x), MPFR_RNDN);
    mpfr_set_ld(exact.z.get(), host::decode(dtype, z), MPFR_RNDN);
    mpfr_set_ld(exact.w.get(), host::decode(dtype, w), MPFR_RNDN);
    if (!mpfr_number_p(exact.x.get()) || !mpfr_number_p(exact.z.get()) || !mpfr_number_p(exact.w.get())) continue;
    compare_triple_with_mpfr(dtype, exact, x, z, w);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(SoftFloatAgainstMpfr, F16HardOperandsAreRoundedOnce) {
  compare_with_mpfr(Dtype::f16, 200'000, 11);
}
TEST(SoftFloatAgainstMpfr, Bf16HardOperandsAreRoundedOnce) {
  compare_with_mpfr(Dtype::bf16, 100'000, 12);
}
TEST(SoftFloatAgainstMpfr, EightBitHardOperandsAreRoundedOnce) {
  compare_with_mpfr(Dtype::e4m3, 50'000, 13);
  compare_with_mpfr(Dtype::e5m2, 50'000, 14);
}
TEST(SoftFloatAgainstMpfr, F32HardOperandsAreRoundedOnce) {
  compare_with_mpfr(Dtype::f32, 100'000, 15);
}
TEST(SoftFloatAgainstMpfr, F64HardOperandsAreRoundedOnce) {
  compare_with_mpfr(Dtype::f64, 50'000, 16);
}

}  // namespace
}  // namespace semcheck
