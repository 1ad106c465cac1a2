#include "core/judge/edge_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/judge/cases.h"
#include "tests/unit/judge/sample.h"
#include "tests/unit/reference/results.h"

namespace semcheck {
namespace {

using known::whole;
using sample::matrix_of;
using Tuples = std::set<std::vector<Bits>>;

Tuples tuples_of(const Cases& cases) {
  Tuples tuples;
  for (std::size_t i = 0; i < cases.special; ++i) tuples.insert(cases.at(i));
  return tuples;
}

TEST(EdgeCases, OfAClampLieAtAndBesideItsConstantBounds) {
  Operation clamp = operation_over(OperationKind::clamp, Dtype::f32);
  clamp.operands = {Dtype::f32};
  clamp.constants = {{"lower", 0}, {"upper", 0x40c00000}};
  EXPECT_EQ(tuples_of(make_cases(clamp, {})),
            (Tuples{{0x80000001}, {0}, {1}, {0x40bfffff}, {0x40c00000}, {0x40c00001}}));
}

TEST(EdgeCases, OfAClampLieAtAndBesideEveryPairOfBounds) {
  const Operation clamp = whole(OperationKind::clamp, Dtype::s8);
  const Tuples tuples = tuples_of(make_cases(clamp, {{matrix_of(Dtype::s8, {0x10, 0x20})}, {}, {}, {}}));
  for (unsigned x : {0x0fu, 0x10u, 0x11u, 0x1fu, 0x20u, 0x21u})
    EXPECT_TRUE(tuples.contains({x, 0x10, 0x20}) && tuples.contains({x, 0x20, 0x10})) << x;
}

TEST(EdgeCases, OfAGradClipLieAtBothEnds) {
  const Operation clip = whole(OperationKind::grad_clip, Dtype::f16);
  const Tuples tuples = tuples_of(make_cases(clip, {{matrix_of(Dtype::f16, {0x3c00})}, {}, {}, {}}));
  EXPECT_EQ(
      tuples,
      (Tuples{
          {0x3bff, 0x3c00}, {0x3c00, 0x3c00}, {0x3c01, 0x3c00}, {0xbbff, 0x3c00}, {0xbc00, 0x3c00}, {0xbc01, 0x3c00}}));
}

void expect_all(Dtype from, Dtype to, std::initializer_list<Bits> wanted) {
  const std::vector<Bits> edges = conversion_edges(from, to);
  for (Bits bits : wanted)
    EXPECT_NE(std::find(edges.begin(), edges.end(), bits), edges.end())
        << name(from) << " to " << name(to) << std::hex << " 0x" << bits;
  EXPECT_LT(edges.size(), 20'000u);
}

// Halves, 127.5 and its neighbours, -128.5, 256.
TEST(ConversionEdges, LieAroundTheEndsOfAnIntegerAndAroundHalves) {
  expect_all(Dtype::f32, Dtype::s8,
             {0x3f000000, 0x3effffff, 0xbfc00000, 0x42ff0000, 0x42feffff, 0x42ff0001, 0xc3008000, 0x43800000});
  expect_all(Dtype::f64, Dtype::s32, {0x41dfffffffe00000, 0x41dfffffffc00000, 0xc1e0000000100000});
  expect_all(Dtype::f32, Dtype::s64, {0x5f000000, 0x5effffff, 0xdf000000, 0xdf000001});
  expect_all(Dtype::s32, Dtype::s8, {127, 128, 129, 0xffffff80, 0xffffff7f, 255, 256, 257});
  expect_all(Dtype::u64, Dtype::s32, {0x7fffffff, 0x80000000, 0x100000000});
}

// 464 is the middle between 448 and what would be 480; 65520 that of f16; 2^-25 between 0 and the least f16.
TEST(ConversionEdges, LieAroundTheMiddlesBetweenNumbersOfTheResult) {
  expect_all(Dtype::f32, Dtype::e4m3, {0x43e80000, 0x43e80001, 0x43e7ffff, 0xc3e80000});
  expect_all(Dtype::f32, Dtype::f16, {0x477ff000, 0x477fefff, 0x33000000, 0x33000001, 0x3f801000});
  expect_all(Dtype::f64, Dtype::bf16, {0x47effff000000000 - 0xff000000000});
  expect_all(Dtype::s32, Dtype::f32, {0x01000001, 0x01000003, 0x7fffffc0});
}

TEST(ConversionEdges, AreFewWhereEveryOperandIsExact) {
  EXPECT_LT(conversion_edges(Dtype::f32, Dtype::f64).size(), 100u);
  EXPECT_LT(conversion_edges(Dtype::f64, Dtype::f64).size(), 100u);
}

TEST(EdgeCases, OfAFmaReluTellFusedFromSeparate) {
  for (Dtype dtype : {Dtype::f64, Dtype::f32, Dtype::f16, Dtype::bf16}) {
    const Operation fma = operation_over(OperationKind::fma_relu, dtype);
    Choice fused = known::maximum_number(dtype);
    Choice separate = fused;
    separate.contract = Contraction::separate;
    const Cases cases = make_cases(fma, {});
    std::size_t differ = 0;
    for (std::size_t i = 0; i < cases.size(); ++i)
      differ += evaluate(fma, fused, cases.at(i)) != evaluate(fma, separate, cases.at(i));
    EXPECT_GT(differ, 100u) << name(dtype);
  }
  EXPECT_TRUE(tuples_of(make_cases(operation_over(OperationKind::fma_relu, Dtype::f32), {}))
                  .contains({0x3f800800, 0x3f800800, 0xbf801000}));
}

TEST(MakeCases, TakesTriplesOfALongMatrixFromItsFront) {
  std::vector<Bits> values(60);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i;
  const Operation max = whole(OperationKind::max, Dtype::u8);
  const Tuples tuples = tuples_of(make_cases(max, {{matrix_of(Dtype::u8, values)}, {}, {}, {}}));
  EXPECT_EQ(tuples.size(), 16u * 16 * 16 + 3u * 44 * 64);
  EXPECT_TRUE(tuples.contains({15, 15, 15}));
  EXPECT_TRUE(tuples.contains({7, 59, 7}));
  EXPECT_FALSE(tuples.contains({8, 59, 7}));
  values.resize(36);
  EXPECT_EQ(make_cases(max, {{matrix_of(Dtype::u8, values)}, {}, {}, {}}).special, 36u * 36 * 36);
}

}  // namespace
}  // namespace semcheck
