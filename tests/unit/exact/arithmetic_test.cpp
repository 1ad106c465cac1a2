#include <fmt/format.h>

#include <random>

#include "tests/unit/exact/exact_fixture.h"

// Exact types against the interpreter's floating-point instructions, which share no code: the same functions over both
// give the same bits for random operands. What the two differ in by their definition is named.

namespace semcheck {
namespace {

using testing::SpecText;

constexpr std::size_t kCases = 3000;

/// Patterns of a format: any, near to each other, of small exponents, special ones.
class Operands {
 public:
  explicit Operands(const Format& f) : f_(f) {}

  std::pair<Bits, Bits> next() {
    const Bits x = one();
    switch (random_() % 4) {
      case 0: return {x, (x + random_() % 9 - 4) & value_mask(f_)};
      case 1: return {x, x ^ (random_() & (sign_mask(f_) | fraction_mask(f_)))};
      default: return {x, one()};
    }
  }

 private:
  Bits one() {
    const Bits any = random_() & value_mask(f_);
    switch (random_() % 8) {
      case 0: return (any & sign_mask(f_)) | (any % 3 == 0 ? 0 : any % 3 == 1 ? exponent_mask(f_) : 1);
      case 1: return any | exponent_mask(f_);
      case 2: return any & ~exponent_mask(f_);
      case 3: return (any & ~exponent_mask(f_)) | (near_one() << f_.fraction_bits);
      default: return any;
    }
  }
  /// The exponents of numbers that integers of 8 to 64 bits are made of.
  Bits near_one() {
    const Bits bias = low_mask(f_.exponent_bits - 1);
    return std::min(bias - 3 + random_() % 70, low_mask(f_.exponent_bits) - 1);
  }

  const Format& f_;
  std::mt19937_64 random_{20240229};
};

Cases random_cases(Dtype dtype) {
  Operands operands(format(dtype));
  std::vector<std::pair<Bits, Bits>> pairs;
  for (std::size_t i = 0; i < kCases; ++i) pairs.push_back(operands.next());
  return testing::cases_of(pairs);
}

void expect_same(Dtype dtype, const std::vector<std::string>& codes) {
  SpecText text(dtype);
  for (const std::string& code : codes) text.expr(code, code);
  const Cases cases = random_cases(dtype);
  const testing::Outcomes native = testing::outcomes(text.program(), Types::native, cases);
  const testing::Outcomes exact = testing::outcomes(text.program(), Types::exact, cases);
  for (std::size_t k = 0; k < codes.size(); ++k) {
    ASSERT_EQ(native.kernels[k].error + native.executions[k].error, "") << codes[k];
    ASSERT_EQ(exact.kernels[k].error + exact.executions[k].error, "") << codes[k];
    const auto& expected = native.executions[k].results;
    const auto& seen = exact.executions[k].results;
    ASSERT_EQ(expected.size(), kCases);
    ASSERT_EQ(seen.size(), kCases);
    for (std::size_t i = 0; i < kCases; ++i)
      ASSERT_EQ(seen[i], expected[i]) << fmt::format("{} of {:#x}, {:#x}: {:#x}, the interpreter {:#x}", codes[k],
                                                     cases.operands[0][i], cases.operands[1][i], seen[i], expected[i]);
  }
}

std::vector<std::string> with_roundings(std::vector<std::string> codes, const std::string& before,
                                        const std::string& after) {
  for (const char* rounding : {"rn", "rz", "ru", "rd"}) codes.push_back(fmt::format("{}{}{}", before, rounding, after));
  return codes;
}

const std::vector<std::string> kCommon = {"x + z",          "x - z",          "x * z",         "x / z",
                                          "x < z ? x : z",  "x <= z ? x : z", "x > z ? x : z", "x >= z ? x : z",
                                          "x == z ? x : z", "x != z ? x : z", "x ? x : z",     "!x ? x : z"};

TEST(ExactArithmetic, OfF32IsThatOfTheInterpreter) {
  std::vector<std::string> codes = kCommon;
  for (const char* code : {"fmaxf(x, z)",
                           "fminf(x, z)",
                           "max(x, z)",
                           "fabsf(x)",
                           "sqrtf(x)",
                           "floorf(x)",
                           "ceilf(x)",
                           "truncf(x)",
                           "rintf(x)",
                           "nearbyintf(x)",
                           "roundf(x)",
                           "copysignf(x, z)",
                           "fmaf(x, z, x)",
                           "fmaf(x, z, -z)",
                           "__saturatef(x)",
                           "isnan(x) ? 1.0f : z",
                           "isinf(x) ? 1.0f : z",
                           "isfinite(x) ? 1.0f : z",
                           "signbit(x) ? 1.0f : z",
                           "fdimf(x, z)"})
    codes.push_back(code);
  for (const char* name : {"__fadd_", "__fsub_", "__fmul_", "__fdiv_"}) codes = with_roundings(codes, name, "(x, z)");
  codes = with_roundings(codes, "__fsqrt_", "(x)");
  codes = with_roundings(codes, "__fmaf_", "(x, z, x)");
  expect_same(Dtype::f32, codes);
}

TEST(ExactArithmetic, OfF64IsThatOfTheInterpreter) {
  std::vector<std::string> codes = kCommon;
  for (const char* code : {"fmax(x, z)", "fmin(x, z)", "fabs(x)", "sqrt(x)", "floor(x)", "ceil(x)", "trunc(x)",
                           "rint(x)", "copysign(x, z)", "fma(x, z, x)", "isnan(x) ? 1.0 : z", "signbit(x) ? 1.0 : z"})
    codes.push_back(code);
  for (const char* name : {"__dadd_", "__dsub_", "__dmul_", "__ddiv_"}) codes = with_roundings(codes, name, "(x, z)");
  codes = with_roundings(codes, "__dsqrt_", "(x)");
  codes = with_roundings(codes, "__fma_", "(x, z, x)");
  expect_same(Dtype::f64, codes);
}

TEST(ExactArithmetic, ConversionsOfF32AreThoseOfTheInterpreter) {
  std::vector<std::string> codes = {"__double2float_rn(__dmul_rn(x, z))", "__double2float_rd(__dadd_rn(x, z))"};
  for (const char* type : {"signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int"})
    codes.push_back(fmt::format("__int_as_float((int)({})x)", type));
  for (const char* type : {"long long", "unsigned long long"}) {
    codes.push_back(fmt::format("__int_as_float((int)({})x)", type));
    codes.push_back(fmt::format("__int_as_float((int)(({})x >> 32))", type));
    codes.push_back(fmt::format("(float)({})__double_as_longlong((double)x)", type));
  }
  for (const char* type : {"signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int"})
    codes.push_back(fmt::format("(float)({})__float_as_int(x)", type));
  codes = with_roundings(codes, "__int_as_float(__float2int_", "(x))");
  codes = with_roundings(codes, "__uint_as_float(__float2uint_", "(x))");
  codes = with_roundings(codes, "__int_as_float((int)(__float2ll_", "(x) >> 32))");
  codes = with_roundings(codes, "__int_as_float((int)__float2ull_", "(x))");
  codes = with_roundings(codes, "__int2float_", "(__float_as_int(x))");
  codes = with_roundings(codes, "__uint2float_", "(__float_as_uint(x))");
  expect_same(Dtype::f32, codes);
}

TEST(ExactArithmetic, ConversionsOfF64AreThoseOfTheInterpreter) {
  std::vector<std::string> codes = {"(double)((float)x * 3)", "__hiloint2double(__double2hiint(x), __double2loint(z))"};
  for (const char* type : {"signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int",
                           "long long", "unsigned long long"}) {
    codes.push_back(fmt::format("__longlong_as_double((long long)({})x)", type));
    codes.push_back(fmt::format("(double)({})__double_as_longlong(x)", type));
  }
  codes = with_roundings(codes, "__longlong_as_double(__double2int_", "(x))");
  codes = with_roundings(codes, "__longlong_as_double(__double2uint_", "(x))");
  codes = with_roundings(codes, "__longlong_as_double(__double2ll_", "(x))");
  codes = with_roundings(codes, "__longlong_as_double((long long)__double2ull_", "(x))");
  codes = with_roundings(codes, "(double)__double2float_", "(x)");
  codes = with_roundings(codes, "__ll2double_", "(__double_as_longlong(x))");
  codes = with_roundings(codes, "__ull2double_", "((unsigned long long)__double_as_longlong(x))");
  expect_same(Dtype::f64, codes);
}

const std::vector<std::string> kHalf = {"x + z",
                                        "x - z",
                                        "x * z",
                                        "x < z ? x : z",
                                        "x >= z ? x : z",
                                        "x == z ? x : z",
                                        "x != z ? x : z",
                                        "__hadd(x, z)",
                                        "__hmax(x, z)",
                                        "__hmin(x, z)",
                                        "__hmax_nan(x, z)",
                                        "__hmin_nan(x, z)",
                                        "__hfma(x, z, x)",
                                        "__hfma_relu(x, z, x)",
                                        "__habs(x)",
                                        "__hisnan(x) ? z : x",
                                        "__hne(x, z) ? x : z",
                                        "__hltu(x, z) ? x : z",
                                        "__hgeu(x, z) ? x : z"};

TEST(ExactArithmetic, OfF16IsThatOfTheInterpreter) {
  std::vector<std::string> codes = kHalf;
  for (const char* code :
       {"hfloor(x)", "hceil(x)", "htrunc(x)", "hrint(x)", "__double2half((double)__half2float(x) * 3)",
        "__float2half(__half2float(x) * __half2float(z))", "__hadd_sat(x, z)", "__short_as_half((short)x)",
        "__short_as_half((signed char)x)", "(__half)(int)x", "__short_as_half((short)((long long)x >> 48))",
        "(__half)(unsigned char)x"})
    codes.push_back(code);
  codes = with_roundings(codes, "__float2half_", "(__half2float(x) * 1.0003f)");
  codes = with_roundings(codes, "__short_as_half(__half2short_", "(x))");
  codes = with_roundings(codes, "__ushort_as_half((unsigned short)__half2uint_", "(x))");
  codes = with_roundings(codes, "__int2half_", "(__half_as_short(x))");
  expect_same(Dtype::f16, codes);
}

TEST(ExactArithmetic, OfBf16IsThatOfTheInterpreter) {
  std::vector<std::string> codes = kHalf;
  for (const char* code : {"hfloor(x)", "hceil(x)", "__double2bfloat16((double)__bfloat162float(x) * 3)",
                           "__float2bfloat16(__bfloat162float(x) * __bfloat162float(z))",
                           "__short_as_bfloat16((signed char)x)", "(__nv_bfloat16)(int)x"})
    codes.push_back(code);
  codes = with_roundings(codes, "__float2bfloat16_", "(__bfloat162float(x) * 1.003f)");
  codes = with_roundings(codes, "__short_as_bfloat16(__bfloat162short_", "(x))");
  expect_same(Dtype::bf16, codes);
}

/// A spec of float arguments whose results are 8-bit numbers.
void expect_same_fp8(const std::string& type, const std::string& word) {
  SpecText text(Dtype::f32);
  Spec spec = text.spec();
  spec.text = "# fp8\n";
  spec.operation.operands = {Dtype::f32, Dtype::e4m3};
  text.with(spec);
  const std::string to = "__uint_as_float({}(x).__x)";
  for (const std::string& code :
       {fmt::format(fmt::runtime(to), type), fmt::format("__uint_as_float({}((double)x).__x)", type),
        fmt::format("__uint_as_float(__nv_cvt_float_to_fp8(x, __NV_NOSAT, {}))", word),
        fmt::format("__uint_as_float(__nv_cvt_double_to_fp8(x, __NV_NOSAT, {}))", word),
        fmt::format("__uint_as_float(__nv_cvt_double_to_fp8(x, __NV_SATFINITE, {}))", word),
        fmt::format("(float){}(x)", type), fmt::format("__uint_as_float({}(__float2half(x)).__x)", type),
        fmt::format("__int_as_float((int){}(x))", type), fmt::format("__uint_as_float({}((int)x).__x)", type),
        std::string("(float)z")})
    text.expr(code, code);
  Cases cases = random_cases(Dtype::f32);
  for (Bits& z : cases.operands[1]) z &= 0xff;
  const testing::Outcomes native = testing::outcomes(text.program(), Types::native, cases);
  const testing::Outcomes exact = testing::outcomes(text.program(), Types::exact, cases);
  for (std::size_t k = 0; k < native.kernels.size(); ++k) {
    const std::string& code = native.kernels[k].variant->code;
    ASSERT_EQ(native.kernels[k].error + exact.kernels[k].error, "") << code;
    ASSERT_EQ(native.executions[k].results.size(), kCases);
    ASSERT_EQ(exact.executions[k].results.size(), kCases);
    for (std::size_t i = 0; i < kCases; ++i)
      ASSERT_EQ(exact.executions[k].results[i], native.executions[k].results[i])
          << fmt::format("{} of {:#x}", code, cases.operands[0][i]);
  }
}

TEST(ExactArithmetic, ConversionsOfE4m3AreThoseOfTheHeader) {
  expect_same_fp8("__nv_fp8_e4m3", "__NV_E4M3");
}

TEST(ExactArithmetic, ConversionsOfE5m2AreThoseOfTheHeader) {
  expect_same_fp8("__nv_fp8_e5m2", "__NV_E5M2");
}

}  // namespace
}  // namespace semcheck
