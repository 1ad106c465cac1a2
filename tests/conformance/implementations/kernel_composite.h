#pragma once

/// @file
/// Composed operations as CUDA has them: what NVRTC makes of an expression, run by the PTX interpreter.

#include <array>

#include "tests/conformance/implementations/profile_rules.h"

namespace semcheck {

/// An expression of CUDA C++, in the words of a spec.
struct CudaExpression {
  const char* profile;
  Dtype dtype;
  const char* expression;
  const char* result = "";   ///< of a conversion
  const char* further = "";  ///< further lines of the variant, and tables after it
};

inline constexpr const char* kFlushing = "[[build]]\nname = \"ftz\"\noptions = [\"-ftz=true\"]\n";
inline constexpr const char* kShuffled =
    "strategy = \"shuffle\"\n[inputs]\nsizes = [1, 2, 3, 33]\nmatrices = [\"special\"]\n";

inline constexpr std::array kCudaExpressions = {
    CudaExpression{"cuda.fmaxf.relu", Dtype::f32, "fmaxf(x, 0.0f)"},
    CudaExpression{"cuda.fmaxf.relu.ftz", Dtype::f32, "fmaxf(x, 0.0f)", "", kFlushing},
    CudaExpression{"cuda.hmax_nan.relu", Dtype::bf16, "__hmax_nan(x, __ushort_as_bfloat16(0))"},
    CudaExpression{"cuda.fmaxf_fminf", Dtype::f32, "fmaxf(fminf(x, upper), lower)"},
    CudaExpression{"cuda.fminf_fmaxf", Dtype::f32, "fminf(fmaxf(x, lower), upper)"},
    CudaExpression{"cuda.saturatef", Dtype::f32, "__saturatef(x)"},
    CudaExpression{"cuda.hadd_sat", Dtype::f16, "__hadd_sat(x, __ushort_as_half(0x8000))"},
    CudaExpression{"cuda.hadd_sat", Dtype::bf16, "__hadd_sat(x, __ushort_as_bfloat16(0x8000))"},
    CudaExpression{"cuda.fmaf.fmaxf", Dtype::f32, "fmaxf(fmaf(x, z, w), 0.0f)"},
    CudaExpression{"cuda.muladd.fmaxf", Dtype::f32, "fmaxf(x * z + w, 0.0f)"},
    CudaExpression{"cuda.fmul_rn.fadd_rn.fmaxf", Dtype::f32, "fmaxf(__fadd_rn(__fmul_rn(x, z), w), 0.0f)"},
    CudaExpression{"cuda.hfma_relu", Dtype::f16, "__hfma_relu(x, z, w)"},
    CudaExpression{"cuda.hfma_relu", Dtype::bf16, "__hfma_relu(x, z, w)"},
    CudaExpression{"cuda.fmaxf.reduce", Dtype::f32, "fmaxf(x, z)", "", kShuffled},
    CudaExpression{"cuda.fminf.reduce", Dtype::f32, "fminf(x, z)", "", kShuffled},
    CudaExpression{"cuda.fmaxf.softmax", Dtype::f32, "fmaxf(x, z)", "", kShuffled},
    CudaExpression{"cuda.cast", Dtype::f32, "(int)x", "s32"},
    CudaExpression{"cuda.cast", Dtype::f32, "(unsigned)x", "u32"},
    CudaExpression{"cuda.cast.narrow", Dtype::f32, "(signed char)x", "s8"},
    CudaExpression{"cuda.cast.narrow", Dtype::f32, "(short)x", "s16"},
    CudaExpression{"cuda.quantize.clamp_first", Dtype::f32, "__float2int_rn(fminf(fmaxf(x, -128.0f), 127.0f))", "s8"},
    CudaExpression{"cuda.quantize.clamp_first", Dtype::f32, "__float2int_rn(fminf(fmaxf(x, 0.0f), 255.0f))", "u8"},
    CudaExpression{"cuda.quantize.clamp_first", Dtype::f32, "__float2int_rn(fminf(fmaxf(x, -32768.0f), 32767.0f))",
                   "s16"},
    CudaExpression{"cuda.quantize.clamp_first", Dtype::f32, "__float2int_rn(fminf(fmaxf(x, 0.0f), 65535.0f))", "u16"},
    CudaExpression{"cuda.quantize.convert_first", Dtype::f32, "max(-128, min(127, __float2int_rn(x)))", "s8"},
    CudaExpression{"cuda.quantize.convert_first", Dtype::f32, "max(0, min(255, __float2int_rn(x)))", "u8"},
    CudaExpression{"cuda.quantize.convert_first", Dtype::f32, "max(-32768, min(32767, __float2int_rn(x)))", "s16"},
    CudaExpression{"cuda.quantize.convert_first", Dtype::f32, "max(0, min(65535, __float2int_rn(x)))", "u16"},
    CudaExpression{"cuda.float2int_rn", Dtype::f32, "__float2int_rn(x)", "s32"},
    CudaExpression{"cuda.float2int_rz", Dtype::f32, "__float2int_rz(x)", "s32"},
    CudaExpression{"cuda.float2int_rd", Dtype::f32, "__float2int_rd(x)", "s32"},
    CudaExpression{"cuda.float2int_ru", Dtype::f32, "__float2int_ru(x)", "s32"},
    CudaExpression{"cuda.float2int_rn", Dtype::f32, "__float2uint_rn(x)", "u32"},
    CudaExpression{"cuda.float2int_rz", Dtype::f32, "__float2uint_rz(x)", "u32"},
    CudaExpression{"cuda.float2int_rd", Dtype::f32, "__float2uint_rd(x)", "u32"},
    CudaExpression{"cuda.float2int_ru", Dtype::f32, "__float2uint_ru(x)", "u32"},
    CudaExpression{"cuda.float2ll_rn", Dtype::f32, "__float2ll_rn(x)", "s64"},
    CudaExpression{"cuda.float2ll_rz", Dtype::f32, "__float2ll_rz(x)", "s64"},
    CudaExpression{"cuda.float2ll_rd", Dtype::f32, "__float2ll_rd(x)", "s64"},
    CudaExpression{"cuda.float2ll_ru", Dtype::f32, "__float2ll_ru(x)", "s64"},
    CudaExpression{"cuda.float2ll_rn", Dtype::f32, "__float2ull_rn(x)", "u64"},
    CudaExpression{"cuda.float2ll_rz", Dtype::f32, "__float2ull_rz(x)", "u64"},
    CudaExpression{"cuda.float2ll_rd", Dtype::f32, "__float2ull_rd(x)", "u64"},
    CudaExpression{"cuda.float2ll_ru", Dtype::f32, "__float2ull_ru(x)", "u64"},
    CudaExpression{"cuda.double2int_rn", Dtype::f64, "__double2int_rn(x)", "s32"},
    CudaExpression{"cuda.double2int_rz", Dtype::f64, "__double2int_rz(x)", "s32"},
    CudaExpression{"cuda.double2int_rd", Dtype::f64, "__double2int_rd(x)", "s32"},
    CudaExpression{"cuda.double2int_ru", Dtype::f64, "__double2int_ru(x)", "s32"},
    CudaExpression{"cuda.double2int_rn", Dtype::f64, "__double2uint_rn(x)", "u32"},
    CudaExpression{"cuda.double2int_rz", Dtype::f64, "__double2uint_rz(x)", "u32"},
    CudaExpression{"cuda.double2int_rd", Dtype::f64, "__double2uint_rd(x)", "u32"},
    CudaExpression{"cuda.double2int_ru", Dtype::f64, "__double2uint_ru(x)", "u32"},
    CudaExpression{"cuda.double2ll_rn", Dtype::f64, "__double2ll_rn(x)", "s64"},
    CudaExpression{"cuda.double2ll_rz", Dtype::f64, "__double2ll_rz(x)", "s64"},
    CudaExpression{"cuda.double2ll_rd", Dtype::f64, "__double2ll_rd(x)", "s64"},
    CudaExpression{"cuda.double2ll_ru", Dtype::f64, "__double2ll_ru(x)", "s64"},
    CudaExpression{"cuda.double2ll_rn", Dtype::f64, "__double2ull_rn(x)", "u64"},
    CudaExpression{"cuda.double2ll_rz", Dtype::f64, "__double2ull_rz(x)", "u64"},
    CudaExpression{"cuda.double2ll_rd", Dtype::f64, "__double2ull_rd(x)", "u64"},
    CudaExpression{"cuda.double2ll_ru", Dtype::f64, "__double2ull_ru(x)", "u64"},
};

}  // namespace semcheck
