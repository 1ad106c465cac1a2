#include <benchmark/benchmark.h>

#include "core/judge/behaviour.h"
#include "core/judge/laws.h"
#include "core/reference/extremum.h"
#include "tests/unit/judge/sample.h"

// How fast the meaning is: reference evaluations a second on one core, and the steps of judging one variant.
namespace semcheck {
namespace {

const Operation kMax = known::max_of(Dtype::f32);
const Choice kFmaxf = known::maximum_number(Dtype::f32);

/// The special values of both shipped matrices are about this many.
constexpr std::uint64_t kRandomCases = 65536;

const Cases& cases() {
  static const Cases made = sample::cases_of(kMax, sample::kSpecialF32, kRandomCases);
  return made;
}

Rules set_valued_rules() {
  Rules rules = sample::rules_f32(kFmaxf);
  rules.set(Obligation::nan_result, NanResult::operand);
  rules.set(Obligation::snan, Snan::either);
  rules.set(Obligation::signed_zero, SignedZero::either);
  return rules;
}

void count_cases(benchmark::State& state) {
  state.counters["evaluations"] =
      benchmark::Counter(static_cast<double>(cases().size()), benchmark::Counter::kIsIterationInvariantRate);
}

void evaluate_single_reading(benchmark::State& state) {
  while (state.KeepRunning())
    for (std::size_t i = 0; i < cases().size(); ++i) {
      const Bits operands[] = {cases().operands[0][i], cases().operands[1][i]};
      benchmark::DoNotOptimize(evaluate(kMax, kFmaxf, operands));
    }
  count_cases(state);
}
BENCHMARK(evaluate_single_reading)->Unit(benchmark::kMillisecond);

void evaluate_constant_rules(benchmark::State& state) {
  constexpr Choice rules = {.nan = Nan::ignore, .nan_canonical = 0x7fffffff};
  constexpr Format f = format(Dtype::f32);
  while (state.KeepRunning())
    for (std::size_t i = 0; i < cases().size(); ++i)
      benchmark::DoNotOptimize(extremum(Extremum::max, rules, f, f, f, cases().operands[0][i], cases().operands[1][i]));
  count_cases(state);
}
BENCHMARK(evaluate_constant_rules)->Unit(benchmark::kMillisecond);

void evaluate_set_valued_rule(benchmark::State& state) {
  const std::vector<Choice> readings = choices(set_valued_rules());
  while (state.KeepRunning())
    for (std::size_t i = 0; i < cases().size(); ++i) {
      const Bits operands[] = {cases().operands[0][i], cases().operands[1][i]};
      benchmark::DoNotOptimize(expected(kMax, readings, operands));
    }
  count_cases(state);
  state.counters["readings"] = static_cast<double>(readings.size());
}
BENCHMARK(evaluate_set_valued_rule)->Unit(benchmark::kMillisecond);

void make_random_cases(benchmark::State& state) {
  while (state.KeepRunning()) benchmark::DoNotOptimize(make_cases(kMax, {{}, {kRandomCases, 1}, {}, {}}));
}
BENCHMARK(make_random_cases)->Unit(benchmark::kMillisecond);

void expect_single_reading(benchmark::State& state) {
  while (state.KeepRunning()) benchmark::DoNotOptimize(expect(kMax, sample::rules_f32(kFmaxf), cases()));
}
BENCHMARK(expect_single_reading)->Unit(benchmark::kMillisecond);

void expect_set_valued_rule(benchmark::State& state) {
  while (state.KeepRunning()) benchmark::DoNotOptimize(expect(kMax, set_valued_rules(), cases()));
}
BENCHMARK(expect_set_valued_rule)->Unit(benchmark::kMillisecond);

void judge_results(benchmark::State& state, const std::vector<Bits>& results) {
  const Rules rules = sample::rules_f32(kFmaxf);
  const Expectations expectations = expect(kMax, rules, cases());
  while (state.KeepRunning()) benchmark::DoNotOptimize(judge(kMax, rules, cases(), expectations, results, 3));
}

void judge_conforming(benchmark::State& state) {
  judge_results(state, sample::results_of(kMax, kFmaxf, cases()));
}
BENCHMARK(judge_conforming)->Unit(benchmark::kMillisecond);

void judge_compare_select(benchmark::State& state) {
  judge_results(state, sample::results_of(kMax, known::compare_select(Dtype::f32, Nan::second, Tie::first), cases()));
}
BENCHMARK(judge_compare_select)->Unit(benchmark::kMillisecond);

void judge_garbage(benchmark::State& state) {
  judge_results(state, std::vector<Bits>(cases().size(), 0x12345678));
}
BENCHMARK(judge_garbage)->Unit(benchmark::kMillisecond);

void observe_results(benchmark::State& state, const std::vector<Bits>& results) {
  while (state.KeepRunning()) benchmark::DoNotOptimize(observe(kMax, cases(), results));
}

void observe_compare_select(benchmark::State& state) {
  observe_results(state, sample::results_of(kMax, known::compare_select(Dtype::f32, Nan::second, Tie::first), cases()));
}
BENCHMARK(observe_compare_select)->Unit(benchmark::kMillisecond);

void observe_fmaxf(benchmark::State& state) {
  observe_results(state, sample::results_of(kMax, kFmaxf, cases()));
}
BENCHMARK(observe_fmaxf)->Unit(benchmark::kMillisecond);

void observe_garbage(benchmark::State& state) {
  std::vector<Bits> results = sample::results_of(kMax, kFmaxf, cases());
  results.back() ^= 1;
  observe_results(state, results);
}
BENCHMARK(observe_garbage)->Unit(benchmark::kMillisecond);

/// All laws on every tuple of so many values.
void check_all_laws(benchmark::State& state) {
  std::vector<Bits> values = sample::kSpecialF32;
  for (Bits b = 0x3f000000; values.size() < static_cast<std::size_t>(state.range(0)); b += 0x00123457)
    values.push_back(b);
  const ObligationSet laws = {Obligation::commutative, Obligation::associative, Obligation::idempotent,
                              Obligation::absorbing,   Obligation::monotone,    Obligation::bounded};
  ResultTable table;
  const Cases pairs = missing_pairs(laws, kMax, values, table);
  table.add(pairs, sample::results_of(kMax, kFmaxf, pairs));
  while (state.KeepRunning()) {
    Judgement judgement;
    benchmark::DoNotOptimize(missing_pairs(laws, kMax, values, table));
    check_laws(laws, kMax, sample::rules_f32(kFmaxf), values, table, 3, judgement);
    benchmark::DoNotOptimize(judgement);
  }
}
BENCHMARK(check_all_laws)->Arg(36)->Arg(87)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace semcheck

BENCHMARK_MAIN();
