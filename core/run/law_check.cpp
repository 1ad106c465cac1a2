#include "core/run/law_check.h"

#include "core/judge/laws.h"
#include "core/judge/row_laws.h"

namespace semcheck {
namespace {

bool check_laws_of_rows(const Spec& spec, const Workload& work, const Rules& rules, const std::vector<Bits>& known,
                        const Evaluate& evaluate, std::size_t max_examples, Judgement& judgement) {
  const PermutedRows permuted = permuted_rows(spec.laws, work.cases);
  const auto results = known.empty() ? evaluate(work.cases) : std::optional(known);
  const auto further = permuted.cases.size() == 0 ? std::optional(std::vector<Bits>()) : evaluate(permuted.cases);
  if (!results || !further) return false;
  check_row_laws(spec.laws, spec.operation, rules, work.cases, *results, permuted, *further, max_examples, judgement);
  return true;
}

}  // namespace

bool check_laws_of(const Spec& spec, const Workload& work, const Rules& rules, const std::vector<Bits>& known,
                   const Evaluate& evaluate, std::size_t max_examples, Judgement& judgement) {
  if (is_row_operation(spec.operation.kind))
    return check_laws_of_rows(spec, work, rules, known, evaluate, max_examples, judgement);
  ResultTable table;
  if (!known.empty()) table.add(work.cases, known);
  for (;;) {
    const Cases missing = missing_pairs(spec.laws, spec.operation, work.values, table);
    if (missing.size() == 0) break;
    const auto further = evaluate(missing);
    if (!further) return false;
    table.add(missing, *further);
  }
  check_laws(spec.laws, spec.operation, rules, work.values, table, max_examples, judgement);
  return true;
}

}  // namespace semcheck
