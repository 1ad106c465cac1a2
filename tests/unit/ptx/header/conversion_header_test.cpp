#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "tests/unit/ptx/evaluate.h"

namespace semcheck::ptx {
namespace {

// Conversions to and from narrow floats against the functions that CUDA's headers give the host.

__half_raw half_of(std::uint64_t bits) {
  __half_raw raw;
  raw.x = static_cast<unsigned short>(bits);
  return raw;
}

bool is_nan_half(std::uint64_t bits) {
  return (bits & 0x7fff) > 0x7c00;
}

float single_of(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

std::vector<Row> every_half() {
  std::vector<Row> rows(0x10000);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = {i};
  return rows;
}

/// Every `stride`th of the numbers with so many fraction bits, and its neighbours.
std::vector<Row> singles_near(unsigned fraction, std::uint64_t stride) {
  constexpr unsigned kFraction = 23;
  std::vector<Row> rows;
  for (std::uint64_t i = 0; i < std::uint64_t{1} << (9 + fraction); i += stride) {
    const std::uint64_t bits = i << (kFraction - fraction);
    for (const std::uint64_t near : {bits - 1, bits, bits + 1}) rows.push_back({near & 0xffffffff});
  }
  return rows;
}

template <class Convert>
void expect_agrees(const SingleInstruction& instruction, const std::vector<Row>& rows, std::uint64_t mask,
                   Convert convert) {
  const std::vector<std::uint64_t> results = evaluate(instruction, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_EQ(results[i] & mask, std::uint64_t{convert(rows[i][0])})
        << instruction.spelling << " of " << std::hex << rows[i][0];
  }
}

struct NarrowType {
  const char* name;
  std::uint64_t mask;
  std::uint64_t (*from_single)(float);
  std::uint64_t (*from_half)(__half_raw);
  std::uint64_t (*to_half)(std::uint64_t);
};

const NarrowType kNarrowTypes[] = {
    {"e4m3x2", 0xff, [](float x) { return std::uint64_t{__nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3)}; },
     [](__half_raw x) { return std::uint64_t{__nv_cvt_halfraw_to_fp8(x, __NV_SATFINITE, __NV_E4M3)}; },
     [](std::uint64_t x) {
       return std::uint64_t{__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x), __NV_E4M3).x};
     }},
    {"e5m2x2", 0xff, [](float x) { return std::uint64_t{__nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E5M2)}; },
     [](__half_raw x) { return std::uint64_t{__nv_cvt_halfraw_to_fp8(x, __NV_SATFINITE, __NV_E5M2)}; },
     [](std::uint64_t x) {
       return std::uint64_t{__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x), __NV_E5M2).x};
     }},
    {"e2m3x2", 0x3f, [](float x) { return std::uint64_t{__nv_cvt_float_to_fp6(x, __NV_E2M3, cudaRoundNearest)}; },
     nullptr,
     [](std::uint64_t x) {
       return std::uint64_t{__nv_cvt_fp6_to_halfraw(static_cast<__nv_fp6_storage_t>(x), __NV_E2M3).x};
     }},
    {"e3m2x2", 0x3f, [](float x) { return std::uint64_t{__nv_cvt_float_to_fp6(x, __NV_E3M2, cudaRoundNearest)}; },
     nullptr,
     [](std::uint64_t x) {
       return std::uint64_t{__nv_cvt_fp6_to_halfraw(static_cast<__nv_fp6_storage_t>(x), __NV_E3M2).x};
     }},
    {"e2m1x2", 0xf, [](float x) { return std::uint64_t{__nv_cvt_float_to_fp4(x, __NV_E2M1, cudaRoundNearest)}; },
     nullptr,
     [](std::uint64_t x) {
       return std::uint64_t{__nv_cvt_fp4_to_halfraw(static_cast<__nv_fp4_storage_t>(x), __NV_E2M1).x};
     }},
};

std::string register_of(const NarrowType& type) {
  return type.mask == 0xf ? "b8" : "b16";
}

TEST(ConversionHeader, SinglesBecomeNarrowFloatsAsOnTheHost) {
  // With 4 fraction bits: the middles between neighbours of every narrow format.
  std::vector<Row> rows = singles_near(4, 1);
  for (Row& row : rows) row.push_back(row[0]);
  for (const NarrowType& type : kNarrowTypes) {
    const SingleInstruction instruction{
        fmt::format("cvt.rn.satfinite.{}.f32", type.name), register_of(type), {"f32", "f32"}, ""};
    expect_agrees(instruction, rows, type.mask, [&](std::uint64_t x) { return type.from_single(single_of(x)); });
  }
}

TEST(ConversionHeader, EveryHalfBecomesAnFp8AsOnTheHost) {
  for (const NarrowType& type : kNarrowTypes) {
    if (type.from_half == nullptr) continue;
    const SingleInstruction instruction{fmt::format("cvt.rn.satfinite.{}.f16x2", type.name), "b16", {"b32"}, ""};
    expect_agrees(instruction, every_half(), type.mask, [&](std::uint64_t x) { return type.from_half(half_of(x)); });
  }
}

TEST(ConversionHeader, EveryNarrowFloatBecomesAHalfAsOnTheHost) {
  for (const NarrowType& type : kNarrowTypes) {
    std::vector<Row> rows;
    for (std::uint64_t i = 0; i <= type.mask; ++i) rows.push_back({i});
    const SingleInstruction instruction{fmt::format("cvt.rn.f16x2.{}", type.name), "b32", {register_of(type)}, ""};
    expect_agrees(instruction, rows, 0xffff, [&](std::uint64_t x) {
      const std::uint64_t half = type.to_half(x);
      return is_nan_half(half) ? 0x7fff : half;
    });
  }
}

struct Direction {
  const char* name;
  __half (*to_half)(float);
  __nv_bfloat16 (*to_bfloat)(float);
};

const Direction kDirections[] = {
    {"rn", [](float x) { return __float2half_rn(x); }, [](float x) { return __float2bfloat16_rn(x); }},
    {"rz", [](float x) { return __float2half_rz(x); }, [](float x) { return __float2bfloat16_rz(x); }},
    {"rm", [](float x) { return __float2half_rd(x); }, [](float x) { return __float2bfloat16_rd(x); }},
    {"rp", [](float x) { return __float2half_ru(x); }, [](float x) { return __float2bfloat16_ru(x); }},
};

TEST(ConversionHeader, SinglesBecomeHalvesAndBfloatsAsOnTheHost) {
  const std::vector<Row> rows = singles_near(11, 37);
  for (const Direction& direction : kDirections) {
    expect_agrees({fmt::format("cvt.{}.f16.f32", direction.name), "b16", {"f32"}, ""}, rows, 0xffff,
                  [&](std::uint64_t x) {
                    return std::isnan(single_of(x)) ? std::uint64_t{0x7fff}
                                                    : std::uint64_t{__half_raw(direction.to_half(single_of(x))).x};
                  });
    expect_agrees(
        {fmt::format("cvt.{}.bf16.f32", direction.name), "b16", {"f32"}, ""}, rows, 0xffff, [&](std::uint64_t x) {
          return std::isnan(single_of(x)) ? std::uint64_t{0x7fff}
                                          : std::uint64_t{__nv_bfloat16_raw(direction.to_bfloat(single_of(x))).x};
        });
  }
}

TEST(ConversionHeader, EveryHalfBecomesAnIntegerAsOnTheHost) {
  expect_agrees({"cvt.rzi.s16.f16", "b16", {"b16"}, ""}, every_half(), 0xffff,
                [](std::uint64_t x) { return static_cast<unsigned short>(__half2short_rz(half_of(x))); });
  expect_agrees({"cvt.rzi.u32.f16", "b32", {"b16"}, ""}, every_half(), 0xffffffff,
                [](std::uint64_t x) { return __half2uint_rz(half_of(x)); });
}

}  // namespace
}  // namespace semcheck::ptx
