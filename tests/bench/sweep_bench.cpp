#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>
#include <random>

#include "core/judge/held_to.h"
#include "core/sweep/cases.h"
#include "core/sweep/judge_stretch.h"
#include "core/sweep/reference_loop.h"
#include "core/sweep/twin.h"
#include "tests/unit/judge/sample.h"

// How fast the host computes what is right, beside a maximum written the way libraries of soft floats write it.
namespace semcheck {
namespace {

const Operation kMax = known::max_of(Dtype::f32);
const HeldTo kFmaxf = held_to(kMax, sample::rules_f32(known::maximum_number(Dtype::f32)));

/// maximumNumber of IEEE 754-2019 in the manner of Berkeley SoftFloat: one case at a time, on bit fields.
namespace scalar {

using Float = std::uint32_t;

bool sign(Float a) {
  return a >> 31 != 0;
}
int exponent(Float a) {
  return static_cast<int>(a >> 23) & 0xff;
}
Float fraction(Float a) {
  return a & 0x007fffff;
}
bool is_nan(Float a) {
  return exponent(a) == 0xff && fraction(a) != 0;
}
bool less(Float a, Float b) {
  if (sign(a) != sign(b)) return sign(a);
  return a != b && (sign(a) != (a < b));
}

[[gnu::noinline]] Float maximum_number(Float a, Float b) {
  constexpr Float kDefaultNan = 0x7fffffff;
  if (is_nan(a)) return is_nan(b) ? kDefaultNan : b;
  if (is_nan(b)) return a;
  return less(a, b) ? b : a;
}

}  // namespace scalar

/// Every bit of the operands is as likely 0 as 1; a result is one of them.
const Batch& random_batch() {
  static const auto batch = [] {
    auto made = std::make_unique<Batch>();
    std::mt19937 generator(1);
    for (std::size_t i = 0; i < kBatch; ++i) {
      made->operands[0][i] = generator();
      made->operands[1][i] = generator();
      made->results[i] = scalar::maximum_number(static_cast<scalar::Float>(made->operands[0][i]),
                                                static_cast<scalar::Float>(made->operands[1][i]));
    }
    return made;
  }();
  return *batch;
}

void count_cases(benchmark::State& state, std::size_t cases) {
  state.counters["cases"] =
      benchmark::Counter(static_cast<double>(cases), benchmark::Counter::kIsIterationInvariantRate);
}

void judge_by_scalar_maximum(Batch& batch) {
  for (std::size_t i = 0; i < kBatch; ++i) {
    const scalar::Float right = scalar::maximum_number(static_cast<scalar::Float>(batch.operands[0][i]),
                                                       static_cast<scalar::Float>(batch.operands[1][i]));
    batch.verdicts[i] |= right == batch.results[i] ? kAllowed : 0;
  }
  benchmark::ClobberMemory();
}

void judge_by_loop(Batch& batch, ReferenceLoop loop) {
  loop(kFmaxf.contract.operation, kFmaxf.readings.front(), batch);
  benchmark::ClobberMemory();
}

ReferenceLoop loop_of_fmaxf() {
  return loop_for(kFmaxf.contract.operation, kFmaxf.readings.front());
}

void judge_by_scalar_maximum(benchmark::State& state) {
  const auto batch = std::make_unique<Batch>(random_batch());
  while (state.KeepRunning()) judge_by_scalar_maximum(*batch);
  count_cases(state, kBatch);
}
BENCHMARK(judge_by_scalar_maximum);

void judge_by_the_reference(benchmark::State& state) {
  const auto batch = std::make_unique<Batch>(random_batch());
  while (state.KeepRunning()) judge_by_loop(*batch, loop_of_fmaxf());
  count_cases(state, kBatch);
}
BENCHMARK(judge_by_the_reference);

/// Both in turn; how many times as fast the reference is.
void reference_over_scalar_maximum(benchmark::State& state) {
  using Clock = std::chrono::steady_clock;
  const auto batch = std::make_unique<Batch>(random_batch());
  Clock::duration scalar{}, reference{};
  while (state.KeepRunning()) {
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < 100; ++i) judge_by_scalar_maximum(*batch);
    const Clock::time_point middle = Clock::now();
    for (int i = 0; i < 100; ++i) judge_by_loop(*batch, loop_of_fmaxf());
    scalar += middle - begin;
    reference += Clock::now() - middle;
  }
  state.counters["ratio"] = static_cast<double>(scalar.count()) / static_cast<double>(reference.count());
}
BENCHMARK(reference_over_scalar_maximum);

void judge_by_the_reference_of_any_rules(benchmark::State& state) {
  const auto batch = std::make_unique<Batch>(random_batch());
  while (state.KeepRunning()) judge_by_loop(*batch, general_loop(OperationKind::max));
  count_cases(state, kBatch);
}
BENCHMARK(judge_by_the_reference_of_any_rules);

/// Every special loop takes cases of f32, whatever its dtype.
void judge_by_every_special_loop(benchmark::State& state) {
  const auto batch = std::make_unique<Batch>(random_batch());
  while (state.KeepRunning())
    for (const SpecialLoop& loop : special_loops()) {
      loop.run(loop.operation, loop.reading, *batch);
      benchmark::ClobberMemory();
    }
  count_cases(state, kBatch * special_loops().size());
}
BENCHMARK(judge_by_every_special_loop);

constexpr std::size_t kStretch = std::size_t{1} << 18;

Space pairs(SpaceKind kind) {
  Space space;
  space.kind = kind;
  space.drawn = kStretch;
  return space;
}

void judge_a_stretch(benchmark::State& state, SpaceKind kind) {
  const Space space = pairs(kind);
  std::vector<Bits> results;
  for (std::size_t i = 0; i < kStretch; ++i) {
    Bits operands[kMostOperands] = {};
    case_at(space, i, operands);
    results.push_back(evaluate(kFmaxf.contract.operation, kFmaxf.readings.front(), operands).bits);
  }
  while (state.KeepRunning()) benchmark::DoNotOptimize(judge_stretch(kFmaxf.contract, space, 0, results));
  count_cases(state, kStretch);
}
BENCHMARK_CAPTURE(judge_a_stretch, random, SpaceKind::random)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(judge_a_stretch, structured, SpaceKind::structured)->Unit(benchmark::kMillisecond);

void judge_a_stretch_of_garbage(benchmark::State& state) {
  const std::vector<Bits> results(kStretch, 0x12345678);
  while (state.KeepRunning())
    benchmark::DoNotOptimize(judge_stretch(kFmaxf.contract, pairs(SpaceKind::random), 0, results));
  count_cases(state, kStretch);
}
BENCHMARK(judge_a_stretch_of_garbage)->Unit(benchmark::kMillisecond);

void digest_the_twin(benchmark::State& state) {
  while (state.KeepRunning())
    benchmark::DoNotOptimize(twin_digest(kFmaxf.contract, pairs(SpaceKind::random), 0, kStretch));
  count_cases(state, kStretch);
}
BENCHMARK(digest_the_twin)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace semcheck

BENCHMARK_MAIN();
