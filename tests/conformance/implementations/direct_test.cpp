#include <gtest/gtest.h>

#include "core/judge/random_case.h"
#include "tests/conformance/implementations/direct.h"

namespace semcheck {
namespace {

constexpr Bits kRandomPairs = 1'000'000;
constexpr Bits kSeed = 1;

/// Complains about the first result that a profile does not allow.
class Judge {
 public:
  explicit Judge(const DirectFunction& function) : function_(function) {
    for (const std::string& profile : function.profiles)
      rules_.push_back(profile_rules(profile, function.dtype, function.second));
  }

  bool accepts(Bits x, Bits z) const {
    const Bits y = function_.evaluate(x, z);
    for (std::size_t i = 0; i < rules_.size(); ++i)
      if (!allows(rules_[i], x, z, y)) {
        ADD_FAILURE() << function_.name << " under " << function_.profiles[i] << ": " << complaint(rules_[i], x, z, y);
        return false;
      }
    return true;
  }

 private:
  const DirectFunction& function_;
  std::vector<ProfileRules> rules_;
};

class Direct : public testing::TestWithParam<DirectFunction> {};

TEST_P(Direct, KeepsTheRulesOfItsProfilesForEveryPairOfSpecialValues) {
  if (!GetParam().evaluate) GTEST_SKIP() << "this machine has no " << GetParam().name;
  const Judge judge(GetParam());
  for (const Bits x : special_values(GetParam().dtype))
    for (const Bits z : special_values(GetParam().second)) judge.accepts(x, z);
}

TEST_P(Direct, KeepsTheRulesOfItsProfilesForAMillionRandomPairs) {
  if (!GetParam().evaluate) GTEST_SKIP() << "this machine has no " << GetParam().name;
  const Judge judge(GetParam());
  const Format& f = format(GetParam().dtype);
  const Format& g = format(GetParam().second);
  for (Bits i = 0; i < kRandomPairs; ++i)
    if (!judge.accepts(random_pattern(f, kSeed, i, 0), random_pattern(g, kSeed, i, 1))) break;
}

/// Relations look alike in a name, so it ends with a number.
std::string numbered_name(const testing::TestParamInfo<DirectFunction>& info) {
  return testing::PrintToString(info.param) + "_" + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(X86, Direct, testing::ValuesIn(x86_functions()), numbered_name);
INSTANTIATE_TEST_SUITE_P(CLibrary, Direct, testing::ValuesIn(libm_functions()), numbered_name);
INSTANTIATE_TEST_SUITE_P(Language, Direct, testing::ValuesIn(language_functions()), numbered_name);
INSTANTIATE_TEST_SUITE_P(CudaHost, Direct, testing::ValuesIn(cuda_host_functions()), numbered_name);

}  // namespace
}  // namespace semcheck
