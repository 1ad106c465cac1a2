#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/run/device.h"
#include "core/spec/spec.h"

namespace semcheck {

/// What one kernel of a shipped spec returned for every special case.
struct RecordedKernel {
  std::string variant;
  std::string build;
  std::string path;
  std::string error;        ///< instead of results
  std::size_t results = 0;  ///< index into Recording::results
};

/// What a real device returned for every special case of a spec. Kernels that returned the same bits share them.
struct Recording {
  std::string device;  ///< "NVIDIA H200, driver 580.159.04, NVRTC 13.0, sm_90"
  std::string spec;    ///< "max_f32"
  std::size_t cases = 0;
  std::string operands;  ///< digest of the operand patterns of all cases
  std::vector<RecordedKernel> kernels;
  std::vector<std::vector<Bits>> results;
};

/// The special cases of a spec, without random ones.
Cases special_cases(const Spec& spec);

/// Runs every variant, build and path of a spec on the device over its special cases.
Recording record(const Spec& spec, Device& device);

/// A gzip file of text: header lines `key value`, a line `kernel variant build path #set` for each kernel, and a line
/// of hexadecimal digits for each set of results.
void write(const Recording& recording, Dtype dtype, const std::filesystem::path& file);
Recording read(const std::filesystem::path& file, Dtype dtype);

/// Parses a shipped spec. Throws std::runtime_error with the diagnostics when it is faulty.
Spec load_shipped_spec(const std::string& name);
/// The names of all shipped specs, sorted.
std::vector<std::string> shipped_specs();

/// A 64-bit FNV-1a digest of operand patterns, as hexadecimal digits.
std::string digest(const Cases& cases);

}  // namespace semcheck
