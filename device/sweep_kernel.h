#pragma once

#include <span>
#include <string>

#include "core/run/device.h"

namespace semcheck {

/// What a program over variants is for.
struct SweepParts {
  bool sweep = false;  ///< computes and judges, and gives samples
  bool laws = false;   ///< checks the laws
};

/// CUDA C++ of a program that holds, for space number s of a sweep, the kernels
///
///   semcheck_sweep_<s>   (DeviceTally* tally, first, count, unsigned variant)
///   semcheck_laws_<s>    (DeviceTally* tally, first, count, unsigned variant)
///   semcheck_sample_<s>  (Bits* results, Bits* twin, origin, first, count, unsigned variant)
///
/// with the reference beside the variants (device/sweep/fused.cuh, laws.cuh), specialised for the rules of the program.
/// @param variants  of the program; each keeps the number that it has there
std::string fused_source(const SweepProgram& program, std::span<const Variant* const> variants, SweepParts parts);

/// The number of a variant among those of a program.
std::size_t number_of(const SweepProgram& program, const Variant* variant);

/// CUDA C++ of a program that holds the kernels about a variant's own kernel, for its feed and every space:
///
///   semcheck_twin_cases_<s>   (a pointer to each array, first, count)
///   semcheck_twin_judge_<s>   (const T* results, DeviceTally* tally, first, count)
///   semcheck_twin_sample_<s>  (const T* results, Bits* sampled, Bits* twin, origin, first, count)
std::string twin_source(const SweepProgram& program);

/// The names of those kernels, without the number of the space.
inline constexpr std::string_view kSweepEntry = "semcheck_sweep";
inline constexpr std::string_view kLawsEntry = "semcheck_laws";
inline constexpr std::string_view kSampleEntry = "semcheck_sample";
inline constexpr std::string_view kTwinEntry = "semcheck_twin";
inline constexpr std::string_view kTwinSampleEntry = "semcheck_twin_sample";

}  // namespace semcheck
