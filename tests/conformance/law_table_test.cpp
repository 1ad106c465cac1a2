#include <gtest/gtest.h>

#include "core/judge/laws.h"
#include "tests/unit/reference/known_rules.h"

// The algebra that each set of rules has, over {two quiet NaNs, a signaling NaN, +-1, +-0, +-inf}: computed elsewhere
// from the definitions of the functions named, bit for bit.
namespace semcheck {
namespace {

const std::vector<Bits> kNumbers = {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000};
const std::vector<Bits> kQuietNans = {0x7fc00abc, 0xffc00001};
const std::vector<Bits> kSignalingNans = {0x7f800001};

std::vector<Bits> joined(std::initializer_list<std::vector<Bits>> lists) {
  std::vector<Bits> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}
const std::vector<Bits> kQuietDomain = joined({kNumbers, kQuietNans});
const std::vector<Bits> kDomain = joined({kNumbers, kQuietNans, kSignalingNans});

enum class NanBits { count, do_not_count };

/// How often the reading breaks the law on the domain, its results being those of the reference.
std::size_t violations(Obligation law, const Choice& reading, const std::vector<Bits>& domain, NanBits nan_bits) {
  const Operation operation = known::max_of(Dtype::f32);
  Rules rules = default_rules(Dtype::f32);
  rules.set(Obligation::nan_result, nan_bits == NanBits::count ? NanResult::canonical : NanResult::any);
  ResultTable table;
  for (;;) {
    const Cases missing = missing_pairs({law}, operation, domain, table);
    if (missing.size() == 0) break;
    std::vector<Bits> results;
    for (std::size_t i = 0; i < missing.size(); ++i)
      results.push_back(known::only_result(operation, reading, missing.operands[0][i], missing.operands[1][i]));
    table.add(missing, results);
  }
  Judgement judgement;
  check_laws({law}, operation, rules, domain, table, 0, judgement);
  return judgement.mismatches;
}

bool holds(Obligation law, const Choice& reading, const std::vector<Bits>& domain, NanBits nan_bits = NanBits::count) {
  return violations(law, reading, domain, nan_bits) == 0;
}

Choice with(Choice c, NanResult nan_result, Snan snan) {
  c.nan_result = nan_result;
  c.snan = snan;
  return c;
}
Choice with_zeros_tied(Choice c, Tie tie) {
  c.signed_zero = SignedZero::equal;
  c.tie = tie;
  return c;
}

TEST(LawTable, CanonicalMaximumIsCommutativeAndAssociativeButCanonicalisesNans) {
  const Choice c = known::maximum(Dtype::f32);
  EXPECT_TRUE(holds(Obligation::commutative, c, kDomain));
  EXPECT_TRUE(holds(Obligation::associative, c, kDomain));
  EXPECT_FALSE(holds(Obligation::idempotent, c, kQuietDomain));
  EXPECT_TRUE(holds(Obligation::idempotent, c, kNumbers));
}

TEST(LawTable, CanonicalMaximumNumberIsCommutativeAndAssociativeButCanonicalisesNans) {
  const Choice c = known::maximum_number(Dtype::f32);
  EXPECT_TRUE(holds(Obligation::commutative, c, kDomain));
  EXPECT_TRUE(holds(Obligation::associative, c, kDomain));
  EXPECT_FALSE(holds(Obligation::idempotent, c, kQuietDomain));
}

TEST(LawTable, FirstNanMaximumIsCommutativeUpToNanBitsAndQuietsSignalingNans) {
  const Choice c = with(known::maximum(Dtype::f32), NanResult::first, Snan::quiet);
  EXPECT_FALSE(holds(Obligation::commutative, c, kDomain));
  EXPECT_TRUE(holds(Obligation::commutative, c, kDomain, NanBits::do_not_count));
  EXPECT_TRUE(holds(Obligation::associative, c, kDomain));
  EXPECT_TRUE(holds(Obligation::idempotent, c, kQuietDomain));
  EXPECT_FALSE(holds(Obligation::idempotent, c, kDomain));
}

TEST(LawTable, PropagatingSelectionLosesCommutativityToTheSignOfZeroAlone) {
  const Choice c = with_zeros_tied(with(known::maximum(Dtype::f32), NanResult::first, Snan::verbatim), Tie::first);
  EXPECT_FALSE(holds(Obligation::commutative, c, kDomain, NanBits::do_not_count));
  EXPECT_TRUE(holds(Obligation::commutative, c, joined({{0x00000000, 0x3f800000}, kQuietNans}), NanBits::do_not_count));
  EXPECT_TRUE(holds(Obligation::associative, c, kDomain));
  EXPECT_TRUE(holds(Obligation::idempotent, c, kDomain));
}

TEST(LawTable, MaxNumOf2008LosesAssociativityToSignalingNansAlone) {
  const Choice c = with(known::maximum_number(Dtype::f32), NanResult::canonical, Snan::propagate);
  EXPECT_TRUE(holds(Obligation::commutative, c, kDomain));
  EXPECT_FALSE(holds(Obligation::associative, c, kDomain));
  EXPECT_TRUE(holds(Obligation::associative, c, kQuietDomain));
  EXPECT_FALSE(holds(Obligation::idempotent, c, kDomain));
}

TEST(LawTable, FmaxfOfTheGnuLibraryIsNeitherCommutativeNorAssociative) {
  const Choice c =
      with_zeros_tied(with(known::maximum_number(Dtype::f32), NanResult::first, Snan::propagate), Tie::second);
  EXPECT_FALSE(holds(Obligation::commutative, c, kNumbers));
  EXPECT_FALSE(holds(Obligation::commutative, c, kQuietNans));
  EXPECT_FALSE(holds(Obligation::associative, c, kDomain));
  EXPECT_TRUE(holds(Obligation::associative, c, kQuietDomain));
  EXPECT_TRUE(holds(Obligation::idempotent, c, kQuietDomain));
  EXPECT_FALSE(holds(Obligation::idempotent, c, kDomain));
}

TEST(LawTable, EveryCompareSelectIsIdempotentAndNeitherCommutativeNorAssociative) {
  for (Nan nan : {Nan::first, Nan::second})
    for (Tie tie : {Tie::first, Tie::second}) {
      const Choice c = known::compare_select(Dtype::f32, nan, tie);
      EXPECT_FALSE(holds(Obligation::commutative, c, kDomain, NanBits::do_not_count));
      EXPECT_FALSE(holds(Obligation::associative, c, {0x3f800000, 0x7fc00abc, 0xbf800000}, NanBits::do_not_count));
      EXPECT_TRUE(holds(Obligation::idempotent, c, kDomain));
    }
}

TEST(LawTable, MathMaxOfGoIsCommutativeAndAssociative) {
  Choice c = known::maximum(Dtype::f32);
  c.nan = Nan::propagate_unless_dominant;
  EXPECT_TRUE(holds(Obligation::commutative, c, kDomain));
  EXPECT_TRUE(holds(Obligation::associative, c, kDomain));
  EXPECT_FALSE(holds(Obligation::idempotent, c, kDomain));
}

}  // namespace
}  // namespace semcheck
