#include <gtest/gtest.h>
#include <mpfr.h>

#include "core/reference/root.h"
#include "tests/unit/reference/hard_numbers.h"
#include "tests/unit/reference/host_arithmetic.h"

namespace semcheck {
namespace {

mpfr_rnd_t direction(Rounding rounding) {
  switch (rounding) {
    case Rounding::rz: return MPFR_RNDZ;
    case Rounding::rm: return MPFR_RNDD;
    case Rounding::rp: return MPFR_RNDU;
    default: return MPFR_RNDN;
  }
}

/// A quotient or root as GNU MPFR rounds it into a format, subnormals included.
class Judge {
 public:
  explicit Judge(Dtype dtype) : dtype_(dtype) {
    const Format& f = format(dtype);
    mpfr_inits2(precision(f), x_, z_, result_, nullptr);
    // MPFR counts exponents of significands in [1/2, 1).
    mpfr_set_emin(lowest_exponent(f) + 1);
    mpfr_set_emax(1 << (f.exponent_bits - 1));
  }
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;
  ~Judge() {
    mpfr_clears(x_, z_, result_, nullptr);
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
  }

  long double divide(Rounding rounding, Bits x, Bits z) {
    set(x_, x), set(z_, z);
    return finish(mpfr_div(result_, x_, z_, direction(rounding)), rounding);
  }
  long double square_root(Rounding rounding, Bits x) {
    set(x_, x);
    return finish(mpfr_sqrt(result_, x_, direction(rounding)), rounding);
  }

 private:
  void set(mpfr_ptr to, Bits b) { mpfr_set_ld(to, host::decode(dtype_, b), MPFR_RNDN); }
  long double finish(int ternary, Rounding rounding) {
    mpfr_subnormalize(result_, ternary, direction(rounding));
    return mpfr_get_ld(result_, MPFR_RNDN);
  }

  Dtype dtype_;
  mpfr_t x_, z_, result_;
};

constexpr std::array kDirections = {Rounding::rn, Rounding::rz, Rounding::rm, Rounding::rp};

void compare_roots(Dtype dtype, Judge& judge, Bits x) {
  const Format& f = format(dtype);
  if (is_nan(f, x) || is_negative(f, x)) return;
  for (Rounding rounding : kDirections)
    ASSERT_PRED3(host::is_same, dtype, square_root(f, rounding, x), judge.square_root(rounding, x))
        << name(dtype) << ' ' << rounding << std::hex << " 0x" << x;
}

void compare_quotients(Dtype dtype, int count, std::uint64_t seed) {
  const Format& f = format(dtype);
  HardNumbers hard(seed);
  Judge judge(dtype);
  for (int i = 0; i < count; ++i) {
    const Bits x = hard.number(f);
    const Bits z = hard.partner(f, x);
    if (is_nan(f, x) || is_nan(f, z)) continue;
    const bool invalid = (is_zero(f, x) && is_zero(f, z)) || (is_infinite(f, x) && is_infinite(f, z));
    for (Rounding rounding : kDirections) {
      const FloatResult actual = divide(f, rounding, x, z);
      if (invalid) {
        ASSERT_EQ(actual.nan, NanOrigin::invalid);
        continue;
      }
      ASSERT_PRED3(host::is_same, dtype, actual, judge.divide(rounding, x, z))
          << name(dtype) << ' ' << rounding << std::hex << " 0x" << x << " 0x" << z << " is " << actual;
    }
    compare_roots(dtype, judge, x);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(RootAgainstMpfr, EveryRootOfF16AndBf16) {
  for (Dtype dtype : {Dtype::f16, Dtype::bf16}) {
    Judge judge(dtype);
    for (Bits x = 0; x <= value_mask(format(dtype)); ++x) {
      compare_roots(dtype, judge, x);
      if (HasFatalFailure()) return;
    }
  }
}
TEST(RootAgainstMpfr, F16HardQuotients) {
  compare_quotients(Dtype::f16, 100'000, 21);
}
TEST(RootAgainstMpfr, Bf16HardQuotients) {
  compare_quotients(Dtype::bf16, 100'000, 22);
}
TEST(RootAgainstMpfr, F32HardQuotientsAndRoots) {
  compare_quotients(Dtype::f32, 100'000, 23);
}
TEST(RootAgainstMpfr, F64HardQuotientsAndRoots) {
  compare_quotients(Dtype::f64, 100'000, 24);
}

TEST(SquareRoot, OfNegativeNumbersIsInvalidAndOfMinusZeroIsItself) {
  const Format& f = format(Dtype::f32);
  EXPECT_EQ(square_root(f, Rounding::rn, 0xbf800000).nan, NanOrigin::invalid);
  EXPECT_EQ(square_root(f, Rounding::rn, 0xff800000).nan, NanOrigin::invalid);
  EXPECT_EQ(square_root(f, Rounding::rn, 0x80000000).bits, 0x80000000u);
}

}  // namespace
}  // namespace semcheck
