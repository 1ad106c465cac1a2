#include "core/sweep/law_cases.h"

#include <algorithm>

namespace semcheck {

std::vector<std::pair<Bits, Bits>> missing_pairs(Obligation law, const LawContext& context, const LawOperands& operands,
                                                 const PairResults& results) {
  std::vector<std::pair<Bits, Bits>> missing;
  const auto look_up = [&](Bits x, Bits z) {
    const auto known = results.find({x, z});
    if (known != results.end()) return known->second;
    if (std::ranges::find(missing, std::pair(x, z)) == missing.end()) missing.emplace_back(x, z);
    return Bits{0};
  };
  law_fault(law, context, look_up, operands);
  return missing;
}

std::optional<Mismatch> law_mismatch(Obligation law, const LawContext& context, const LawOperands& operands,
                                     const PairResults& results) {
  const LawFault fault = law_fault(
      law, context,
      [&](Bits x, Bits z) {
        return results.at({x, z});
      },
      operands);
  if (!fault.is_broken) return std::nullopt;
  Mismatch mismatch{law, {fault.operands, fault.operands + fault.operand_count}, {}, fault.actual};
  for (int k = 0; k < fault.expected_count; ++k) mismatch.expected.push_back(exactly(fault.expected[k]));
  return mismatch;
}

}  // namespace semcheck
