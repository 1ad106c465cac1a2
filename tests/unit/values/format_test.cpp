#include "core/values/format.h"

#include <gtest/gtest.h>

#include "core/values/dtype.h"

namespace semcheck {
namespace {

constexpr const Format& f32 = format(Dtype::f32);
constexpr const Format& e4m3 = format(Dtype::e4m3);
constexpr const Format& e5m2 = format(Dtype::e5m2);

// IEEE 754-2019, 3.4 and 6.2.1: all exponent bits set and a fraction; the first fraction bit tells quiet from
// signaling.
TEST(Format, TellsNansInfinitiesAndNumbersApart) {
  EXPECT_TRUE(is_infinite(f32, 0xff800000));
  EXPECT_FALSE(is_nan(f32, 0x7f800000));
  EXPECT_TRUE(is_nan(f32, 0xff800001));
  EXPECT_TRUE(is_signaling(f32, 0x7fbfffff));
  EXPECT_FALSE(is_signaling(f32, 0x7fc00000));
  EXPECT_FALSE(is_nan(f32, 0x7f7fffff));
}

// OCP 8-bit floating point, 2023: E4M3 has no infinity and one NaN of each sign, S.1111.111.
TEST(Format, OfE4m3HasOneNanOfEachSignAndNoInfinity) {
  int nans = 0;
  for (Bits b = 0; b < 256; ++b) {
    EXPECT_FALSE(is_infinite(e4m3, b));
    EXPECT_FALSE(is_signaling(e4m3, b));
    nans += is_nan(e4m3, b) ? 1 : 0;
  }
  EXPECT_EQ(nans, 2);
  EXPECT_EQ(largest_magnitude(e4m3), 0x7eu);
}

// OCP 8-bit floating point, 2023: E5M2 has infinities S.11111.00 and NaNs S.11111.{01,10,11}.
TEST(Format, OfE5m2FollowsIeee) {
  EXPECT_TRUE(is_infinite(e5m2, 0x7c));
  EXPECT_TRUE(is_signaling(e5m2, 0x7d));
  EXPECT_TRUE(is_nan(e5m2, 0x7e) && !is_signaling(e5m2, 0x7e));
}

TEST(Format, FlushesSubnormalsToZeroOfTheirSign) {
  EXPECT_EQ(flushed(f32, 0x807fffff), 0x80000000u);
  EXPECT_EQ(flushed(f32, 0x00800000), 0x00800000u);
}

TEST(Format, OrdersNumbersByTheirKey) {
  constexpr std::array<Bits, 8> kAscending = {0xff800000, 0xbf800000, 0x80000001, 0x80000000,
                                              0x00000000, 0x00000001, 0x3f800000, 0x7f800000};
  for (std::size_t i = 1; i < kAscending.size(); ++i)
    EXPECT_LT(order_key(f32, kAscending[i - 1]), order_key(f32, kAscending[i]));
  EXPECT_LT(order_key(format(Dtype::s8), 0x80), order_key(format(Dtype::s8), 0x7f));
  EXPECT_GT(order_key(format(Dtype::u8), 0x80), order_key(format(Dtype::u8), 0x7f));
}

TEST(Dtype, IsFoundByItsNameAndNoOther) {
  for (const DtypeRow& r : kDtypes) EXPECT_EQ(find_dtype(r.name), r.dtype);
  EXPECT_EQ(find_dtype("F32"), std::nullopt);
  EXPECT_EQ(find_dtype(""), std::nullopt);
}

TEST(Dtype, HasACanonicalNanThatIsQuiet) {
  for (const DtypeRow& r : kDtypes) {
    EXPECT_EQ(is_nan(r.format, r.canonical_nan), is_floating(r.format)) << r.name;
    EXPECT_FALSE(is_signaling(r.format, r.canonical_nan)) << r.name;
  }
}

}  // namespace
}  // namespace semcheck
