#include <gtest/gtest.h>

#include "device/devices.h"
#include "tests/conformance/implementations/claims.h"
#include "tests/recordings/recording.h"

namespace semcheck {
namespace {

void judge(const ProfileRules& rules, const Cases& cases, const std::vector<Bits>& results, const std::string& who) {
  ASSERT_EQ(results.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i)
    EXPECT_TRUE(allows(rules, cases.operands[0][i], cases.operands[1][i], results[i]))
        << who << ": " << complaint(rules, cases.operands[0][i], cases.operands[1][i], results[i]);
}

class Kernel : public testing::TestWithParam<KernelClaim> {};

TEST_P(Kernel, OnAnH200KeepsTheRulesOfTheProfile) {
  const auto [spec_name, variant, build, profile] = GetParam();
  const Spec spec = load_shipped_spec(spec_name);
  const Dtype dtype = spec.operation.dtype;
  const Recording recording =
      read(std::string(SEMCHECK_SOURCE_DIR) + "/tests/recordings/h200/" + spec_name + ".gz", dtype);
  const ProfileRules rules = profile_rules(profile, dtype, dtype);
  int judged = 0;
  for (const RecordedKernel& kernel : recording.kernels) {
    if (kernel.variant != variant || kernel.build != build) continue;
    ++judged;
    judge(rules, special_cases(spec), recording.results[kernel.results],
          kernel.variant + "/" + kernel.path + " under " + profile);
  }
  EXPECT_EQ(judged, 2) << "one kernel by NVRTC's assembler, one by the driver's";
}

INSTANTIATE_TEST_SUITE_P(Implementations, Kernel, testing::ValuesIn(kKernelClaims), testing::PrintToStringParamName());

struct MixedMaximum {
  const char* profile;
  const char* expression;
  Dtype dtype;
  Dtype second;
};

constexpr MixedMaximum kMixed[] = {
    {"cuda.max.mixed", "max(x, z)", Dtype::u32, Dtype::s32},
    {"cuda.min.mixed", "min(x, z)", Dtype::u32, Dtype::s32},
    {"cuda.max.mixed", "max(x, z)", Dtype::u64, Dtype::s64},
    {"cuda.min.mixed", "min(x, z)", Dtype::u64, Dtype::s64},
};

// What NVRTC makes of CUDA's overloads for an unsigned and a signed operand, run by the PTX interpreter.
TEST(Kernel, OfMixedSignednessKeepsTheRulesOfTheProfile) {
  const std::unique_ptr<Device> interpreter = open_device({.name = "ptx"});
  for (const MixedMaximum& mixed : kMixed) {
    const std::string operation =
        shipped_profile(mixed.profile).operations.front() == OperationKind::max ? "max" : "min";
    const std::string text = "[operation]\nname = \"mixed\"\nkind = \"" + operation + "\"\ndtype = \"" +
                             std::string(name(mixed.dtype)) + "\"\noperands = [\"" + std::string(name(mixed.dtype)) +
                             "\", \"" + std::string(name(mixed.second)) + "\"]\n[rules]\nprofile = \"" + mixed.profile +
                             "\"\n[inputs]\nmatrices = [\"special\"]\n[[variant]]\nname = \"v\"\nexpr = \"" +
                             mixed.expression + "\"\n";
    std::vector<Diagnostic> diagnostics;
    const auto spec = parse_spec({"mixed.toml", text}, {SEMCHECK_SOURCE_DIR}, shipped_profiles(), diagnostics);
    ASSERT_TRUE(spec) << render(diagnostics.front(), text);
    const Recording recording = record(*spec, *interpreter);
    ASSERT_EQ(recording.results.size(), 1u);
    judge(profile_rules(mixed.profile, mixed.dtype, mixed.second), special_cases(*spec), recording.results.front(),
          mixed.expression);
  }
}

}  // namespace
}  // namespace semcheck
