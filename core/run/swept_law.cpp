#include "core/run/swept_law.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "core/judge/law_context.h"
#include "core/run/internal_error.h"
#include "core/sweep/law_cases.h"

namespace semcheck {
namespace {

/// The variant of a course as the ordinary run compiles it.
Kernel ordinary_kernel(const Course& course, Device& device) {
  Program program = course.program->planned.program.program;
  program.variants = {course.variant};
  program.paths = {course.path};
  return device.compile(program).at(0);
}

/// Adds what the kernel gives for some pairs; the error of a kernel that gives nothing.
std::string add_results(const std::vector<std::pair<Bits, Bits>>& pairs, const Kernel& kernel,
                        const Operation& operation, Device& device, const Limits& limits, PairResults& results) {
  if (!kernel.error.empty()) return kernel.error;
  Cases cases{{{}, {}}, pairs.size(), {}};
  for (const auto& [x, z] : pairs) {
    cases.operands[0].push_back(x);
    cases.operands[1].push_back(z);
  }
  const Execution given = device.execute({&kernel, 1}, operation, cases, limits).front();
  for (std::size_t i = 0; i < given.results.size(); ++i) results[pairs[i]] = given.results[i];
  return given.error;
}

}  // namespace

std::optional<Mismatch> wrong_tuple(Course& course, std::uint64_t index, SuspicionKey key, Device& device,
                                    const Limits& limits) {
  const Operation& operation = course.program->spec().operation;
  const Obligation law = suspicion_of(key).likely;
  const LawContext context = law_context(operation, course.program->planned.program.rules);
  const LawOperands operands = law_operands(GivenSpace{course.sweep.space}, index);
  const Kernel kernel = ordinary_kernel(course, device);
  PairResults results;
  for (auto pairs = missing_pairs(law, context, operands, results); !pairs.empty();
       pairs = missing_pairs(law, context, operands, results)) {
    course.sweep.error = add_results(pairs, kernel, operation, device, limits, results);
    if (!course.sweep.error.empty()) return std::nullopt;
  }
  std::optional<Mismatch> mismatch = law_mismatch(law, context, operands, results);
  if (!mismatch)
    throw InternalError(fmt::format("the sweep counts case {} of {} as breaking {}, and the host does not", index,
                                    course.sweep.part.identity, name(law)));
  return mismatch;
}

}  // namespace semcheck
