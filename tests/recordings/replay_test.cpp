/// The PTX interpreter against what a real GPU returned: for every special case of every shipped spec the bits must be
/// equal, or the difference is listed here with the layer that makes it.

#include <gtest/gtest.h>

#include <algorithm>

#include "core/values/spelling.h"
#include "device/devices.h"
#include "tests/recordings/recording.h"

namespace semcheck {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(SEMCHECK_SOURCE_DIR) / "tests/recordings/h200";

/// A difference that is understood: which results of which variant, and who makes it.
struct Explained {
  std::string_view spec;
  std::string_view variant;
  std::string_view layer;
  std::string_view why;
  bool (*covers)(const Format&, const std::vector<Bits>& operands);
};

bool both_are_nan(const Format& f, const std::vector<Bits>& operands) {
  return is_nan(f, operands[0]) && is_nan(f, operands[1]);
}

constexpr Explained kExplained[] = {
    {"max_f64", "fmax", "ptxas", "DSETP.MAX keeps one of two NaNs; which one follows the assembler's operand order",
     both_are_nan},
    {"min_f64", "fmin", "ptxas", "DSETP.MIN keeps one of two NaNs; which one follows the assembler's operand order",
     both_are_nan},
};

bool is_explained(const Spec& spec, const std::string& variant, const std::vector<Bits>& operands) {
  return std::any_of(std::begin(kExplained), std::end(kExplained), [&](const Explained& e) {
    return e.spec == spec.operation.name && e.variant == variant && e.covers(format(spec.operation.dtype), operands);
  });
}

class Replay : public testing::TestWithParam<std::string> {};

TEST_P(Replay, InterpreterReturnsTheBitsOfTheDevice) {
  const Spec spec = load_shipped_spec(GetParam());
  const Dtype dtype = spec.operation.dtype;
  const std::filesystem::path file = kFolder / (GetParam() + ".gz");
  ASSERT_TRUE(std::filesystem::exists(file)) << "no recording of " << GetParam();
  const Recording device = read(file, dtype);
  const Cases cases = special_cases(spec);
  ASSERT_EQ(device.operands, digest(cases)) << "recorded for other operands: record again";

  const std::unique_ptr<Device> interpreter = open_device({.name = "ptx"});
  const Recording replayed = record(spec, *interpreter);
  for (const RecordedKernel& recorded : device.kernels) {
    ASSERT_EQ(recorded.error, "");
    const auto kernel =
        std::find_if(replayed.kernels.begin(), replayed.kernels.end(), [&](const RecordedKernel& other) {
          return other.variant == recorded.variant && other.build == recorded.build;
        });
    ASSERT_NE(kernel, replayed.kernels.end()) << recorded.variant;
    ASSERT_EQ(kernel->error, "") << recorded.variant;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Bits seen = device.results[recorded.results][i];
      const Bits computed = replayed.results[kernel->results][i];
      if (seen == computed || is_explained(spec, recorded.variant, cases.at(i))) continue;
      ADD_FAILURE() << recorded.variant << " [" << recorded.build << '/' << recorded.path << "] "
                    << case_name(spec.operation, cases.at(i)) << ": device " << hex(dtype, seen) << ", interpreter "
                    << hex(dtype, computed);
      break;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(H200, Replay, testing::ValuesIn(shipped_specs()), [](const auto& spec) { return spec.param; });

}  // namespace
}  // namespace semcheck
