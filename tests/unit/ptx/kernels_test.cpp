#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "tests/unit/ptx/evaluate.h"
#include "tests/unit/ptx/memory_values.h"

namespace semcheck::ptx {
namespace {

// Kernels as nvcc 13.0 compiled them: data/kernels.cu, and maxima of every type for sm_75 (where the half intrinsics
// are built from f32 comparisons) and sm_90.

const Module& kernels() {
  static const auto module = parse(read_file("tests/unit/ptx/data/kernels_sm_90.ptx"));
  return *module;
}

/// Launches a kernel (int* out, const int* in) and returns what it wrote.
std::vector<std::int32_t> run(const std::string& entry, const std::vector<std::int32_t>& in, std::size_t out, Dim3 grid,
                              Dim3 block) {
  Memory memory;
  const std::uint64_t parameters[] = {memory.allocate(out * sizeof(std::int32_t)), put(memory, in)};
  launch(kernels(), {entry, grid, block, std::as_bytes(std::span(parameters))}, memory);
  return get<std::int32_t>(memory, parameters[0]);
}

TEST(Kernels, LanesThatLoopForDifferentTimesEachGetTheirOwnResult) {
  std::vector<std::int32_t> in;
  std::vector<std::int32_t> expected;
  for (std::int32_t i = 1; i <= 200; ++i) {
    in.push_back(i);
    std::int32_t steps = 0;
    for (std::int32_t x = i; x != 1; ++steps) x = x % 2 != 0 ? 3 * x + 1 : x / 2;
    expected.push_back(steps);
  }
  EXPECT_EQ(run("collatz", in, 200, {4}, {50}), expected);
}

TEST(Kernels, EachThreadHasItsOwnLocalArray) {
  const std::vector<std::int32_t> in{3, 5};
  std::vector<std::int32_t> expected;
  for (std::int32_t i = 0; i < 40; ++i) {
    std::array<std::int32_t, 16> a{};
    for (std::int32_t k = 0; k < 16; ++k) a[static_cast<std::size_t>((k * in[0] + i) & 15)] = k * 100 + i;
    std::uint32_t s = 0;
    for (std::int32_t k = 0; k < 16; ++k)
      s = s * 3 + static_cast<std::uint32_t>(a[static_cast<std::size_t>((k + in[1]) & 15)]);
    expected.push_back(static_cast<std::int32_t>(s));
  }
  EXPECT_EQ(run("local_array", in, 40, {1}, {40}), expected);
}

TEST(Kernels, WarpsOfABlockMeetAtBarriersAndShareMemory) {
  std::vector<std::int32_t> in(384);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::int32_t>(i * i % 1000);
  std::vector<std::int32_t> expected(3);
  for (std::size_t i = 0; i < in.size(); ++i) expected[i / 128] += in[i];
  EXPECT_EQ(run("block_sum", in, 3, {3}, {128}), expected);
}

TEST(Kernels, FunctionsAreCalledWithTheirParameters) {
  const std::vector<std::int32_t> in{1, 2, 3, 4, -7};
  EXPECT_EQ(run("calls", in, 5, {1}, {5}), (std::vector<std::int32_t>{8, 12, 16, 19, -24}));
}

TEST(Kernels, VariablesOfTheModuleKeepTheirValuesBetweenLaunches) {
  Memory memory;
  const std::vector<std::int32_t> in{0, 1, 2, 3};
  const std::uint64_t parameters[] = {memory.allocate(16), put(memory, in)};
  const Launch once{"variables", {1}, {4}, std::as_bytes(std::span(parameters))};
  launch(kernels(), once, memory);
  EXPECT_EQ(get<std::int32_t>(memory, parameters[0]), (std::vector<std::int32_t>{17, 27, 37, 47}));
  launch(kernels(), once, memory);
  EXPECT_EQ(get<std::int32_t>(memory, parameters[0]), (std::vector<std::int32_t>{19, 29, 39, 49}));
  Memory other;
  const std::uint64_t others[] = {other.allocate(16), put(other, in)};
  launch(kernels(), {"variables", {1}, {4}, std::as_bytes(std::span(others))}, other);
  EXPECT_EQ(get<std::int32_t>(other, others[0]), (std::vector<std::int32_t>{17, 27, 37, 47}));
}

TEST(Kernels, AStructIsPassedByValue) {
  struct Parameters {
    std::uint64_t out;
    std::int32_t a;
    std::array<std::int16_t, 3> b;
    double c;
    std::int32_t k;
  };
  Memory memory;
  Parameters parameters{memory.allocate(16), -100, {5, -6, 7}, 0.5, 1};
  launch(kernels(), {"by_value", {1}, {2}, std::as_bytes(std::span(&parameters, 1))}, memory);
  EXPECT_EQ(get<double>(memory, parameters.out), (std::vector<double>{-105.5, -92.5}));
}

/// The value of a number in a 16-bit format; not for NaN.
double widened(std::uint16_t bits, int fraction) {
  const int exponent_bits = 15 - fraction;
  const int field = (bits & 0x7fff) >> fraction;
  const int part = bits & ((1 << fraction) - 1);
  const int bias = (1 << (exponent_bits - 1)) - 1;
  if (field == (1 << exponent_bits) - 1) return (bits & 0x8000) != 0 ? -HUGE_VAL : HUGE_VAL;
  const double magnitude =
      std::ldexp(field == 0 ? part : part + (1 << fraction), (field == 0 ? 1 : field) - bias - fraction);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

bool is_nan(std::uint16_t bits, int fraction) {
  return (bits & 0x7fff) > 0x8000 - (1 << fraction);
}

using Half = std::uint16_t;

/// x >= z ? x : z
Half ternary(Half x, Half z, int fraction) {
  if (is_nan(x, fraction) || is_nan(z, fraction)) return z;
  return widened(x, fraction) >= widened(z, fraction) ? x : z;
}

/// CUDA Math API, __hmax: a number beats NaN, two NaNs give the canonical one, +0.0 > -0.0.
Half direct(Half x, Half z, int fraction) {
  if (is_nan(x, fraction)) return is_nan(z, fraction) ? 0x7fff : z;
  if (is_nan(z, fraction)) return x;
  if (widened(x, fraction) == widened(z, fraction)) return (x & 0x8000) != 0 ? z : x;
  return widened(x, fraction) > widened(z, fraction) ? x : z;
}

/// CUDA Math API, __hmax_nan: a NaN gives the canonical NaN.
Half propagate(Half x, Half z, int fraction) {
  return is_nan(x, fraction) || is_nan(z, fraction) ? Half{0x7fff} : direct(x, z, fraction);
}

/// Every pair of some halves: special values and what lies around them.
std::pair<std::vector<Half>, std::vector<Half>> pairs_of_halves() {
  std::vector<Half> values;
  for (const unsigned sign : {0U, 0x8000U}) {
    for (const unsigned v : {0U, 1U, 0x7fU, 0x80U, 0x3ffU, 0x400U, 0x3c00U, 0x3f80U, 0x7bffU, 0x7c00U, 0x7c01U, 0x7e00U,
                             0x7f7fU, 0x7f80U, 0x7f81U, 0x7fc0U, 0x7fffU}) {
      values.push_back(static_cast<Half>(v | sign));
    }
  }
  std::pair<std::vector<Half>, std::vector<Half>> pairs;
  for (const Half x : values) {
    for (const Half z : values) {
      pairs.first.push_back(x);
      pairs.second.push_back(z);
    }
  }
  return pairs;
}

struct MaxParameters {
  std::uint64_t out, a, b;
  std::uint32_t count;
};

template <class T>
std::vector<T> maxima(const Module& module, const std::string& entry, const std::vector<T>& x,
                      const std::vector<T>& z) {
  Memory memory;
  const auto count = static_cast<std::uint32_t>(x.size());
  const MaxParameters parameters{memory.allocate(x.size() * sizeof(T)), put(memory, x), put(memory, z), count};
  launch(module, {entry, {(count + 255) / 256}, {256}, std::as_bytes(std::span(&parameters, 1))}, memory);
  return get<T>(memory, parameters.out);
}

void expect_halves(const std::string& file, const std::string& entry, int fraction, Half (*expected)(Half, Half, int)) {
  const auto module = parse(read_file("tests/unit/ptx/data/" + file));
  const auto [x, z] = pairs_of_halves();
  const std::vector<Half> results = maxima(*module, entry, x, z);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(results[i], expected(x[i], z[i], fraction))
        << file << " " << entry << std::hex << " " << x[i] << " " << z[i];
  }
}

TEST(Kernels, MaximaOfHalvesFollowTheirSource) {
  for (const std::string file : {"max_sm_75.ptx", "max_sm_90.ptx"}) {
    expect_halves(file, "max_ternary_f16", 10, &ternary);
    expect_halves(file, "max_ternary_bf16", 7, &ternary);
    expect_halves(file, "max_direct_f16", 10, &direct);
    expect_halves(file, "max_direct_bf16", 7, &direct);
    expect_halves(file, "max_propagate_f16", 10, &propagate);
  }
  expect_halves("max_sm_90.ptx", "max_propagate_bf16", 7, &propagate);
}

// The bf16 fallback of sm_75 is `__hge(a, b) ? a : b` for two numbers: equal zeros give the first.
TEST(Kernels, TheFallbackOfBfloatMaximumDoesNotOrderZeros) {
  const auto module = parse(read_file("tests/unit/ptx/data/max_sm_75.ptx"));
  EXPECT_EQ(maxima<Half>(*module, "max_propagate_bf16", {0x8000, 0x0000, 0x7fc0}, {0x0000, 0x8000, 0x3f80}),
            (std::vector<Half>{0x8000, 0x0000, 0x7fff}));
}

template <class T>
void expect_integers(const std::string& type) {
  const auto module = parse(read_file("tests/unit/ptx/data/max_sm_90.ptx"));
  std::vector<T> x;
  std::vector<T> z;
  for (const std::uint64_t a : {0x0ULL, 0x1ULL, 0x7fULL, 0x80ULL, 0xffULL, 0x8000ULL, 0x7fffULL, 0x80000000ULL,
                                0x7fffffffULL, 0x8000000000000000ULL, ~0x0ULL}) {
    for (const std::uint64_t b :
         {0x0ULL, 0x1ULL, 0x7fULL, 0x80ULL, 0xfeULL, 0x8000ULL, 0x80000000ULL, 0x8000000000000000ULL, ~0x0ULL}) {
      x.push_back(static_cast<T>(a));
      z.push_back(static_cast<T>(b));
    }
  }
  std::vector<T> expected;
  for (std::size_t i = 0; i < x.size(); ++i) expected.push_back(x[i] >= z[i] ? x[i] : z[i]);
  EXPECT_EQ(maxima(*module, "max_direct_" + type, x, z), expected) << type;
  EXPECT_EQ(maxima(*module, "max_ternary_" + type, x, z), expected) << type;
}

TEST(Kernels, MaximaOfIntegersFollowTheirSignAndWidth) {
  expect_integers<std::int8_t>("s8");
  expect_integers<std::uint8_t>("u8");
  expect_integers<std::int16_t>("s16");
  expect_integers<std::uint16_t>("u16");
  expect_integers<std::int32_t>("s32");
  expect_integers<std::uint32_t>("u32");
  expect_integers<std::int64_t>("s64");
  expect_integers<std::uint64_t>("u64");
}

// semantics measured on an H200: a ternary gives the second operand's bits when one is NaN, signaling ones too, and
// (-0, +0) gives -0.
TEST(Kernels, TernaryMaximaOfFloatsSelectBits) {
  const auto module = parse(read_file("tests/unit/ptx/data/max_sm_90.ptx"));
  EXPECT_EQ(maxima<std::uint32_t>(*module, "max_ternary_f32", {0x7fc00abc, 0x3f800000, 0x80000000, 0x00000000},
                                  {0x3f800000, 0x7f800001, 0, 0x80000000}),
            (std::vector<std::uint32_t>{0x3f800000, 0x7f800001, 0x80000000, 0x00000000}));
  EXPECT_EQ(maxima<std::uint32_t>(*module, "max_direct_f32", {0x7fc00abc, 0x3f800000, 0x80000000, 0x7fc00abc},
                                  {0x3f800000, 0x7f800001, 0, 0xffc00001}),
            (std::vector<std::uint32_t>{0x3f800000, 0x3f800000, 0x00000000, 0x7fffffff}));
}

}  // namespace
}  // namespace semcheck::ptx
