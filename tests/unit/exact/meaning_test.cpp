#include "tests/unit/exact/exact_fixture.h"

// What CUDA C++ and CUDA's functions mean, each expectation by hand from the text that it names.

namespace semcheck {
namespace {

using testing::exact;
using testing::exact_error;
using testing::SpecText;

constexpr Bits kMinusZero = 0x80000000;
constexpr Bits kOne = 0x3f800000;
constexpr Bits kPayload = 0x7fc00abc;
constexpr Bits kSignaling = 0x7f800001;

SpecText f32(const std::string& code) {
  return SpecText(Dtype::f32).expr("a", code);
}
SpecText f64(const std::string& code) {
  return SpecText(Dtype::f64).expr("a", code);
}

// C++17, expr.cond and expr.rel: -0 is not below +0, so the third operand comes out as it is.
TEST(ExactMeaning, ASelectionHandsOnAnOperand) {
  EXPECT_EQ(exact(f32("x < 0.f ? x : 0.f"), kMinusZero), 0u);
  EXPECT_EQ(exact(f32("!(x < 0.f) ? 0.f : x"), kMinusZero), 0u);
  EXPECT_EQ(exact(f32("x > -0.f ? x : -0.f"), 0), kMinusZero);
  EXPECT_EQ(exact(f32("x >= z ? x : z"), kMinusZero, 0), kMinusZero);
  EXPECT_EQ(exact(f32("x >= z ? x : z"), kPayload, kOne), kOne);
  EXPECT_EQ(exact(f32("x >= z ? x : z"), kOne, kSignaling), kSignaling);
  EXPECT_EQ(exact(f32("x > 1.f ? 1.f : x"), kPayload), kPayload);
}

// CUDA Math API, fmaxf; CUDA C++ Programming Guide: the NaN is 0x7fffffff.
TEST(ExactMeaning, FmaxfTakesNansForMissingDataAndOrdersZeros) {
  EXPECT_EQ(exact(f32("fmaxf(x, z)"), kPayload, kOne), kOne);
  EXPECT_EQ(exact(f32("fmaxf(x, z)"), kOne, kSignaling), kOne);
  EXPECT_EQ(exact(f32("fmaxf(x, z)"), kPayload, kSignaling), 0x7fffffffu);
  EXPECT_EQ(exact(f32("fmaxf(x, z)"), kMinusZero, 0), 0u);
  EXPECT_EQ(exact(f32("fminf(x, z)"), 0, kMinusZero), kMinusZero);
  EXPECT_EQ(exact(f32("::fmaxf(x, 0)"), kMinusZero), 0u);
}

// Conversions of the PTX manual, cvt, and what was measured on an H200: saturation at 32 bits, then the low byte.
TEST(ExactMeaning, ACastSaturatesAt32BitsAndKeepsTheLowOnes) {
  const auto cast = [](const std::string& type) { return f32("__int_as_float((int)(" + type + ")x)"); };
  EXPECT_EQ(exact(cast("signed char"), 0x43960000), 44u);          // 300
  EXPECT_EQ(exact(cast("signed char"), 0x7f800000), 0xffffffffu);  // +inf: 0x7fffffff
  EXPECT_EQ(exact(cast("unsigned char"), 0xc3960000), 0u);         // -300
  EXPECT_EQ(exact(cast("int"), 0xbfc00000), 0xffffffffu);          // -1.5
  EXPECT_EQ(exact(cast("int"), kPayload), 0u);
  EXPECT_EQ(exact(cast("unsigned int"), 0x4f800000), 0xffffffffu);  // 2^32
  EXPECT_EQ(exact(cast("bool"), kPayload), 1u);
  EXPECT_EQ(exact(cast("bool"), kMinusZero), 0u);
  EXPECT_EQ(exact(f64("__longlong_as_double((long long)x)"), 0x7ff8000000000000), 0x8000000000000000u);
  EXPECT_EQ(exact(f64("__longlong_as_double((int)x)"), 0x7ff8000000000000), 0xffffffff80000000u);
}

// semantics.md, section 8, measured on an H200: clamp-then-convert against convert-then-clamp.
TEST(ExactMeaning, ANanIsDroppedByTheClampOrZeroedByTheConversion) {
  EXPECT_EQ(exact(f32("__int_as_float(__float2int_rn(fminf(fmaxf(x, -128.f), 127.f)))"), kPayload), 0xffffff80u);
  EXPECT_EQ(exact(f32("__int_as_float(max(-128, min(127, __float2int_rn(x))))"), kPayload), 0u);
}

// IEEE 754-2019 5.5.1: negate reverses the sign bit; copySign takes it from a NaN too. Subnormals are kept.
TEST(ExactMeaning, SignsAreBits) {
  EXPECT_EQ(exact(f32("-x"), kPayload), 0xffc00abcu);
  EXPECT_EQ(exact(f32("-x"), 1), 0x80000001u);
  EXPECT_EQ(exact(f32("copysignf(x, z)"), kOne, 0xffc00001), 0xbf800000u);
  EXPECT_EQ(exact(f32("x + z"), 1, 1), 2u);
  EXPECT_EQ(exact(f32("x * 0.5f"), 2), 1u);
}

// C++17, expr (usual arithmetic conversions): 2^24 + 1 is a double, and no float.
TEST(ExactMeaning, OperandsConvertToTheWiderType) {
  EXPECT_EQ(exact(f32("x + 1.0 - x > 0 ? 1.f : 0.f"), 0x4b800000), kOne);
  EXPECT_EQ(exact(f32("x + 1.0f - x > 0 ? 1.f : 0.f"), 0x4b800000), 0u);
  EXPECT_EQ(exact(f32("x + 1 - x > 0 ? 1 : 0"), 0x4b800000), 0u);
  EXPECT_EQ(exact(f32("3 < x ? x : 7"), kOne), 0x40e00000u);
}

// The multiplication and the addition round each for itself: semantics.md, section 6.
TEST(ExactMeaning, NothingIsContracted) {
  const std::string z = "__int_as_float(0xbf801000)";
  EXPECT_EQ(exact(f32("x * x + " + z), 0x3f800800), 0u);
  EXPECT_EQ(exact(f32("__fmaf_rn(x, x, " + z + ")"), 0x3f800800), 0x33800000u);
}

TEST(ExactMeaning, OptionsOfTheBuildChangeNothing) {
  EXPECT_EQ(exact(f32("x * 0.5f").options({"--use_fast_math"}), 2), 1u);
  EXPECT_EQ(exact(f32("LIMIT < x ? 1.f : 0.f").options({"-DLIMIT=3", "--ftz=true"}), 0x40800000), kOne);
}

TEST(ExactMeaning, ConversionsThatAreNotWrittenOutAreCarried) {
  EXPECT_EQ(exact(SpecText(Dtype::f32).body("a", "int i = x; float y = i; return y;"), 0x40200000), 0x40000000u);
  EXPECT_EQ(exact(SpecText(Dtype::f32).body("a", "float sum = 0.0; sum += x; sum++; return sum;"), kOne), 0x40000000u);
  EXPECT_EQ(exact(SpecText(Dtype::s32).expr("a", "rintf(2.5f) + x"), 1), 3u);
}

TEST(ExactMeaning, LiesInMemoryAsTheTypeThatItStandsFor) {
  EXPECT_EQ(exact(SpecText(Dtype::f32).body("a", "union { float f; int i; } u; u.f = x; u.i ^= 1; return u.f;"), kOne),
            kOne + 1);
  EXPECT_EQ(exact(SpecText(Dtype::f64).body("a", "double all[2] = {x, z}; return all[x < z];"), 1, 2), 2u);
}

TEST(ExactNotCarried, SaysWhyInALine) {
  EXPECT_EQ(exact_error(SpecText().body("a",
                                        "float y; asm(\"max.f32 %0, %1, %2;\" : \"=f\"(y) : \"f\"(x), \"f\"(z)); "
                                        "return y;")),
            "inline PTX takes no class type");
  EXPECT_EQ(exact_error(f32("expf(x)")), "calls expf, which the exact types do not have");
  EXPECT_EQ(exact_error(SpecText().body("a", "auto f = [](float v) { return v; }; return f(__powf(x, z));")),
            "calls __powf, which the exact types do not have");
  EXPECT_EQ(exact_error(SpecText().body("a", "float y = x; atomicAdd(&y, z); return y;")),
            "calls atomicAdd, which the exact types do not have");
  EXPECT_EQ(exact_error(SpecText(Dtype::f16).body("a", "__half2 both; return x;")),
            "uses __half2, which the exact types do not have");
  EXPECT_EQ(exact_error(SpecText().body("a", "int i = x; return i > 0 ? x : i;")),
            "selects between a number and a type that converts to it and back, which is ambiguous for classes");
  EXPECT_EQ(exact_error(SpecText().body("a", "volatile float y = x; return y;")),
            "is no program over classes: class \"float\" has no suitable copy constructor");
}

// sqrtf of an integer is the compiler's own function, whose result goes on as an integer.
TEST(ExactNotCarried, NothingIsComputedInTheCompilersTypesUnseen) {
  EXPECT_EQ(exact_error(SpecText(Dtype::s32).expr("a", "(int)sqrtf(x)")),
            "computes with a floating-point type of the compiler");
}

TEST(ExactNotCarried, OneVariantCostsNoOther) {
  const SpecText text = SpecText().expr("a", "expf(x)").expr("b", "fmaxf(x, z)").expr("c", "(x");
  const std::vector<Kernel> kernels = testing::compile(text.program(), Types::exact);
  ASSERT_EQ(kernels.size(), 3u);
  EXPECT_FALSE(kernels[0].image);
  EXPECT_TRUE(kernels[1].image);
  EXPECT_EQ(kernels[1].path, Path::ptx);
  EXPECT_EQ(kernels[2].error, "this '(' is never closed");
}

TEST(ExactNotCarried, AnUnknownArchitectureIsNamed) {
  const std::vector<Kernel> kernels = testing::compile(f32("x").program("sm_42"), Types::exact);
  EXPECT_NE(kernels[0].error.find("does not compile for sm_42"), std::string::npos);
}

}  // namespace
}  // namespace semcheck
