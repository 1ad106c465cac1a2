#pragma once

/// @file
/// Who is held to which profile: one table for each way of getting an implementation's bits.

#include <array>
#include <ostream>
#include <string>

#include "tests/conformance/implementations/profile_rules.h"

namespace semcheck {

/// A recorded function, with every suffix, held to a profile over each dtype of the profile that was recorded.
struct RecordedClaim {
  const char* file;
  const char* function;
  const char* profile;
  const char* attributes = "";  ///< further lines of [operation]
};

inline constexpr std::array kRecordedClaims = {
    RecordedClaim{"numpy", "np.maximum", "numpy.maximum"},
    RecordedClaim{"numpy", "np.minimum", "numpy.minimum"},
    RecordedClaim{"numpy", "np.fmax", "numpy.fmax"},
    RecordedClaim{"numpy", "np.fmin", "numpy.fmin"},
    RecordedClaim{"torch", "torch.maximum", "torch.cpu.maximum"},
    RecordedClaim{"torch", "torch.minimum", "torch.cpu.minimum"},
    RecordedClaim{"torch", "torch.amax", "torch.cpu.maximum"},
    RecordedClaim{"torch", "torch.amin", "torch.cpu.minimum"},
    RecordedClaim{"torch", "torch.fmax", "torch.cpu.fmax"},
    RecordedClaim{"torch", "torch.fmin", "torch.cpu.fmin"},
    RecordedClaim{"torch", "torch.where_ge", "select.x_ge_z"},
    RecordedClaim{"torch", "torch.where_gt", "select.x_gt_z"},
    RecordedClaim{"torch", "torch.where_le", "select.x_le_z"},
    RecordedClaim{"torch", "torch.where_lt", "select.x_lt_z"},
    RecordedClaim{"jax", "jnp.maximum", "jax.cpu.maximum"},
    RecordedClaim{"jax", "jnp.minimum", "jax.cpu.minimum"},
    RecordedClaim{"jax", "jnp.fmax", "jax.cpu.fmax"},
    RecordedClaim{"jax", "jnp.fmin", "jax.cpu.fmin"},
    RecordedClaim{"rust", "rust.max", "rust.f32.max"},
    RecordedClaim{"rust", "rust.min", "rust.f32.min"},
    RecordedClaim{"rust", "rust.maximum", "rust.f32.maximum"},
    RecordedClaim{"rust", "rust.minimum", "rust.f32.minimum"},
    RecordedClaim{"rust", "rust.max", "rust.f64.max"},
    RecordedClaim{"rust", "rust.min", "rust.f64.min"},
    RecordedClaim{"rust", "rust.maximum", "rust.f64.maximum"},
    RecordedClaim{"rust", "rust.minimum", "rust.f64.minimum"},
    RecordedClaim{"rust", "llvm.maxnum", "llvm.maxnum"},
    RecordedClaim{"rust", "llvm.minnum", "llvm.minnum"},
    RecordedClaim{"rust", "llvm.maximum", "llvm.maximum"},
    RecordedClaim{"rust", "llvm.minimum", "llvm.minimum"},
    RecordedClaim{"rust", "llvm.maximumnum", "llvm.maximumnum"},
    RecordedClaim{"rust", "llvm.minimumnum", "llvm.minimumnum"},
    RecordedClaim{"java", "java.max", "java.math.max"},
    RecordedClaim{"java", "java.min", "java.math.min"},
    RecordedClaim{"javascript", "javascript.max", "javascript.math.max"},
    RecordedClaim{"javascript", "javascript.min", "javascript.math.min"},
    RecordedClaim{"javascript", "wasm.max", "wasm.f32.max"},
    RecordedClaim{"javascript", "wasm.min", "wasm.f32.min"},
    RecordedClaim{"javascript", "wasm.max", "wasm.f64.max"},
    RecordedClaim{"javascript", "wasm.min", "wasm.f64.min"},
    RecordedClaim{"go", "go.max", "go.math.max"},
    RecordedClaim{"go", "go.min", "go.math.min"},
    RecordedClaim{"arm", "arm.fmax", "arm.fmax"},
    RecordedClaim{"arm", "arm.fmin", "arm.fmin"},
    RecordedClaim{"arm", "arm.fmaxnm", "arm.fmaxnm"},
    RecordedClaim{"arm", "arm.fminnm", "arm.fminnm"},
    // The Arm manual calls FMAX and FMAXNM implementations of these two.
    RecordedClaim{"arm", "arm.fmax", "ieee754-2019.maximum"},
    RecordedClaim{"arm", "arm.fmin", "ieee754-2019.minimum"},
    RecordedClaim{"arm", "arm.fmaxnm", "ieee754-2008.maxnum"},
    RecordedClaim{"arm", "arm.fminnm", "ieee754-2008.minnum"},
};

inline constexpr const char* kUnit = "lower = \"-1\"\nupper = \"1\"";
inline constexpr const char* kSix = "lower = \"0\"\nupper = \"6\"";

/// Composed operations, every recorded type of result of a conversion.
inline constexpr std::array kCompositeClaims = {
    RecordedClaim{"composites_rectifier", "torch.relu", "torch.cpu.relu"},
    RecordedClaim{"composites_rectifier", "torch.clamp_min(0)", "torch.cpu.relu"},
    RecordedClaim{"composites_rectifier", "torch.leaky_relu(0.25)", "torch.cpu.relu", "slope = \"0.25\""},
    RecordedClaim{"composites_rectifier", "jax.relu", "jax.cpu.relu"},
    RecordedClaim{"composites_rectifier", "jax.clamp_min(0)", "jax.cpu.relu"},
    RecordedClaim{"composites_rectifier", "jax.leaky_relu(0.25)", "jax.cpu.relu", "slope = \"0.25\""},
    RecordedClaim{"composites_rectifier", "torch.clamp(-1:1)", "torch.cpu.clamp", kUnit},
    RecordedClaim{"composites_rectifier", "torch.hardtanh", "torch.cpu.clamp", kUnit},
    RecordedClaim{"composites_rectifier", "torch.relu6", "torch.cpu.clamp", kSix},
    RecordedClaim{"composites_rectifier", "jax.clamp(-1:1)", "jax.cpu.clip", kUnit},
    RecordedClaim{"composites_rectifier", "jax.hardtanh", "jax.cpu.clip", kUnit},
    RecordedClaim{"composites_rectifier", "jax.relu6", "jax.cpu.clip", kSix},
    RecordedClaim{"composites_gradient", "torch.relu", "torch.threshold_backward"},
    RecordedClaim{"composites_gradient", "jax.relu", "jax.cpu.relu_grad"},
    RecordedClaim{"composites_clamp", "np.clip", "numpy.clip"},
    RecordedClaim{"composites_clamp", "torch.clamp", "torch.cpu.clamp"},
    RecordedClaim{"composites_clamp", "torch.clamp(scalar)", "torch.cpu.clamp"},
    RecordedClaim{"composites_clamp", "jax.numpy.clip", "jax.cpu.clip"},
    RecordedClaim{"composites_clamp", "jax.lax.clamp", "jax.cpu.clip"},
    RecordedClaim{"composites_compare", "np.lt", "ieee754.compare", "relation = \"lt\""},
    RecordedClaim{"composites_compare", "np.le", "ieee754.compare", "relation = \"le\""},
    RecordedClaim{"composites_compare", "np.gt", "ieee754.compare", "relation = \"gt\""},
    RecordedClaim{"composites_compare", "np.ge", "ieee754.compare", "relation = \"ge\""},
    RecordedClaim{"composites_compare", "np.eq", "ieee754.compare", "relation = \"eq\""},
    RecordedClaim{"composites_compare", "np.ne", "ieee754.compare", "relation = \"neu\""},
    RecordedClaim{"composites_compare", "torch.lt", "c.relation", "relation = \"lt\""},
    RecordedClaim{"composites_compare", "torch.le", "c.relation", "relation = \"le\""},
    RecordedClaim{"composites_compare", "torch.gt", "c.relation", "relation = \"gt\""},
    RecordedClaim{"composites_compare", "torch.ge", "c.relation", "relation = \"ge\""},
    RecordedClaim{"composites_compare", "torch.eq", "c.relation", "relation = \"eq\""},
    RecordedClaim{"composites_compare", "torch.ne", "c.relation", "relation = \"neu\""},
    RecordedClaim{"composites_compare", "jax.lt", "ieee754.compare", "relation = \"lt\""},
    RecordedClaim{"composites_compare", "jax.le", "ieee754.compare", "relation = \"le\""},
    RecordedClaim{"composites_compare", "jax.gt", "ieee754.compare", "relation = \"gt\""},
    RecordedClaim{"composites_compare", "jax.ge", "ieee754.compare", "relation = \"ge\""},
    RecordedClaim{"composites_compare", "jax.eq", "ieee754.compare", "relation = \"eq\""},
    RecordedClaim{"composites_compare", "jax.ne", "ieee754.compare", "relation = \"neu\""},
    RecordedClaim{"composites_convert", "np.astype", "numpy.astype"},
    RecordedClaim{"composites_convert", "torch.to", "c.cast"},
    RecordedClaim{"composites_convert", "jax.astype", "rust.as"},
    RecordedClaim{"composites_convert", "np.astype", "ieee754.convert_format"},
    RecordedClaim{"composites_convert", "torch.to", "ieee754.convert_format"},
    RecordedClaim{"composites_convert", "jax.astype", "ieee754.convert_format"},
    RecordedClaim{"composites_convert", "np.astype", "onnx.cast.e4m3.unsaturated"},
    RecordedClaim{"composites_convert", "jax.astype", "onnx.cast.e4m3.unsaturated"},
    RecordedClaim{"composites_convert", "np.astype", "onnx.cast.e5m2.unsaturated"},
    RecordedClaim{"composites_convert", "torch.to", "onnx.cast.e5m2.unsaturated"},
    RecordedClaim{"composites_convert", "jax.astype", "onnx.cast.e5m2.unsaturated"},
    RecordedClaim{"casts", "wasm.trunc_sat", "wasm.trunc_sat"},
    RecordedClaim{"casts", "java.cast", "java.cast"},
    RecordedClaim{"casts", "java.cast", "java.cast.narrow"},
    RecordedClaim{"casts", "rust.as", "rust.as"},
    RecordedClaim{"casts", "rust.as", "rust.as.integer"},
    RecordedClaim{"isa_casts", "arm.fcvtns", "arm.fcvtns"},
    RecordedClaim{"isa_casts", "arm.fcvtzs", "arm.fcvtzs"},
    RecordedClaim{"isa_casts", "arm.fcvtms", "arm.fcvtms"},
    RecordedClaim{"isa_casts", "arm.fcvtps", "arm.fcvtps"},
    RecordedClaim{"isa_casts", "arm.fcvtas", "arm.fcvtas"},
    RecordedClaim{"isa_casts", "riscv.fcvt.rne", "riscv.fcvt.rne"},
    RecordedClaim{"isa_casts", "riscv.fcvt.rtz", "riscv.fcvt.rtz"},
    RecordedClaim{"isa_casts", "riscv.fcvt.rdn", "riscv.fcvt.rdn"},
    RecordedClaim{"isa_casts", "riscv.fcvt.rup", "riscv.fcvt.rup"},
    RecordedClaim{"isa_casts", "riscv.fcvt.rmm", "riscv.fcvt.rmm"},
    RecordedClaim{"rust_clamp", "rust.clamp", "rust.f32.clamp"},
    RecordedClaim{"rust_clamp", "rust.clamp", "rust.f64.clamp"},
    RecordedClaim{"composites_reduce", "np.max", "numpy.max"},
    RecordedClaim{"composites_reduce", "np.min", "numpy.min"},
    RecordedClaim{"composites_reduce", "torch.amax", "torch.cpu.amax"},
    RecordedClaim{"composites_reduce", "torch.amin", "torch.cpu.amin"},
    RecordedClaim{"composites_reduce", "torch.max", "torch.cpu.amax"},
    RecordedClaim{"composites_reduce", "torch.min", "torch.cpu.amin"},
    RecordedClaim{"composites_reduce", "jax.numpy.max", "jax.cpu.max"},
    RecordedClaim{"composites_reduce", "jax.numpy.min", "jax.cpu.min"},
    RecordedClaim{"composites_index", "np.argmax", "numpy.argmax"},
    RecordedClaim{"composites_index", "np.argmin", "numpy.argmin"},
    RecordedClaim{"composites_index", "np.nanargmax", "numpy.nanargmax"},
    RecordedClaim{"composites_index", "np.nanargmin", "numpy.nanargmin"},
    RecordedClaim{"composites_index", "torch.argmax", "torch.cpu.argmax"},
    RecordedClaim{"composites_index", "torch.argmin", "torch.cpu.argmin"},
    RecordedClaim{"composites_index", "torch.max", "torch.cpu.argmax"},
    RecordedClaim{"composites_index", "torch.min", "torch.cpu.argmin"},
    RecordedClaim{"composites_index", "jax.numpy.argmax", "jax.argmax"},
    RecordedClaim{"composites_index", "jax.numpy.argmin", "jax.argmin"},
    RecordedClaim{"composites_index", "jax.numpy.nanargmax", "jax.nanargmax"},
    RecordedClaim{"composites_index", "jax.numpy.nanargmin", "jax.nanargmin"},
};

/// A table of operands and results by others, in tests/conformance.
struct OracleClaim {
  const char* file;
  const char* profile;
};

inline constexpr std::array kOracleClaims = {
    OracleClaim{"riscv/fmax.s.csv", "riscv.fmax.s"},
    OracleClaim{"riscv/fmin.s.csv", "riscv.fmin.s"},
    OracleClaim{"riscv/fmax.d.csv", "riscv.fmax.d"},
    OracleClaim{"riscv/fmin.d.csv", "riscv.fmin.d"},
};

/// An instruction of the PTX interpreter, and of an H200 where its rows are in ptx_forms.txt; the dtype is added.
struct PtxClaim {
  const char* instruction;
  const char* profile;
};

inline constexpr std::array kPtxClaims = {
    PtxClaim{"max", "ptx.max"},
    PtxClaim{"min", "ptx.min"},
    PtxClaim{"max.ftz", "ptx.max.ftz"},
    PtxClaim{"min.ftz", "ptx.min.ftz"},
    PtxClaim{"max", "ptx.max.f64"},
    PtxClaim{"min", "ptx.min.f64"},
    PtxClaim{"max", "ptx.max.f16"},
    PtxClaim{"min", "ptx.min.f16"},
    PtxClaim{"max.ftz", "ptx.max.ftz.f16"},
    PtxClaim{"min.ftz", "ptx.min.ftz.f16"},
    PtxClaim{"max", "ptx.max.bf16"},
    PtxClaim{"min", "ptx.min.bf16"},
    PtxClaim{"max.NaN", "ptx.max.nan"},
    PtxClaim{"min.NaN", "ptx.min.nan"},
    PtxClaim{"max.ftz.NaN", "ptx.max.nan.ftz"},
    PtxClaim{"min.ftz.NaN", "ptx.min.nan.ftz"},
    PtxClaim{"max.xorsign.abs", "ptx.max.xorsign.abs"},
    PtxClaim{"min.xorsign.abs", "ptx.min.xorsign.abs"},
    PtxClaim{"max.NaN.xorsign.abs", "ptx.max.nan.xorsign.abs"},
    PtxClaim{"min.NaN.xorsign.abs", "ptx.min.nan.xorsign.abs"},
};

/// Video instructions of the PTX interpreter, which compare operands of different signedness.
inline constexpr std::array kVideoClaims = {
    PtxClaim{"vmax", "ptx.vmax"},
    PtxClaim{"vmin", "ptx.vmin"},
};

/// A kernel recorded on an H200: a variant of a shipped spec in one of its builds.
struct KernelClaim {
  const char* spec;
  const char* variant;
  const char* build;
  const char* profile;
};

inline constexpr std::array kKernelClaims = {
    KernelClaim{"max_f32", "fmaxf", "strict", "cuda.fmaxf"},
    KernelClaim{"min_f32", "fminf", "strict", "cuda.fminf"},
    KernelClaim{"max_f32", "fmaxf", "fast_math", "cuda.fmaxf.ftz"},
    KernelClaim{"min_f32", "fminf", "fast_math", "cuda.fminf.ftz"},
    KernelClaim{"max_f64", "fmax", "strict", "cuda.fmax"},
    KernelClaim{"min_f64", "fmin", "strict", "cuda.fmin"},
    KernelClaim{"max_f16", "__hmax", "strict", "cuda.hmax"},
    KernelClaim{"min_f16", "__hmin", "strict", "cuda.hmin"},
    KernelClaim{"max_f16", "__hmax_nan", "strict", "cuda.hmax_nan"},
    KernelClaim{"min_f16", "__hmin_nan", "strict", "cuda.hmin_nan"},
    KernelClaim{"max_bf16", "__hmax", "strict", "cuda.hmax.bf16"},
    KernelClaim{"min_bf16", "__hmin", "strict", "cuda.hmin.bf16"},
    KernelClaim{"max_bf16", "__hmax_nan", "strict", "cuda.hmax_nan.bf16"},
    KernelClaim{"min_bf16", "__hmin_nan", "strict", "cuda.hmin_nan.bf16"},
    KernelClaim{"max_f32", "max_nan", "strict", "ptx.max.nan"},
    KernelClaim{"min_f32", "min_nan", "strict", "ptx.min.nan"},
    KernelClaim{"max_f32", "ternary", "strict", "select.x_ge_z"},
    KernelClaim{"min_f32", "ternary", "strict", "select.x_le_z"},
    KernelClaim{"max_f32", "ternary_strict", "strict", "select.x_gt_z"},
    KernelClaim{"min_f32", "ternary_strict", "strict", "select.x_lt_z"},
    KernelClaim{"max_f32", "ternary_swapped", "strict", "select.z_gt_x"},
    KernelClaim{"min_f32", "ternary_swapped", "strict", "select.z_lt_x"},
};

// What GoogleTest names the tests of a claim.
inline void PrintTo(const RecordedClaim& claim, std::ostream* out) {
  *out << test_name(std::string(claim.function) + "_under_" + claim.profile);
}
inline void PrintTo(const OracleClaim& claim, std::ostream* out) {
  *out << test_name(claim.profile);
}
inline void PrintTo(const PtxClaim& claim, std::ostream* out) {
  *out << test_name(claim.profile);
}
inline void PrintTo(const KernelClaim& claim, std::ostream* out) {
  *out << test_name(std::string(claim.spec) + "_" + claim.variant + "_" + claim.build);
}

/// All claims of the recorded functions.
std::vector<Claim> recorded_claims();

}  // namespace semcheck
