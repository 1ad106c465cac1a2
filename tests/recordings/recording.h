#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/workload.h"
#include "core/spec/spec.h"

namespace semcheck {

/// What one kernel of a shipped spec returned for every special case; of another supply than `array`, what its kernels
/// returned for the cases of its feeds, one feed after the other.
struct RecordedKernel {
  std::string variant;
  std::string build;
  std::string path;
  std::string supply = "array";
  std::string error{};      ///< instead of results
  std::size_t results = 0;  ///< index into Recording::results
};

/// The cases of a supply, as far as a recording tells whether they are still the same.
struct RecordedCases {
  std::string supply;
  std::size_t count = 0;
  std::string operands;  ///< digest of the operand patterns of all cases
};

/// What a real device returned for every special case of a spec. Kernels that returned the same bits share them.
struct Recording {
  std::string device;                ///< "NVIDIA H200, driver 580.159.04, NVRTC 13.0, sm_90"
  std::string spec;                  ///< "max_f32"
  std::vector<RecordedCases> cases;  ///< `array` first
  std::vector<RecordedKernel> kernels;
  std::vector<std::vector<Bits>> results;
};

/// The special cases of a spec, without random ones.
Cases special_cases(const Spec& spec);
/// The same with those of its supplies.
Workload special_work(const Spec& spec);
/// Those of one supply.
const Cases& cases_of(const Workload& work, std::string_view supply);

/// Runs every variant, build, path and supply of a spec on the device over its special cases.
Recording record(const Spec& spec, Device& device);

/// A gzip file of text: header lines `key value`, with a line `supply name cases digest` for each supply but `array`; a
/// line `kernel variant build path #set` for each kernel, or `supplied variant build path supply #set`; and a line of
/// hexadecimal digits for each set of results.
/// @param dtype  of the results
void write(const Recording& recording, Dtype dtype, const std::filesystem::path& file);
Recording read(const std::filesystem::path& file, Dtype dtype);

/// The text of a gzip file. Throws std::runtime_error when it cannot be opened.
std::string read_gzip(const std::filesystem::path& file);

/// Parses a shipped spec. Throws std::runtime_error with the diagnostics when it is faulty.
Spec load_shipped_spec(const std::string& name);
/// The names of all shipped specs, sorted.
std::vector<std::string> shipped_specs();

/// A 64-bit FNV-1a digest of operand patterns, as hexadecimal digits.
std::string digest(const Cases& cases);

}  // namespace semcheck
