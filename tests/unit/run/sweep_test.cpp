#include <gtest/gtest.h>

#include "core/run/internal_error.h"
#include "core/run/ranges.h"
#include "tests/unit/run/sweep_fixture.h"

namespace semcheck {
namespace {

using namespace testing;

Bits wrong_once(Bits x, Bits z) {
  return x == 200 && z == 201 ? 7 : larger(x, z);
}

TEST(Sweep, FindsTheOneWrongCaseOfAllInputs) {
  SweepingDevice device;
  device.computes("rare", wrong_once);
  const RunReport report = run_one(spec_of({"rare"}), device, exhaustively());
  for (const Path path : {Path::cubin, Path::jit}) {
    const Result& result = result_of(report, "rare", path);
    EXPECT_EQ(result.judgement.mismatches, 0u);
    EXPECT_EQ(result.verdict, Verdict::breaks);
    EXPECT_EQ(result.breaks, ObligationSet{Obligation::value});
    ASSERT_EQ(result.sweeps.size(), 1u);
    const Sweep& sweep = result.sweeps[0];
    EXPECT_EQ(sweep.total, 65536u);
    EXPECT_EQ(sweep.part.rules.cases, 65536u);
    EXPECT_EQ(sweep.part.rules.mismatches(), 1u);
    EXPECT_EQ(sweep.count[static_cast<std::size_t>(Obligation::value)], 1u);
    ASSERT_EQ(sweep.part.examples.size(), 1u);
    EXPECT_EQ(sweep.part.examples[0].index, 200u * 256 + 201);
    EXPECT_EQ(sweep.part.examples[0].mismatch.operands, (std::vector<Bits>{200, 201}));
    EXPECT_EQ(sweep.part.examples[0].mismatch.actual, 7u);
    EXPECT_EQ(sweep.part.examples[0].mismatch.expected, (Expected{{OutcomeKind::exactly, 201}}));
  }
  EXPECT_FALSE(report.as_declared());
}

TEST(Sweep, BlamesTheLayerThatMakesItsExamplesWrong) {
  SweepingDevice device;
  device.computes("rare", wrong_once).computes_at("rare", "exact", larger);
  const RunReport report = run_one(spec_of({"rare"}), device, exhaustively());
  const std::vector<Blame>& blames = result_of(report, "rare", Path::cubin).blames;
  ASSERT_EQ(blames.size(), 1u);
  EXPECT_EQ(blames[0].breaks, Obligation::value);
  EXPECT_EQ(blames[0].layer, Layer::front_end);
  EXPECT_EQ(blames[0].evidence, "(200, 201) is 0xc9 over exact types, 0x07 by its PTX");
}

TEST(Sweep, OfARightVariantChangesNothing) {
  SweepingDevice device;
  device.computes("right", larger);
  const RunReport report = run_one(spec_of({"right"}), device, exhaustively());
  const Result& result = result_of(report, "right", Path::jit);
  EXPECT_EQ(result.verdict, Verdict::conforms);
  EXPECT_TRUE(report.as_declared());
  ASSERT_EQ(result.sweeps.size(), 1u);
  EXPECT_EQ(result.sweeps[0].part.done, (std::vector<Range>{{0, 65536}}));
  EXPECT_TRUE(result.sweeps[0].is_finished());
  // Four blocks of 4096 cases.
  EXPECT_EQ(result.sweeps[0].part.audited, 4u * 4096);
}

TEST(Sweep, ShowsADeclaredBreakThatSpecialCasesDoNot) {
  SweepingDevice device;
  device.computes("rare", wrong_once);
  Spec spec = spec_of({"rare"});
  spec.variants[0].breaks.otherwise.insert(Obligation::value);
  EXPECT_FALSE(run_one(spec, device).as_declared());
  EXPECT_TRUE(run_one(spec, device, exhaustively()).as_declared());
}

TEST(Sweep, KeepsSoManyExamplesOfASuspicion) {
  SweepingDevice device;
  device.computes("wrong", [](Bits x, Bits z) { return x >= 100 && x < 128 ? Bits{3} : larger(x, z); });
  Spec spec = spec_of({"wrong"});
  spec.inputs.matrices[0].integer = {"0", "1"};
  RunOptions options = exhaustively();
  options.max_mismatches = 2;
  const RunReport report = run_one(spec, device, options);
  const Sweep& sweep = result_of(report, "wrong", Path::cubin).sweeps.at(0);
  EXPECT_EQ(sweep.part.rules.mismatches(), 28u * 256);
  ASSERT_EQ(sweep.part.examples.size(), 2u);
  EXPECT_EQ(sweep.part.examples[0].index, 100u * 256);
  EXPECT_EQ(sweep.part.examples[1].index, 100u * 256 + 1);
}

TEST(Sweep, FindsWhatIsWrongUnderALiteralOnly) {
  SweepingDevice device;
  device.computes_by_feed("folded", [](const Feed& feed, Bits x, Bits z) {
    return feed.supply == Supply::literal && feed.operand == 1 && x == 17 && z == 255 ? Bits{3} : larger(x, z);
  });
  Spec spec = spec_of({"folded"});
  spec.inputs.supplies = {Supply::array, Supply::literal};
  const RunReport report = run_one(spec, device, exhaustively());
  EXPECT_EQ(result_of(report, "folded", Path::jit).verdict, Verdict::conforms);
  const Result& literal = result_of(report, "folded", Path::jit, "literal");
  EXPECT_EQ(literal.judgement.mismatches, 0u);
  EXPECT_EQ(literal.breaks, ObligationSet{Obligation::value});
  ASSERT_EQ(literal.sweeps.size(), 2u);
  EXPECT_EQ(literal.sweeps[0].supplied, "literal x");
  EXPECT_TRUE(literal.sweeps[0].part.examples.empty());
  EXPECT_EQ(literal.sweeps[1].supplied, "literal z");
  ASSERT_EQ(literal.sweeps[1].part.examples.size(), 1u);
  EXPECT_EQ(literal.sweeps[1].part.examples[0].mismatch.operands, (std::vector<Bits>{17, 255}));
  EXPECT_EQ(literal.sweeps[1].part.examples[0].mismatch.supplied, "literal z");
  ASSERT_EQ(literal.blames.size(), 1u);
  EXPECT_EQ(literal.blames[0].layer, Layer::unknown);
}

TEST(Sweep, FindsWhatIsWrongAtOneBlockSizeOnly) {
  SweepingDevice device;
  const std::uint64_t at_512 = 2 * kChunk + 5;
  device.computes("sized", larger);
  device.computes_only({5, kChunk + 5, at_512}).errs_in_sweeps("sized", [](std::uint64_t i) {
    return i % kChunk == 5 && threads_of_chunk(i) == 512;
  });
  RunOptions options;
  options.sweeps.drawn = 4 * kChunk;
  const RunReport report = run_one(spec_of_u16({"sized"}), device, options);
  const Result& result = result_of(report, "sized", Path::cubin);
  ASSERT_EQ(result.sweeps.at(0).part.examples.size(), 1u);
  EXPECT_EQ(result.sweeps[0].part.examples[0].index, at_512);
  ASSERT_EQ(result.blames.size(), 1u);
  EXPECT_EQ(result.blames[0].layer, Layer::unknown);
  EXPECT_NE(result.blames[0].evidence.find(" at case 33554437 of a sweep, "), std::string::npos);
}

TEST(Sweep, HoldsEachPathToItsOwnRules) {
  SweepingDevice device;
  const auto signed_larger = [](Bits x, Bits z) { return (x ^ 0x80) > (z ^ 0x80) ? x : z; };
  device.computes("signed", signed_larger);
  Spec spec = spec_of({"signed"});
  spec.inputs.matrices[0].integer = {"0", "1"};
  Guard guard;
  guard.path = "jit";
  guard.rules.set(Obligation::signedness, Signedness::as_signed);
  spec.guards = {guard};
  const RunReport report = run_one(spec, device, exhaustively());
  EXPECT_EQ(result_of(report, "signed", Path::jit).verdict, Verdict::conforms);
  const Result& cubin = result_of(report, "signed", Path::cubin);
  EXPECT_EQ(cubin.breaks, ObligationSet{Obligation::signedness});
  // Half of the pairs have different signs.
  EXPECT_EQ(cubin.sweeps.at(0).part.rules.mismatches(), 32768u);
}

TEST(Sweep, ThatTrapsIsAnErrorAndTheOthersGoOn) {
  SweepingDevice device;
  device.computes("traps", larger).computes("right", larger);
  device.traps_at("traps", 300);
  const RunReport report = run_one(spec_of({"traps", "right"}), device, exhaustively());
  const Result& result = result_of(report, "traps", Path::cubin);
  EXPECT_EQ(result.verdict, Verdict::error);
  EXPECT_FALSE(result.as_declared);
  EXPECT_EQ(result.sweeps.at(0).error, "illegal address");
  EXPECT_FALSE(result.sweeps[0].is_finished());
  EXPECT_EQ(result_of(report, "right", Path::cubin).verdict, Verdict::conforms);
  EXPECT_EQ(result_of(report, "right", Path::cubin).sweeps.at(0).part.rules.cases, 65536u);
}

TEST(Sweep, IsNotMadeOfAVariantThatGivesNoResult) {
  SweepingDevice device;
  device.computes("hangs", larger).fails_to_run("hangs", "timed out after 10 s");
  const RunReport report = run_one(spec_of({"hangs"}), device, exhaustively());
  const Result& result = result_of(report, "hangs", Path::cubin);
  EXPECT_EQ(result.error, "timed out after 10 s");
  EXPECT_EQ(result.sweeps.at(0).not_swept, "its special cases gave no result");
  EXPECT_TRUE(device.stretches.empty());
}

TEST(Sweep, OfARowIsNotMade) {
  SweepingDevice device;
  device.fails_to_run("any", "not told here");
  Spec spec = spec_of({"any"});
  spec.operation = given::operation("row_max", OperationKind::reduce_max, Dtype::u8);
  spec.inputs.sizes = {3};
  const RunReport report = run_one(spec, device, exhaustively());
  ASSERT_EQ(report.specs[0].results[0].sweeps.size(), 1u);
  EXPECT_EQ(report.specs[0].results[0].sweeps[0].not_swept,
            "row_max is an operation over rows, and only operations element by element are swept");
}

TEST(Sweep, TakesNoOtherTwinThanTheHosts) {
  SweepingDevice device;
  device.computes("right", larger);
  device.lies_in_twin = true;
  EXPECT_THROW(run_one(spec_of({"right"}), device, exhaustively()), InternalError);
}

TEST(Sweep, TakesNoOtherTallyThanTheHosts) {
  SweepingDevice device;
  device.computes("right", larger);
  device.lies_in_tally = true;
  EXPECT_THROW(run_one(spec_of({"right"}), device, exhaustively()), InternalError);
}

TEST(Sweep, TakesNoExampleThatTheHostFindsRight) {
  SweepingDevice device;
  bool wrong = true;
  device.computes("right", larger);
  device.computes_only({100}).errs_in_sweeps("right", [&](std::uint64_t i) { return i == 100 && wrong; });
  device.after_stretch = [&] { wrong = false; };
  RunOptions options;
  options.sweeps.drawn = kChunk;
  EXPECT_THROW(run_one(spec_of_u16({"right"}), device, options), InternalError);
}

TEST(Sweep, ChecksLawsAlong) {
  SweepingDevice device;
  // One pair of all is not commutative: f(9, 5) is 9, f(5, 9) is 7.
  device.computes("odd", [](Bits x, Bits z) { return x == 5 && z == 9 ? Bits{7} : larger(x, z); });
  Spec spec = spec_of({"odd"});
  spec.laws.insert(Obligation::commutative);
  const RunReport report = run_one(spec, device, exhaustively());
  const Result& result = result_of(report, "odd", Path::cubin);
  EXPECT_EQ(result.breaks, (ObligationSet{Obligation::value, Obligation::commutative}));
  const Sweep& sweep = result.sweeps.at(0);
  EXPECT_EQ(sweep.part.laws.cases, 65536u);
  EXPECT_EQ(sweep.part.laws.mismatches(), 2u);
  // The case of a rule and the two of the law, by index: (5, 9) twice, and (9, 5).
  ASSERT_EQ(sweep.part.examples.size(), 3u);
  const SweepExample& last = sweep.part.examples[2];
  EXPECT_EQ(last.index, 9u * 256 + 5);
  EXPECT_EQ(last.mismatch.breaks, Obligation::commutative);
  EXPECT_EQ(last.mismatch.operands, (std::vector<Bits>{9, 5}));
  EXPECT_EQ(last.mismatch.actual, 9u);
  EXPECT_EQ(last.mismatch.expected, (Expected{{OutcomeKind::exactly, 7}}));
  EXPECT_EQ(sweep.no_laws, "");
}

TEST(Sweep, TellsWhereLawsAreNotCheckedAlong) {
  SweepingDevice device;
  device.computes("right", larger);
  device.no_laws = "nvcc compiles no laws";
  Spec spec = spec_of({"right"});
  spec.laws.insert(Obligation::commutative);
  const RunReport report = run_one(spec, device, exhaustively());
  const Result& result = result_of(report, "right", Path::cubin);
  EXPECT_EQ(result.verdict, Verdict::conforms);
  EXPECT_EQ(result.sweeps.at(0).part.laws.cases, 0u);
  EXPECT_EQ(result.sweeps[0].no_laws, "nvcc compiles no laws");
}

TEST(Sweep, TellsHowFarItHasCome) {
  SweepingDevice device;
  device.computes("one", larger).computes("two", larger);
  std::vector<Progress> seen;
  RunOptions options = exhaustively();
  options.progress = [&](const Progress& progress) { seen.push_back(progress); };
  run_one(spec_of({"one", "two"}), device, options);
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(seen.back().to_sweep, 4u * 65536);
  EXPECT_EQ(seen.back().swept, 4u * 65536);
  EXPECT_EQ(seen.back().what, "max_u8 [default]");
}

TEST(Sweep, LetsAllVariantsGetOnAlike) {
  SweepingDevice device;
  device.computes("one", larger).computes("two", larger);
  device.computes_only({});
  RunOptions options = exhaustively();
  // Time for eight stretches: two for each variant and path.
  options.sweeps.is_out_of_time = [&] { return device.stretches.size() >= 8; };
  const RunReport report = run_one(spec_of_u16({"one", "two"}), device, options);
  for (const Result& result : report.specs[0].results)
    EXPECT_EQ(size_of(result.sweeps.at(0).part.done), 2 * kChunk) << result.variant;
}

}  // namespace
}  // namespace semcheck
