#include "core/values/spelling.h"

#include <gtest/gtest.h>

#include <random>

namespace semcheck {
namespace {

constexpr auto kNothing = std::nullopt;

TEST(Spelling, RoundTripsEveryPatternOfNarrowDtypes) {
  for (const DtypeRow& r : kDtypes) {
    if (r.format.width > 16) continue;
    for (Bits b = 0; b <= value_mask(r.format); ++b)
      ASSERT_EQ(parse_value(r.dtype, spell(r.dtype, b)), b)
          << r.name << " " << hex(r.dtype, b) << " " << spell(r.dtype, b);
  }
}

TEST(Spelling, RoundTripsRandomPatternsOfWideDtypes) {
  std::mt19937_64 random(1);
  for (const DtypeRow& r : kDtypes) {
    if (r.format.width <= 16) continue;
    for (int i = 0; i < 20000; ++i) {
      const Bits b = random() & value_mask(r.format);
      ASSERT_EQ(parse_value(r.dtype, spell(r.dtype, b)), b)
          << r.name << " " << hex(r.dtype, b) << " " << spell(r.dtype, b);
    }
  }
}

TEST(Spelling, RoundTripsEverySubnormalScaleOfWideDtypes) {
  for (Dtype dtype : {Dtype::f32, Dtype::f64})
    for (int bit = 0; bit < format(dtype).width; ++bit)
      for (Bits b : {Bits{1} << bit, (Bits{1} << bit) - 1, ~(Bits{1} << bit) & value_mask(format(dtype))})
        ASSERT_EQ(parse_value(dtype, spell(dtype, b)), b) << hex(dtype, b) << " " << spell(dtype, b);
}

TEST(Spelling, NamesSpecialValues) {
  EXPECT_EQ(spell(Dtype::f32, 0x00000000), "+0");
  EXPECT_EQ(spell(Dtype::f32, 0x80000000), "-0");
  EXPECT_EQ(spell(Dtype::f32, 0xff800000), "-inf");
  EXPECT_EQ(spell(Dtype::f32, 0x7fc00000), "+qnan");
  EXPECT_EQ(spell(Dtype::f32, 0x7fc00abc), "+qnan(0xabc)");
  EXPECT_EQ(spell(Dtype::f32, 0xff800001), "-snan(0x1)");
  EXPECT_EQ(spell(Dtype::f32, 0x00000001), "+min_subnormal");
  EXPECT_EQ(spell(Dtype::f32, 0x807fffff), "-max_subnormal");
  EXPECT_EQ(spell(Dtype::f32, 0x00800000), "+min_normal");
  EXPECT_EQ(spell(Dtype::f32, 0x7f7fffff), "+max");
  EXPECT_EQ(spell(Dtype::e4m3, 0xff), "-qnan");
}

TEST(Spelling, WritesTheShortestDecimalThatGivesThePatternBack) {
  EXPECT_EQ(spell(Dtype::f32, 0x3f800000), "1");
  EXPECT_EQ(spell(Dtype::f32, 0xbfc00000), "-1.5");
  EXPECT_EQ(spell(Dtype::f32, 0x3dcccccd), "0.1");
  EXPECT_EQ(spell(Dtype::f64, 0x3fb999999999999a), "0.1");
  EXPECT_EQ(spell(Dtype::bf16, 0x3dcd), "0.1");
  EXPECT_EQ(spell(Dtype::s8, 0xf9), "-7");
  EXPECT_EQ(spell(Dtype::u8, 0xf9), "249");
  EXPECT_EQ(spell(Dtype::s64, 0x8000000000000000), "-9223372036854775808");
}

TEST(Spelling, WritesAllDigitsOfThePattern) {
  EXPECT_EQ(hex(Dtype::f32, 0xabc), "0x00000abc");
  EXPECT_EQ(hex(Dtype::u8, 0), "0x00");
  EXPECT_EQ(hex(Dtype::f64, 1), "0x0000000000000001");
}

// IEEE 754-2019, 3.4: encodings worked out by hand from sign, biased exponent and trailing significand.
TEST(ParseValue, KnowsTheNamesOfFloatingValues) {
  EXPECT_EQ(parse_value(Dtype::f16, "+0"), 0x0000u);
  EXPECT_EQ(parse_value(Dtype::f16, "-0"), 0x8000u);
  EXPECT_EQ(parse_value(Dtype::f16, "inf"), 0x7c00u);
  EXPECT_EQ(parse_value(Dtype::f16, "-inf"), 0xfc00u);
  EXPECT_EQ(parse_value(Dtype::f16, "qnan"), 0x7e00u);
  EXPECT_EQ(parse_value(Dtype::f16, "-qnan(0x1ff)"), 0xffffu);
  EXPECT_EQ(parse_value(Dtype::f16, "snan(1)"), 0x7c01u);
  EXPECT_EQ(parse_value(Dtype::f16, "max"), 0x7bffu);
  EXPECT_EQ(parse_value(Dtype::f16, "min_normal"), 0x0400u);
  EXPECT_EQ(parse_value(Dtype::f16, "-max_subnormal"), 0x83ffu);
  EXPECT_EQ(parse_value(Dtype::f16, "min_subnormal"), 0x0001u);
}

TEST(ParseValue, StepsAwayFromZeroByUlps) {
  EXPECT_EQ(parse_value(Dtype::f32, "1+1ulp"), 0x3f800001u);
  EXPECT_EQ(parse_value(Dtype::f32, "-1+1ulp"), 0xbf800001u);
  EXPECT_EQ(parse_value(Dtype::f32, "-1-1ulp"), 0xbf7fffffu);
  EXPECT_EQ(parse_value(Dtype::f32, "max+1ulp"), 0x7f800000u);
  EXPECT_EQ(parse_value(Dtype::f32, "min_subnormal-1ulp"), 0x00000000u);
  EXPECT_EQ(parse_value(Dtype::f32, "1e2+2ulp"), 0x42c80002u);
}

TEST(ParseValue, RefusesStepsThatLeaveTheNumbers) {
  EXPECT_EQ(parse_value(Dtype::f32, "0-1ulp"), kNothing);
  EXPECT_EQ(parse_value(Dtype::f32, "inf+1ulp"), kNothing);
  EXPECT_EQ(parse_value(Dtype::f32, "qnan+1ulp"), kNothing);
  EXPECT_EQ(parse_value(Dtype::e4m3, "max+1ulp"), kNothing);
  EXPECT_EQ(parse_value(Dtype::f32, "1+99999999999999999999ulp"), kNothing);
}

TEST(ParseValue, LeavesOutWhatTheFormatLacks) {
  EXPECT_EQ(parse_value(Dtype::e4m3, "inf"), kNothing);
  EXPECT_EQ(parse_value(Dtype::e4m3, "snan(1)"), kNothing);
  EXPECT_EQ(parse_value(Dtype::e4m3, "qnan"), 0x7fu);
  EXPECT_EQ(parse_value(Dtype::e4m3, "max"), 0x7eu);
  EXPECT_EQ(parse_value(Dtype::bf16, "qnan(0xabc)"), kNothing);
  EXPECT_EQ(parse_value(Dtype::f32, "snan(0)"), kNothing);
  EXPECT_EQ(parse_value(Dtype::f16, "65536"), kNothing);
  EXPECT_EQ(parse_value(Dtype::f16, "1e-10"), kNothing);
  EXPECT_EQ(parse_value(Dtype::u8, "-1"), kNothing);
  EXPECT_EQ(parse_value(Dtype::s8, "128"), kNothing);
}

TEST(ParseValue, KnowsTheNamesOfIntegers) {
  EXPECT_EQ(parse_value(Dtype::s8, "min"), 0x80u);
  EXPECT_EQ(parse_value(Dtype::s8, "max"), 0x7fu);
  EXPECT_EQ(parse_value(Dtype::s8, "min+1"), 0x81u);
  EXPECT_EQ(parse_value(Dtype::s8, "max-1"), 0x7eu);
  EXPECT_EQ(parse_value(Dtype::u16, "min"), 0x0000u);
  EXPECT_EQ(parse_value(Dtype::u16, "max"), 0xffffu);
  EXPECT_EQ(parse_value(Dtype::s16, "-32768"), 0x8000u);
  EXPECT_EQ(parse_value(Dtype::u64, "18446744073709551615"), 0xffffffffffffffffu);
  EXPECT_EQ(parse_value(Dtype::s64, "-9223372036854775808"), 0x8000000000000000u);
  EXPECT_EQ(parse_value(Dtype::s8, "max+1"), kNothing);
  EXPECT_EQ(parse_value(Dtype::u8, "min-1"), kNothing);
  EXPECT_EQ(parse_value(Dtype::s8, "-0"), kNothing);
  EXPECT_EQ(parse_value(Dtype::s8, "1.5"), kNothing);
  EXPECT_EQ(parse_value(Dtype::s8, "inf"), kNothing);
}

TEST(ParseValue, FillsAPatternToTheWidth) {
  EXPECT_EQ(parse_value(Dtype::s8, "0x7f.."), 0x7fu);
  EXPECT_EQ(parse_value(Dtype::s32, "0x7f.."), 0x7fffffffu);
  EXPECT_EQ(parse_value(Dtype::u16, "0x80..+1"), 0x8001u);
  EXPECT_EQ(parse_value(Dtype::u64, "0x55.."), 0x5555555555555555u);
  EXPECT_EQ(parse_value(Dtype::f32, "0x7f.."), 0x7fffffffu);
  EXPECT_EQ(parse_value(Dtype::s32, "0x80..-1"), kNothing);
}

TEST(ParseValue, TakesBitsThatFit) {
  EXPECT_EQ(parse_value(Dtype::f32, "0x7fc00abc"), 0x7fc00abcu);
  EXPECT_EQ(parse_value(Dtype::f32, "0x1"), 0x1u);
  EXPECT_EQ(parse_value(Dtype::f16, "0x7fc00abc"), kNothing);
  EXPECT_EQ(parse_value(Dtype::f32, "0x"), kNothing);
  EXPECT_EQ(parse_value(Dtype::f32, "0x.."), kNothing);
  EXPECT_EQ(parse_value(Dtype::f32, "0xg"), kNothing);
  EXPECT_EQ(parse_value(Dtype::f32, "0x+1"), kNothing);
}

TEST(ParseValue, RefusesWhatIsNoValue) {
  for (std::string_view text :
       {"",      "+",     "-",  "+-1", "nan",   "qnan(", "qnan()",   "qnan(1", "snan", "qnanx", "1ulp", "+ulp",
        "1+ulp", "1+1ul", "1 ", " 1",  "1.2.3", "1e",    "infinity", ".5",     "0b1",  "1,5",   "١"})
    EXPECT_EQ(parse_value(Dtype::f32, text), kNothing) << text;
  EXPECT_EQ(parse_value(Dtype::f32, std::string(200, '1')), kNothing);
  for (std::string_view text : {"", "+", "--1", "1+1", "min+", "max-", "0x80..+", "1e2", "9999999999999999999999"})
    EXPECT_EQ(parse_value(Dtype::s32, text), kNothing) << text;
}

// Exact midpoints worked out by hand: 1 + 2^-11 for f16, 1 + 2^-24 for f32.
TEST(ParseValue, RoundsDecimalsToNearestTiesToEven) {
  EXPECT_EQ(parse_value(Dtype::f16, "1.00048828125"), 0x3c00u);
  EXPECT_EQ(parse_value(Dtype::f16, "1.00146484375"), 0x3c02u);
  EXPECT_EQ(parse_value(Dtype::f32, "1.000000059604644775390625"), 0x3f800000u);
  EXPECT_EQ(parse_value(Dtype::f16, "65519.999"), 0x7bffu);
  EXPECT_EQ(parse_value(Dtype::f16, "65520"), kNothing);
}

TEST(ParseValue, RoundsOnceAndNotThroughBinary64) {
  EXPECT_EQ(parse_value(Dtype::f16, "1.0004882812500000000000000000001"), 0x3c01u);
  EXPECT_EQ(parse_value(Dtype::f16, "1.0014648437499999999999999999999"), 0x3c01u);
  EXPECT_EQ(parse_value(Dtype::f32, "1.0000000596046447753906250000000000000001"), 0x3f800001u);
  EXPECT_EQ(parse_value(Dtype::f16, "2.98023223876953125e-8"),
            kNothing);  // half of the smallest subnormal: ties to zero
  EXPECT_EQ(parse_value(Dtype::f16, "2.980232238769531250000000000000001e-8"), 0x0001u);
}

TEST(ParseValue, RoundsIntoTheSubnormals) {
  EXPECT_EQ(parse_value(Dtype::f32, "1e-45"), 0x00000001u);
  EXPECT_EQ(parse_value(Dtype::f32, "1.1754943508222875e-38"), 0x00800000u);
  EXPECT_EQ(parse_value(Dtype::f64, "5e-324"), 0x1u);
  EXPECT_EQ(parse_value(Dtype::f64, "1e-400"), kNothing);
  EXPECT_EQ(parse_value(Dtype::f64, "1e400"), kNothing);
  EXPECT_EQ(parse_value(Dtype::f64, "0e99999"), 0x0u);
}

}  // namespace
}  // namespace semcheck
