#include <gtest/gtest.h>

#include "tests/conformance/implementations/direct_composite.h"

namespace semcheck {

std::vector<DirectComposite> direct_composites() {
  std::vector<DirectComposite> all = direct_selections();
  for (const auto& more : {direct_comparisons(), direct_conversions(), direct_searches()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

namespace {

constexpr std::uint64_t kRandomCases = 2'000;

class DirectlyCalled : public testing::TestWithParam<DirectComposite> {};

/// Where the rules leave the result open, C and C++ often leave the call undefined: nothing is called there.
TEST_P(DirectlyCalled, KeepsTheRulesOfItsProfile) {
  const DirectComposite& function = GetParam();
  const ProfileRules rules = profile_rules(function.profile, function.dtype, function.attributes);
  const bool is_row = is_row_operation(rules.operation.kind);
  const Cases cases = profile_cases(rules, kRandomCases,
                                    is_row ? std::vector<std::uint32_t>{1, 2, 3, 7} : std::vector<std::uint32_t>{});
  std::vector<Bits> operands;
  std::size_t judged = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    cases.get(i, operands);
    if (is_unchecked(expected(rules.operation, rules.readings, operands))) continue;
    ++judged;
    const Bits y = function.evaluate(operands);
    if (allows(rules, operands, y)) continue;
    ADD_FAILURE() << function.name << " under " << function.profile << ": " << complaint(rules, operands, y);
    break;
  }
  EXPECT_GT(judged, 100u);
}

/// Relations look alike in a name, so it ends with a number.
std::string numbered_name(const testing::TestParamInfo<DirectComposite>& info) {
  return testing::PrintToString(info.param) + "_" + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(Composites, DirectlyCalled, testing::ValuesIn(direct_composites()), numbered_name);

}  // namespace
}  // namespace semcheck
