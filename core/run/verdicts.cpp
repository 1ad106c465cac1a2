#include <array>

#include "core/run/run.h"

namespace semcheck {
namespace {

// clang-format off
constexpr std::array kVerdicts = {
    VerdictRow{Verdict::conforms, "conforms", "every case that ran gave a result the rules allow, and every law held",
               "The variant kept its contract on all cases of this run. Special values are complete (all ordered pairs of each\n"
               "matrix); random cases are a sample. The number of cases printed is the number that really ran.\n"
               "\n"
               "example: fmaxf conforms to the profile cuda.fmaxf on every path."},
    VerdictRow{Verdict::breaks, "breaks", "at least one case gave a result that the rules do not allow, or broke a law",
               "The report names the rules and laws that broke, the smallest cases that show each of them, and which rule\n"
               "values the variant follows instead. A break that the spec declares (`breaks = [...]`) is as declared and does\n"
               "not fail the run; a declared break that does not happen fails it, because a silent repair is news.\n"
               "\n"
               "example: x >= z ? x : z breaks nan, nan_result and signed_zero of cuda.fmaxf."},
    VerdictRow{Verdict::error, "error", "the variant gave no result: it does not compile, hangs, traps or writes out of bounds",
               "The message is the compiler's, with the spec's own line, or what the device said. Other variants are not\n"
               "affected. An error is never as declared.\n"
               "\n"
               "example: a loop that waits for a word nobody writes gives `timed out after 10 s`."},
    VerdictRow{Verdict::unavailable, "unavailable", "the architecture lacks an instruction that the variant uses",
               "The variant was not run, and this is not a failure: reports show it as skipped, with the architecture that has\n"
               "the instruction.\n"
               "\n"
               "example: max.NaN.f32 compiled for sm_75 is unavailable; sm_80 has it."},
    VerdictRow{Verdict::unchecked, "unchecked", "the rules allow any result for every case, so nothing was checked",
               "A rule whose value is `undefined` allows every bit pattern. Such cases are counted as unchecked, never as\n"
               "passed.\n"
               "\n"
               "example: under nan = \"undefined\" every case with exactly one NaN operand is unchecked."},
};
// clang-format on

constexpr bool rows_in_order() {
  for (std::size_t i = 0; i < kVerdicts.size(); ++i)
    if (static_cast<std::size_t>(kVerdicts[i].verdict) != i) return false;
  return true;
}
static_assert(rows_in_order(), "row i of kVerdicts describes verdict i");

}  // namespace

std::span<const VerdictRow> verdicts() {
  return kVerdicts;
}

std::string_view name(Verdict verdict) {
  return kVerdicts[static_cast<std::size_t>(verdict)].name;
}

}  // namespace semcheck
