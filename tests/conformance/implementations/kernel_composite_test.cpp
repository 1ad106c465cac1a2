#include "tests/conformance/implementations/kernel_composite.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "device/devices.h"
#include "tests/recordings/recording.h"

namespace semcheck {
namespace {

Spec spec_of(const CudaExpression& expression) {
  const std::string_view further = expression.further;
  const std::string inputs =
      further.find("[inputs]") == std::string_view::npos ? "[inputs]\nmatrices = [\"special\"]\n" : "";
  const std::string result = *expression.result == '\0' ? "" : result_line(find_dtype(expression.result).value());
  const std::string text = fmt::format(
      "[operation]\nname = \"t\"\nkind = \"{}\"\ndtype = \"{}\"\n{}[rules]\nprofile = \"{}\"\n{}"
      "[[variant]]\nname = \"v\"\nexpr = \"{}\"\n{}",
      name(shipped_profile(expression.profile).operations.front()), name(expression.dtype), result, expression.profile,
      inputs, expression.expression, further);
  std::vector<Diagnostic> diagnostics;
  const auto spec = parse_spec({"expression.toml", text}, {SEMCHECK_SOURCE_DIR}, shipped_profiles(), diagnostics);
  if (!spec) throw std::runtime_error(render(diagnostics.front(), text));
  return *spec;
}

void judge(const CudaExpression& expression, const Spec& spec, const std::vector<Bits>& results) {
  const ProfileRules rules = {spec.operation, choices(spec.rules)};
  const Cases cases = special_cases(spec);
  ASSERT_EQ(results.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::vector<Bits> operands = cases.at(i);
    if (allows(rules, operands, results[i])) continue;
    ADD_FAILURE() << expression.expression << " under " << expression.profile << ": "
                  << complaint(rules, operands, results[i]);
    return;
  }
}

TEST(Kernel, OfAComposedOperationKeepsTheRulesOfItsProfile) {
  const std::unique_ptr<Device> interpreter = open_device({.name = "ptx"});
  for (const CudaExpression& expression : kCudaExpressions) {
    const Spec spec = spec_of(expression);
    const Recording recording = record(spec, *interpreter);
    ASSERT_EQ(recording.kernels.size(), 1u) << expression.expression;
    ASSERT_EQ(recording.kernels.front().error, "") << expression.expression;
    judge(expression, spec, recording.results.front());
  }
}

}  // namespace
}  // namespace semcheck
