#include "core/report/advice.h"

#include <gtest/gtest.h>

#include "tests/unit/report/sample.h"

namespace semcheck {
namespace {

std::string advice_for(const std::vector<Result>& results) {
  std::vector<const Result*> pointers;
  for (const Result& result : results) pointers.push_back(&result);
  return advice(pointers);
}

TEST(Advice, IsTheListThatFitsEveryBuild) {
  EXPECT_EQ(advice_for({sample::breaking_signed_zero("a"), sample::breaking_signed_zero("a", Path::ptx, "fast")}),
            "fix the variant, or declare breaks = [\"signed_zero\"]");
}

TEST(Advice, IsATableWhereBuildsDiffer) {
  EXPECT_EQ(advice_for({sample::breaking_signed_zero("a"), sample::conforming("a", Path::ptx, "fast")}),
            "fix the variant, or declare breaks = { default = [\"signed_zero\"], fast = [] }");
}

TEST(Advice, NamesASupplyThatDiffersFromArray) {
  EXPECT_EQ(advice_for({sample::conforming("a"), sample::supplied(sample::conforming("a"), "tail"),
                        sample::breaking_supply_invariant("a", "literal", "literal z")}),
            "fix the variant, or declare breaks = { default = [], literal = [\"supply_invariant\"] }");
}

TEST(Advice, ComparesASupplyWithTheArrayOfItsOwnToolkit) {
  Result second = sample::conforming("a");
  second.toolkit = 1;
  const Result supplied = sample::supplied(second, "tail");
  const std::vector<Result> results = {sample::conforming("a"), second, supplied};
  const std::vector<const Result*> pointers = {&results[0], &results[1], &results[2]};
  EXPECT_EQ(array_result(results[2], pointers), &results[1]);
  EXPECT_EQ(array_result(results[0], pointers), &results[0]);
}

TEST(Advice, HasNothingToSayOfAnErrorAlone) {
  EXPECT_EQ(advice_for({sample::conforming("a"), sample::failed("a", "does not compile")}), "");
}

TEST(Advice, GivesUpWherePathsDisagree) {
  EXPECT_EQ(advice_for({sample::conforming("a", Path::cubin), sample::breaking_signed_zero("a", Path::jit)}),
            "fix the variant: the paths of build default disagree, and no declaration fits both");
}

TEST(Advice, GivesUpWhereASupplyDiffersByBuild) {
  Result other = sample::breaking_supply_invariant("a", "literal", "literal z");
  other.build = "fast";
  other.breaks.insert(Obligation::value);
  EXPECT_EQ(advice_for({sample::conforming("a"), sample::conforming("a", Path::ptx, "fast"),
                        sample::breaking_supply_invariant("a", "literal", "literal z"), other}),
            "fix the variant: literal differs by build or path, and no declaration fits both");
}

TEST(Advice, IsToRemoveWhatDoesNotBreak) {
  EXPECT_EQ(advice_for({sample::declared(sample::conforming("a"), {Obligation::nan})}),
            "if it is meant to conform now, remove its breaks");
}

// Laws are judged under array alone.
TEST(Advice, TakesASupplyForAlikeThatBreaksAllButTheLaws) {
  Result array = sample::breaking_signed_zero("a");
  array.breaks.insert(Obligation::commutative);
  EXPECT_TRUE(is_alike(sample::supplied(sample::breaking_signed_zero("a"), "tail"), array));
  EXPECT_FALSE(is_alike(sample::supplied(sample::conforming("a"), "tail"), array));
  EXPECT_EQ(advice_for({array, sample::supplied(sample::breaking_signed_zero("a"), "tail")}),
            "fix the variant, or declare breaks = [\"signed_zero\", \"commutative\"]");
}

}  // namespace
}  // namespace semcheck
