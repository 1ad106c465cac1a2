/// The PTX interpreter against what a real GPU returned: for every special case of every shipped spec the bits must be
/// equal, or the difference is listed here with the layer that makes it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/values/spelling.h"
#include "device/devices.h"
#include "tests/recordings/recording.h"

namespace semcheck {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(SEMCHECK_SOURCE_DIR) / "tests/recordings/h200";

/// What the device and the interpreter made of the same operands.
struct Difference {
  const Format& f;  ///< of the result
  const std::vector<Bits>& operands;
  Bits device = 0;
  Bits interpreter = 0;
};

bool among_operands(const Difference& d, Bits result) {
  return std::any_of(d.operands.begin(), d.operands.end(),
                     [&](Bits b) { return b == result || (is_nan(d.f, b) && quieted(d.f, b) == result); });
}

bool is_another_nan(const Difference& d) {
  return is_nan(d.f, d.device) && is_nan(d.f, d.interpreter) && among_operands(d, d.device);
}

bool lost_its_payload(const Difference& d) {
  return is_nan(d.f, d.interpreter) && among_operands(d, d.interpreter) && d.device == magnitude_mask(d.f);
}

bool is_saturated_nan(const Difference& d) {
  return is_nan(d.f, d.operands.front()) && d.device == 0;
}

bool is_another_element(const Difference& d) {
  return among_operands(d, d.device);
}

/// A difference that is understood: in which variants of which spec, and who makes it.
struct Explained {
  std::string_view spec;
  std::string_view variants;  ///< their names begin with it
  std::string_view supply;
  std::string_view layer;
  std::string_view why;
  bool (*covers)(const Difference&);
};

constexpr std::string_view kOrderOfNans =
    "DSETP.MAX and DSETP.MIN keep one of two NaNs; which one follows the assembler's operand order";
constexpr std::string_view kNanMinimum =
    "a select against a literal becomes FMNMX.NAN, which returns the canonical NaN";
constexpr std::string_view kSaturation = "fmaxf(fminf(x, 1), 0) becomes .SAT, which makes +0 of a NaN";
constexpr std::string_view kOrderOfAtomics = "the order in which threads reach an atomic is not fixed";

constexpr Explained kExplained[] = {
    {"max_f64", "fmax", "array", "ptxas", kOrderOfNans, is_another_nan},
    {"min_f64", "fmin", "array", "ptxas", kOrderOfNans, is_another_nan},
    {"reduce_max_f64", "fmax_", "array", "ptxas", kOrderOfNans, is_another_nan},
    {"min_one_f32", "select", "array", "ptxas", kNanMinimum, lost_its_payload},
    {"min_one_f32", "branch", "array", "ptxas", kNanMinimum, lost_its_payload},
    {"hardtanh_f32", "select_chain", "array", "ptxas", kNanMinimum, lost_its_payload},
    {"hardtanh_f32", "branch", "array", "ptxas", kNanMinimum, lost_its_payload},
    {"relu6_f32", "select_chain", "array", "ptxas", kNanMinimum, lost_its_payload},
    {"relu6_f32", "branch", "array", "ptxas", kNanMinimum, lost_its_payload},
    {"saturate_f32", "select_chain", "array", "ptxas", kNanMinimum, lost_its_payload},
    {"max_literal_f32", "", "literal", "ptxas", kNanMinimum, lost_its_payload},
    {"min_literal_f32", "", "literal", "ptxas", kNanMinimum, lost_its_payload},
    {"max_f32_supplies", "", "literal", "ptxas", kNanMinimum, lost_its_payload},
    {"min_f32_supplies", "", "literal", "ptxas", kNanMinimum, lost_its_payload},
    {"saturate_f32", "chain_swapped", "array", "ptxas", kSaturation, is_saturated_nan},
    {"reduce_max_f32", "select_atomic", "array", "hardware", kOrderOfAtomics, is_another_element},
    {"reduce_max_f32", "propagate_atomic", "array", "hardware", kOrderOfAtomics, is_another_element},
};

bool is_explained(const std::string& spec, const RecordedKernel& kernel, const Difference& difference) {
  return std::any_of(std::begin(kExplained), std::end(kExplained), [&](const Explained& e) {
    return e.spec == spec && kernel.variant.starts_with(e.variants) && kernel.supply == e.supply &&
           e.covers(difference);
  });
}

class Replay : public testing::TestWithParam<std::string> {};

/// The kernel of a recording that was made of the same variant, build and supply.
const RecordedKernel* find_kernel(const Recording& recording, const RecordedKernel& like) {
  const auto found = std::find_if(recording.kernels.begin(), recording.kernels.end(), [&](const RecordedKernel& other) {
    return other.variant == like.variant && other.build == like.build && other.supply == like.supply;
  });
  return found == recording.kernels.end() ? nullptr : &*found;
}

TEST_P(Replay, InterpreterReturnsTheBitsOfTheDevice) {
  const Spec spec = load_shipped_spec(GetParam());
  const Dtype dtype = spec.operation.result;
  const std::filesystem::path file = kFolder / (GetParam() + ".gz");
  ASSERT_TRUE(std::filesystem::exists(file)) << "no recording of " << GetParam();
  const Recording device = read(file, dtype);
  const Workload work = special_work(spec);
  for (const RecordedCases& cases : device.cases)
    ASSERT_EQ(cases.operands, digest(cases_of(work, cases.supply)))
        << cases.supply << " was recorded for other operands: record again";

  const std::unique_ptr<Device> interpreter = open_device({.name = "ptx"});
  const Recording replayed = record(spec, *interpreter);
  for (const RecordedKernel& recorded : device.kernels) {
    const std::string which =
        fmt::format("{} [{}/{}, {}]", recorded.variant, recorded.build, recorded.path, recorded.supply);
    const RecordedKernel* kernel = find_kernel(replayed, recorded);
    ASSERT_NE(kernel, nullptr) << which;
    ASSERT_EQ(kernel->error, recorded.error) << which;
    if (!recorded.error.empty()) continue;
    const Cases& cases = cases_of(work, recorded.supply);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Bits seen = device.results[recorded.results][i];
      const Bits computed = replayed.results[kernel->results][i];
      if (seen == computed) continue;
      const std::vector<Bits> operands = cases.at(i);
      if (is_explained(spec.operation.name, recorded, {format(dtype), operands, seen, computed})) continue;
      ADD_FAILURE() << which << ' ' << case_name(spec.operation, operands) << ": device " << hex(dtype, seen)
                    << ", interpreter " << hex(dtype, computed);
      break;
    }
  }
}

// Supplies are recorded beside the arrays, and read back as they were written.
TEST(Recording, KeepsTheSupplies) {
  Recording recording;
  recording.device = "a GPU";
  recording.spec = "max_u8";
  recording.cases = {{"array", 2, "00ff"}, {"literal", 3, "0abc"}};
  recording.kernels = {{"a", "strict", "cubin", "array", "", 0},
                       {"a", "strict", "cubin", "literal", "", 1},
                       {"b", "strict", "cubin", "array", "timed out after 10 s", 0},
                       {"b", "strict", "cubin", "literal", "a trap", 0}};
  recording.results = {{1, 0xff}, {2, 3, 4}};
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "semcheck_recording.gz";
  write(recording, Dtype::u8, file);
  const Recording again = read(file, Dtype::u8);
  std::filesystem::remove(file);
  EXPECT_EQ(again.results, recording.results);
  ASSERT_EQ(again.cases.size(), 2u);
  EXPECT_EQ(again.cases[1].supply, "literal");
  EXPECT_EQ(again.cases[1].operands, "0abc");
  ASSERT_EQ(again.kernels.size(), 4u);
  EXPECT_EQ(again.kernels[1].supply, "literal");
  EXPECT_EQ(again.kernels[1].results, 1u);
  EXPECT_EQ(again.kernels[2].supply, "array");
  EXPECT_EQ(again.kernels[2].error, "timed out after 10 s");
  EXPECT_EQ(again.kernels[3].supply, "literal");
  EXPECT_EQ(again.kernels[3].error, "a trap");
}

INSTANTIATE_TEST_SUITE_P(H200, Replay, testing::ValuesIn(shipped_specs()), [](const auto& spec) { return spec.param; });

}  // namespace
}  // namespace semcheck
