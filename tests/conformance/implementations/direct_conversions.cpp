#include <cuda_fp8.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "tests/conformance/implementations/direct_composite.h"

namespace semcheck {
namespace {

template <class To, class From, class Function>
DirectComposite conversion(const char* name, const char* profile, Function function) {
  return {std::string(name) + "_" + std::string(semcheck::name(kDtype<To>)), profile, kDtype<From>,
          result_line(kDtype<To>), on_operands<From>([function](From x) { return static_cast<To>(function(x)); })};
}

// ISO C 6.3.1.4: a number that does not fit is undefined; the judge does not ask for it.
template <class From, class... To>
void append_casts(std::vector<DirectComposite>& all, const char* profile) {
  (all.push_back(conversion<To, From>("static_cast", profile, [](From x) { return static_cast<To>(x); })), ...);
}

template <class... From>
void append_casts_to_integers(std::vector<DirectComposite>& all, const char* profile) {
  (append_casts<From, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t,
                std::uint64_t>(all, profile),
   ...);
}

// __bfloat162float moves bits alone and leaves a signaling NaN signaling; a conversion to double then quiets it.
void append_formats(std::vector<DirectComposite>& all) {
  const char* const profile = "ieee754.convert_format";
  all.push_back(conversion<float, double>("static_cast", profile, [](double x) { return static_cast<float>(x); }));
  all.push_back(conversion<double, float>("static_cast", profile, [](float x) { return static_cast<double>(x); }));
  all.push_back(conversion<__half, float>("__float2half_rn", profile, [](float x) { return __float2half_rn(x); }));
  all.push_back(conversion<__half, double>("__double2half", profile, [](double x) { return __double2half(x); }));
  all.push_back(conversion<float, __half>("__half2float", profile, [](__half x) { return __half2float(x); }));
  all.push_back(
      conversion<__nv_bfloat16, float>("__float2bfloat16_rn", profile, [](float x) { return __float2bfloat16_rn(x); }));
  all.push_back(
      conversion<__nv_bfloat16, double>("__double2bfloat16", profile, [](double x) { return __double2bfloat16(x); }));
  all.push_back(conversion<double, __half>("__half2float", profile,
                                           [](__half x) { return static_cast<double>(__half2float(x)); }));
  all.push_back(conversion<double, __nv_bfloat16>(
      "__bfloat162float", profile, [](__nv_bfloat16 x) { return static_cast<double>(__bfloat162float(x)); }));
}

void append_halves_to_integers(std::vector<DirectComposite>& all) {
  const char* const byte = "cuda.half2char_rz";
  const char* const word = "cuda.half2ll_rz";
  using Half = __half;
  using Brain = __nv_bfloat16;
  all.push_back(conversion<std::int8_t, Half>("__half2char_rz", byte, [](Half x) { return __half2char_rz(x); }));
  all.push_back(conversion<std::uint8_t, Half>("__half2uchar_rz", byte, [](Half x) { return __half2uchar_rz(x); }));
  all.push_back(conversion<std::int64_t, Half>("__half2ll_rz", word, [](Half x) { return __half2ll_rz(x); }));
  all.push_back(conversion<std::uint64_t, Half>("__half2ull_rz", word, [](Half x) { return __half2ull_rz(x); }));
  all.push_back(
      conversion<std::int8_t, Brain>("__bfloat162char_rz", byte, [](Brain x) { return __bfloat162char_rz(x); }));
  all.push_back(
      conversion<std::uint8_t, Brain>("__bfloat162uchar_rz", byte, [](Brain x) { return __bfloat162uchar_rz(x); }));
  all.push_back(conversion<std::int64_t, Brain>("__bfloat162ll_rz", word, [](Brain x) { return __bfloat162ll_rz(x); }));
  all.push_back(
      conversion<std::uint64_t, Brain>("__bfloat162ull_rz", word, [](Brain x) { return __bfloat162ull_rz(x); }));
}

struct EightBits {
  Dtype dtype;
  __nv_fp8_interpretation_t interpretation;
  const char* unsaturated;  ///< the profiles of __NV_NOSAT
  const char* unsaturated_double;
};

constexpr EightBits kEightBits[] = {
    {Dtype::e4m3, __NV_E4M3, "cuda.fp8.nosat.e4m3", "cuda.fp8.nosat.e4m3.double"},
    {Dtype::e5m2, __NV_E5M2, "cuda.fp8.nosat.e5m2", "cuda.fp8.nosat.e5m2.double"},
};

void append_eight_bits(std::vector<DirectComposite>& all, const EightBits& to, __nv_saturation_t saturation) {
  const bool finite = saturation == __NV_SATFINITE;
  const auto kind = to.interpretation;
  const std::string profile = finite ? "cuda.fp8.satfinite" : to.unsaturated;
  const std::string of_double = finite ? "cuda.fp8.satfinite.double" : to.unsaturated_double;
  const auto add = [&](const char* text, const std::string& under, Dtype from, auto function) {
    all.push_back(
        {std::string(text) + "_" + std::string(name(to.dtype)), under, from, result_line(to.dtype), function});
  };
  add("__nv_cvt_double_to_fp8", of_double, Dtype::f64,
      on_operands<double>([=](double x) { return __nv_cvt_double_to_fp8(x, saturation, kind); }));
  add("__nv_cvt_float_to_fp8", profile, Dtype::f32,
      on_operands<float>([=](float x) { return __nv_cvt_float_to_fp8(x, saturation, kind); }));
  add("__nv_cvt_halfraw_to_fp8", profile, Dtype::f16,
      on_operands<__half_raw>([=](__half_raw x) { return __nv_cvt_halfraw_to_fp8(x, saturation, kind); }));
  add("__nv_cvt_bfloat16raw_to_fp8", profile, Dtype::bf16, on_operands<__nv_bfloat16_raw>([=](__nv_bfloat16_raw x) {
        return __nv_cvt_bfloat16raw_to_fp8(x, saturation, kind);
      }));
}

void append_x86(std::vector<DirectComposite>& all) {
#if defined(__x86_64__)
  const auto single = [&]<class To>(To, const char* name, const char* profile, auto function) {
    all.push_back(conversion<To, float>(name, profile, [function](float x) { return function(_mm_set_ss(x)); }));
  };
  const auto twice = [&]<class To>(To, const char* name, const char* profile, auto function) {
    all.push_back(conversion<To, double>(name, profile, [function](double x) { return function(_mm_set_sd(x)); }));
  };
  using Int = std::int32_t;
  using Long = std::int64_t;
  single(Int(), "cvttss2si", "x86.cvttss2si", [](__m128 x) -> Int { return _mm_cvttss_si32(x); });
  single(Long(), "cvttss2si", "x86.cvttss2si", [](__m128 x) -> Long { return _mm_cvttss_si64(x); });
  single(Int(), "cvtss2si", "x86.cvtss2si", [](__m128 x) -> Int { return _mm_cvtss_si32(x); });
  single(Long(), "cvtss2si", "x86.cvtss2si", [](__m128 x) -> Long { return _mm_cvtss_si64(x); });
  twice(Int(), "cvttsd2si", "x86.cvttsd2si", [](__m128d x) -> Int { return _mm_cvttsd_si32(x); });
  twice(Long(), "cvttsd2si", "x86.cvttsd2si", [](__m128d x) -> Long { return _mm_cvttsd_si64(x); });
  twice(Int(), "cvtsd2si", "x86.cvtsd2si", [](__m128d x) -> Int { return _mm_cvtsd_si32(x); });
  twice(Long(), "cvtsd2si", "x86.cvtsd2si", [](__m128d x) -> Long { return _mm_cvtsd_si64(x); });
#else
  static_cast<void>(all);
#endif
}

}  // namespace

std::vector<DirectComposite> direct_conversions() {
  std::vector<DirectComposite> all;
  append_casts_to_integers<double, float>(all, "c.cast");
  append_casts_to_integers<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                           std::int64_t, std::uint64_t>(all, "cpp.cast.integer");
  append_formats(all);
  append_halves_to_integers(all);
  for (const EightBits& to : kEightBits) {
    append_eight_bits(all, to, __NV_SATFINITE);
    append_eight_bits(all, to, __NV_NOSAT);
  }
  append_x86(all);
  return all;
}

}  // namespace semcheck
