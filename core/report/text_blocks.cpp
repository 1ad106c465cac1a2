#include "core/report/text_blocks.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/report/advice.h"
#include "core/report/blame.h"
#include "core/report/wording.h"

namespace semcheck {
namespace {

/// The verdict of a result; of `array` with how many supplies are alike, which have no line of their own.
std::string folded_verdict(const VariantBlocks& variant, const Result& result) {
  std::string verdict = verdict_line(result);
  if (!is_of_array(result) || !was_judged(result)) return verdict;
  const auto alike = std::ranges::count_if(variant.results, [&](const Result* other) {
    return other != &result && array_result(*other, variant.results) == &result && is_alike(*other, result);
  });
  return alike == 0 ? verdict : fmt::format("{}, {} {} alike", verdict, alike, alike == 1 ? "supply" : "supplies");
}

void add_to_blocks(VariantBlocks& variant, const SpecReport& spec, const Result& result, Detail detail) {
  const Result* array = array_result(result, variant.results);
  if (array && array != &result && is_alike(result, *array)) return;
  const std::string verdict = folded_verdict(variant, result);
  const std::string behaviour = behaviour_line(result, subject_of(spec.spec->operation));
  const std::vector<std::string> blames = blame_lines(result, detail == Detail::all);
  const auto same = std::ranges::find_if(variant.blocks, [&](const Block& b) {
    return b.verdict == verdict && b.behaviour == behaviour && b.blames == blames && b.first().error == result.error &&
           b.first().unmet == result.unmet && b.first().as_declared == result.as_declared &&
           is_of_array(b.first()) == is_of_array(result);
  });
  if (same == variant.blocks.end())
    variant.blocks.push_back({{&result}, verdict, behaviour, blames});
  else
    same->results.push_back(&result);
}

}  // namespace

bool is_of_array(const Result& result) {
  return result.supply == name(Supply::array);
}

std::vector<VariantBlocks> variants_of(const SpecReport& spec, Detail detail) {
  std::vector<VariantBlocks> variants;
  for (const Result& result : spec.results) {
    auto variant = std::ranges::find(variants, std::string_view(result.variant), &VariantBlocks::name);
    if (variant == variants.end()) variant = variants.insert(variant, VariantBlocks{result.variant, {}, {}});
    variant->results.push_back(&result);
  }
  for (VariantBlocks& variant : variants)
    for (const Result* result : variant.results) add_to_blocks(variant, spec, *result, detail);
  return variants;
}

}  // namespace semcheck
