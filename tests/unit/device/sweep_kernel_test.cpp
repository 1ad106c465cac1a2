#include "device/sweep_kernel.h"

#include <gtest/gtest.h>

#include "core/judge/law_context.h"
#include "core/sweep/chunks.h"
#include "core/sweep/law_cases.h"
#include "device/ptx/interpreter.h"
#include "device/sweep_compile.h"
#include "device/sweep_sequence.h"
#include "device/worker_protocol.h"
#include "tests/unit/device/sweep_fixture.h"

// The kernels that a GPU sweeps by, interpreted, against the host on the same cases.
namespace semcheck {
namespace {

using testing::SweepText;
using Operands = std::array<Bits, kMostOperands>;

constexpr std::array kGpu = {Path::jit};

const Compiler& compiler() {
  static const Compiler opened = open_compiler("");
  return opened;
}

SweepKernel compile(const SweepText& text) {
  const auto kernels = compile_sweep_kernels(compiler(), text.program(), kGpu);
  EXPECT_EQ(kernels.front().kernel.error, "");
  EXPECT_EQ(kernels.front().laws.error, "");
  return kernels.front();
}

/// Carries out what a worker would on a GPU.
SweepSequence interpreted(SweepSequence sequence) {
  ptx::Memory memory;
  const std::uint64_t address = memory.allocate(memory_of(sequence.plan));
  std::ranges::copy(sequence.contents, memory.at(address).begin());
  std::map<const Image*, std::shared_ptr<const ptx::Module>> modules;
  for_each_launch(sequence.plan, address, [&](const StepLaunch& launch) {
    auto& module = modules[sequence.images[launch.step].get()];
    if (!module) module = ptx::parse(sequence.images[launch.step]->bytes);
    const std::string entry = get(sequence.plan.steps[launch.step].entry);
    ptx::launch(*module,
                {entry,
                 {launch.blocks},
                 {launch.threads},
                 std::as_bytes(std::span(launch.parameters)),
                 std::chrono::minutes(5)},
                memory);
  });
  std::ranges::copy(memory.at(address).first(sequence.contents.size()), sequence.contents.begin());
  return sequence;
}

/// The results of a stretch as the host has them.
Bits twin_of_host(const SweepText& text, const Stretch& stretch) {
  const HeldTo held = held_to(text.spec().operation, text.spec().rules);
  return twin_digest(held.contract, text.space(), stretch.first, stretch.count);
}

template <class Result>
void expect_samples_as_on_the_host(const SweepText& text, const SweepKernel& kernel, const Stretch& stretch,
                                   const Result& result) {
  const Sample sample = sample_of(interpreted(sample_sequence(kernel, stretch)));
  EXPECT_EQ(sample.results, text.results(stretch, result));
  EXPECT_EQ(sample.twin, twin_of_host(text, stretch));
}

/// Sweeps and samples a stretch by a variant of which `result` tells what it gives, and expects what the host has.
/// @return  the tally
template <class Result>
Tally expect_as_on_the_host(const SweepText& text, const Stretch& stretch, const Result& result) {
  const SweepKernel kernel = compile(text);
  const Tally tally = tally_of(interpreted(sweep_sequence(kernel, stretch)));
  EXPECT_EQ(tally, text.tally(stretch, result));
  expect_samples_as_on_the_host(text, kernel, stretch, result);
  return tally;
}

Bits first(const Operands& operands) {
  return operands[0];
}
Bits second(const Operands& operands) {
  return operands[1];
}

Operation maximum(Dtype dtype) {
  return given::operation("max", OperationKind::max, dtype, {dtype, dtype});
}

TEST(FusedKernel, CountsWhatTheHostCountsOfEveryDtype) {
  const Stretch stretch{0, 8 * kDrawBlock - 300, 700, false};
  for (Dtype dtype : {Dtype::f16, Dtype::f32, Dtype::f64, Dtype::bf16, Dtype::s8, Dtype::u64}) {
    SCOPED_TRACE(name(dtype));
    EXPECT_GT(expect_as_on_the_host(SweepText(maximum(dtype)).expr("a", "x"), stretch, first).mismatches(), 0u);
  }
}

TEST(FusedKernel, GoesThroughExhaustiveSpaces) {
  const Stretch stretch{0, 0x7c01ff80, 400, false};
  for (Dtype dtype : {Dtype::f16, Dtype::s16}) {
    SCOPED_TRACE(name(dtype));
    expect_as_on_the_host(SweepText(maximum(dtype)).exhaustive().expr("a", "z"), stretch, second);
  }
}

/// The host's own reference stands for a variant that is right.
auto right_of(const SweepText& text) {
  const auto held = std::make_shared<const HeldTo>(held_to(text.spec().operation, text.spec().rules));
  return [held](const Operands& operands) {
    return evaluate(held->contract.operation, held->readings.front(), operands.data()).bits;
  };
}

const Stretch kRandom{0, 6 * kDrawBlock - 150, 300, false};

TEST(FusedKernel, FindsNothingWrongInWhatIsRight) {
  const SweepText text = SweepText(maximum(Dtype::s16)).expr("max", "x > z ? x : z");
  EXPECT_EQ(expect_as_on_the_host(text, kRandom, right_of(text)).mismatches(), 0u);
}

Operation clamped(Dtype dtype) {
  return given::operation("clamp", OperationKind::clamp, dtype, {dtype, dtype, dtype});
}

TEST(FusedKernel, SweepsClampsWithBoundsAndWithConstants) {
  expect_as_on_the_host(SweepText(clamped(Dtype::f32)).expr("x", "x"), kRandom, first);
  Operation constants = given::operation("clamp", OperationKind::clamp, Dtype::f32, {Dtype::f32});
  constants.constants = {{"lo", 0xbf800000}, {"hi", 0x3f800000}};
  expect_as_on_the_host(SweepText(constants).expr("x", "x"), kRandom, first);
}

Operation conversion(Dtype from, Dtype to) {
  Operation operation = given::operation("convert", OperationKind::convert, from, {from});
  operation.result = to;
  return operation;
}

TEST(FusedKernel, SweepsConversions) {
  const SweepText half = SweepText(conversion(Dtype::f32, Dtype::f16)).expr("zero", "__ushort_as_half(0)");
  expect_as_on_the_host(half, kRandom, [](const Operands&) { return Bits{0}; });
  const SweepText integer = SweepText(conversion(Dtype::f32, Dtype::s8)).expr("bits", "__float_as_int(x)");
  expect_as_on_the_host(integer, kRandom, [](const Operands& operands) { return operands[0] & 0xff; });
}

TEST(FusedKernel, SweepsOperationsOfEveryShape) {
  const auto of = [](OperationKind kind, std::vector<Dtype> operands) {
    return given::operation("operation", kind, operands.front(), operands);
  };
  expect_as_on_the_host(SweepText(of(OperationKind::relu, {Dtype::f32})).expr("x", "x"), kRandom, first);
  expect_as_on_the_host(SweepText(of(OperationKind::select, {Dtype::bf16, Dtype::bf16, Dtype::u32})).expr("z", "z"),
                        kRandom, second);
  Operation compared = of(OperationKind::compare, {Dtype::f16, Dtype::f16});
  compared.result = operation_over(OperationKind::compare, Dtype::f16).result;
  expect_as_on_the_host(SweepText(compared).expr("one", "1"), kRandom, [](const Operands&) { return Bits{1}; });
}

// The interpreter writes calls out, and has no room for those by which wrong results of it are looked into.
TEST(FusedKernel, HasTheTwinOfAMultiplyAdd) {
  const std::vector<Dtype> operands(3, Dtype::f32);
  const SweepText text =
      SweepText(given::operation("fma", OperationKind::fma_relu, Dtype::f32, operands)).expr("x", "x");
  expect_samples_as_on_the_host(text, compile(text), kRandom, first);
}

TEST(FusedKernel, TriesEveryReading) {
  const SweepText few = SweepText(maximum(Dtype::f32))
                            .rule(Obligation::signed_zero, SignedZero::either)
                            .rule(Obligation::nan_result, NanResult::operand)
                            .expr("a", "x");
  expect_as_on_the_host(few, kRandom, first);
  const SweepText many = SweepText(maximum(Dtype::f32))
                             .rule(Obligation::signed_zero, SignedZero::either)
                             .rule(Obligation::nan_result, NanResult::operand)
                             .rule(Obligation::snan, Snan::either)
                             .rule(Obligation::subnormal, Subnormal::either)
                             .expr("a", "x");
  EXPECT_GT(held_to(many.spec().operation, many.spec().rules).readings.size(), 6u);
  expect_as_on_the_host(many, kRandom, first);
}

TEST(FusedKernel, CountsWhatIsUnchecked) {
  const SweepText text =
      SweepText(maximum(Dtype::f16)).exhaustive().rule(Obligation::nan, Nan::undefined).expr("a", "x");
  // Of (1, z) the NaNs among z from 0x7bf0 on: 0x7c01 to 0x7c7f.
  const Stretch stretch{0, 0x3c007bf0, 0x90, false};
  EXPECT_EQ(expect_as_on_the_host(text, stretch, first).unchecked, 0x7fu);
}

TEST(FusedKernel, TakesAnyStretch) {
  const SweepText text = SweepText(maximum(Dtype::u16)).exhaustive().expr("a", "x");
  for (const Stretch& stretch : {Stretch{0, 5, 1, false}, Stretch{0, 63, 2, false}, Stretch{0, kChunk - 3, 5, false},
                                 Stretch{0, 0xffffffc0, 64, false}, Stretch{0, 0xfffffff1, 15, false}})
    expect_as_on_the_host(text, stretch, first);
}

const std::vector<Bits> kValues = {0x3c00, 0x8000, 0x7e00};

TEST(StagedKernels, CountWhatTheHostCountsOfEverySupply) {
  const std::vector<Feed> feeds = {
      {Supply::argument, 1, {0x3c00}, 0, 0}, {Supply::literal, 0, kValues, 0, 0}, {Supply::constant, 1, kValues, 0, 0},
      {Supply::in_place, 0, {}, 0, 0},       {Supply::in_place, 1, {}, 0, 0},     {Supply::vector2, 0, {}, 0, 0},
      {Supply::vector4, 0, {}, 0, 0},        {Supply::tail, 0, {}, 0, 0},         {Supply::broadcast, 0, {}, 4096, 0}};
  for (const Feed& feed : feeds) {
    SCOPED_TRACE(std::string(name(feed.supply)) + " of operand " + std::to_string(feed.operand));
    const Stretch stretch{0, kChunk - 201, 503, false};
    const SweepText text = SweepText(maximum(Dtype::f16)).expr("second", "z").fed(feed);
    EXPECT_TRUE(compile(text).twin.image);
    expect_as_on_the_host(text, stretch, second);
  }
}

TEST(StagedKernels, TakeTheirPlaceWhereNvccCompiles) {
  if (compiler().nvcc.path.empty()) GTEST_SKIP() << "no nvcc";
  const SweepText text = SweepText(maximum(Dtype::f32)).compiled_by(FrontEnd::nvcc).expr("second", "z");
  EXPECT_TRUE(compile(text).twin.image);
  expect_as_on_the_host(text, kRandom, second);
}

/// Laws broken in the cases of a stretch, as the host finds them.
Tally laws_on_the_host(const SweepText& text, const ObligationSet& laws, const Stretch& stretch,
                       Bits (*f)(Bits, Bits)) {
  const LawContext context = law_context(text.spec().operation, text.spec().rules);
  Tally tally;
  tally.cases = stretch.count;
  for (Bits i = stretch.first; i < stretch.first + stretch.count; ++i)
    for (Obligation law : laws.items())
      if (law_fault(law, context, f, law_operands(GivenSpace{text.space()}, i)).is_broken)
        tally.add(key_of(certainly(law), false), i);
  return tally;
}

struct LawBreaker {
  Obligation law;
  const char* code;
  Bits (*result)(Bits, Bits);
};

// Of u16 maxima, each with a variant that breaks it.
const std::vector<LawBreaker> kLawBreakers = {
    {Obligation::commutative, "x", [](Bits x, Bits) { return x; }},
    {Obligation::associative, "x - z", [](Bits x, Bits z) { return (x - z) & 0xffff; }},
    {Obligation::idempotent, "x + z", [](Bits x, Bits z) { return (x + z) & 0xffff; }},
    {Obligation::absorbing, "z", [](Bits, Bits z) { return z; }},
    {Obligation::monotone, "~z", [](Bits, Bits z) { return ~z & 0xffff; }},
    {Obligation::bounded, "x > z ? z : x", [](Bits x, Bits z) { return x > z ? z : x; }},
};

TEST(LawKernel, FindsVariantsThatBreakEachLaw) {
  Stretch stretch = kRandom;
  stretch.laws = true;
  for (const LawBreaker& breaker : kLawBreakers) {
    SCOPED_TRACE(name(breaker.law));
    const ObligationSet laws{breaker.law};
    const SweepText text = SweepText(maximum(Dtype::u16)).laws(laws).expr("a", breaker.code);
    const Tally tally = tally_of(interpreted(sweep_sequence(compile(text), stretch)));
    EXPECT_EQ(tally, laws_on_the_host(text, laws, stretch, breaker.result));
    EXPECT_GT(tally.mismatches(), 0u);
  }
}

TEST(LawKernel, FindsNothingInAMaximum) {
  Stretch stretch = kRandom;
  stretch.laws = true;
  const ObligationSet all{Obligation::commutative, Obligation::associative, Obligation::idempotent,
                          Obligation::absorbing,   Obligation::monotone,    Obligation::bounded};
  const SweepText text = SweepText(maximum(Dtype::s32)).laws(all).expr("a", "x > z ? x : z");
  EXPECT_EQ(tally_of(interpreted(sweep_sequence(compile(text), stretch))).mismatches(), 0u);
}

// A twin that is wrong about one pattern: the canonical NaN.
TEST(FusedKernel, HasAnotherDigestWhereTheTwinIsWrong) {
  const SweepText text = SweepText(maximum(Dtype::f16)).exhaustive().expr("a", "x");
  const Stretch stretch{0, 0x3c007bf0, 0x90, false};
  const SweepProgram program = text.program();
  std::string source = fused_source(program, program.program.variants, {true, false});
  const std::string canonical_nan = "0x7fffull}";
  ASSERT_NE(source.find(canonical_nan), std::string::npos);
  source.replace(source.find(canonical_nan), canonical_nan.size(), "0x7ffeull}");
  Recipe recipe;
  recipe.source = source;
  recipe.arch = "sm_90";
  recipe.judges = true;
  const CompilationMemo::Made wrong = compile(compiler(), recipe);
  ASSERT_TRUE(wrong->succeeded) << wrong->log;
  SweepKernel kernel = compile(text);
  kernel.sample.image = std::make_shared<const Image>(Image{Path::jit, wrong->ptx});
  EXPECT_NE(sample_of(interpreted(sample_sequence(kernel, stretch))).twin, twin_of_host(text, stretch));
}

TEST(FusedKernel, ServesEveryVariantOfAProgram) {
  const SweepText text =
      SweepText(maximum(Dtype::u16)).expr("first", "x").expr("broken", "no such thing").expr("second", "z");
  const auto kernels = compile_sweep_kernels(compiler(), text.program(), kGpu);
  ASSERT_EQ(kernels.size(), 3u);
  EXPECT_NE(kernels[1].kernel.error, "");
  EXPECT_EQ(tally_of(interpreted(sweep_sequence(kernels[0], kRandom))), text.tally(kRandom, first));
  EXPECT_EQ(tally_of(interpreted(sweep_sequence(kernels[2], kRandom))), text.tally(kRandom, second));
}

}  // namespace
}  // namespace semcheck
