#pragma once

/// @file
/// Reports made by hand: what the writers of reports are tested on.

#include "core/run/run.h"
#include "tests/unit/operation.h"

namespace semcheck::sample {

/// max over f32 under the rules of CUDA's fmaxf, one build `default`, no variants of its own.
inline Spec spec() {
  Spec spec;
  spec.path = "specs/max_f32.toml";
  spec.text = "abc";
  spec.operation = given::operation("max_f32", OperationKind::max, Dtype::f32, {Dtype::f32, Dtype::f32});
  spec.rules.set(Obligation::nan, Nan::ignore);
  spec.rules.set(Obligation::nan_result, NanResult::canonical);
  spec.rules.set(Obligation::snan, Snan::quiet);
  spec.rules.set(Obligation::signed_zero, SignedZero::ordered);
  spec.rules.set(Obligation::subnormal, Subnormal::preserve);
  spec.rules.set(Obligation::infinity, Infinity::ordered);
  spec.rules.nan_canonical = 0x7fffffff;
  spec.laws = {Obligation::commutative};
  spec.inputs.random.seed = 1;
  Build build;
  build.rules = spec.rules;
  spec.builds = {build};
  return spec;
}

inline Result conforming(std::string variant, Path path = Path::ptx, std::string build = "default") {
  Result result;
  result.variant = std::move(variant);
  result.build = std::move(build);
  result.arch = "sm_90";
  result.path = path;
  result.verdict = Verdict::conforms;
  result.rules = spec().rules;
  result.judgement.cases = 71234;
  return result;
}

/// A variant that gives its first operand when two zeros meet: (+0, -0) is right, (-0, +0) is -0 and should be +0.
inline Result breaking_signed_zero(std::string variant, Path path = Path::ptx, std::string build = "default") {
  Result result = conforming(std::move(variant), path, std::move(build));
  result.verdict = Verdict::breaks;
  result.as_declared = false;
  result.breaks = {Obligation::signed_zero};
  result.judgement.mismatches = 1;
  result.judgement.count[static_cast<std::size_t>(Obligation::signed_zero)] = 1;
  result.judgement.examples = {{Obligation::signed_zero, {0x80000000, 0}, {{OutcomeKind::exactly, 0}}, 0x80000000}};
  result.behaves_as.explained = true;
  result.behaves_as.values = spec().rules;
  result.behaves_as.values.set(Obligation::signed_zero, SignedZero::equal);
  result.behaves_as.values.set(Obligation::tie, Tie::first);
  return result;
}

/// The same result with what compiled it, and the front end to blame.
inline Result blamed(Result result) {
  result.compiler = "NVRTC 13.0";
  result.toolchain =
      std::make_shared<const Toolchain>(Toolchain{"NVRTC 13.0", {"-arch=sm_90"}, {{"fmad", "true"}, {"ftz", "false"}}});
  result.blames = {
      {Obligation::signed_zero, Layer::front_end, 1, "(-0, +0) is 0x00000000 over exact types, 0x80000000 by its PTX"}};
  return result;
}

/// The first two results disagree on (-0, +0).
inline Difference difference() {
  return {0, 1, 1, {0x80000000, 0}, 0, 0x80000000, Layer::driver, "the PTX of both gives 0x00000000"};
}

/// The same result under another supply.
inline Result supplied(Result result, std::string supply) {
  result.supply = std::move(supply);
  return result;
}

/// A variant that gives -0 for (-0, +0) under one supply, where arrays give +0.
inline Result breaking_supply_invariant(std::string variant, std::string supply, std::string how) {
  Result result = breaking_signed_zero(std::move(variant));
  result.supply = std::move(supply);
  result.breaks = {Obligation::supply_invariant};
  result.judgement.count = {};
  result.judgement.count[static_cast<std::size_t>(Obligation::supply_invariant)] = 1;
  result.judgement.examples[0].breaks = Obligation::supply_invariant;
  result.judgement.examples[0].supplied = std::move(how);
  return result;
}

inline Result declared(Result result, ObligationSet breaks) {
  result.declared_breaks = breaks;
  result.as_declared = result.breaks == breaks;
  return result;
}

inline Result failed(std::string variant, std::string error) {
  Result result = conforming(std::move(variant));
  result.verdict = Verdict::error;
  result.as_declared = false;
  result.error = std::move(error);
  result.judgement = {};
  return result;
}

inline Result unavailable(std::string variant, std::string reason) {
  Result result = failed(std::move(variant), std::move(reason));
  result.verdict = Verdict::unavailable;
  result.as_declared = true;
  return result;
}

inline DeviceInfo interpreter() {
  DeviceInfo device;
  device.kind = "ptx";
  device.name = "PTX interpreter";
  device.compute_capability = "9.0";
  device.arch = "sm_90";
  device.nvrtc = "13.0";
  device.nvrtc_path = "/usr/local/cuda/lib64/libnvrtc.so.13";
  device.reason = "no NVIDIA driver: libcuda.so.1 was not found";
  return device;
}

inline DeviceInfo h200() {
  DeviceInfo device = interpreter();
  device.kind = "cuda";
  device.name = "NVIDIA H200";
  device.driver = "580.159.04";
  device.reason = "";
  return device;
}

/// A report of one spec, which must outlive it.
inline RunReport report(const Spec& spec, std::vector<Result> results, DeviceInfo device = interpreter()) {
  RunReport report;
  report.device = std::move(device);
  report.specs.push_back({&spec, spec.inputs.random.seed, true, std::move(results)});
  for (const Result& result : report.specs[0].results)
    report.specs[0].as_declared = report.specs[0].as_declared && result.as_declared;
  return report;
}

}  // namespace semcheck::sample
