#include "core/sweep/reference_loop.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/sweep/vectorised.h"
#include "core/values/dtype.h"

namespace semcheck {
namespace {

/// `outcome_of(operands)` is what the reading allows for a case.
template <std::size_t kOperands, class OutcomeOf>
void judge_batch(const Format& f, Batch& batch, const OutcomeOf& outcome_of) {
  for (std::size_t i = 0; i < kBatch; ++i) {
    Bits operands[kOperands] = {};
    for (std::size_t k = 0; k < kOperands; ++k) operands[k] = batch.operands[k][i];
    const Outcome outcome = outcome_of(operands);
    batch.verdicts[i] |= (allows(f, outcome, batch.results[i]) ? kAllowed : 0) |
                         (outcome.kind == OutcomeKind::anything ? kUnchecked : 0);
  }
}

template <OperationKind kKind>
void run_general(const Elementwise& operation, const Choice& reading, Batch& batch) {
  judge_batch<kMostOperands>(operation.result, batch,
                             [&](const Bits* operands) { return evaluate<kKind>(operation, reading, operands); });
}

template <Elementwise kOperation, Choice kReading>
void run_special(const Elementwise&, const Choice&, Batch& batch) {
  run_vectorised([&] {
    judge_batch<kOperation.count>(kOperation.result, batch, [](const Bits* operands) {
      return evaluate<kOperation.kind>(kOperation, kReading, operands);
    });
  });
}

constexpr Elementwise binary(OperationKind kind, Dtype dtype) {
  Elementwise operation;
  operation.kind = kind;
  operation.result = operation.operands[0] = operation.operands[1] = format(dtype);
  return operation;
}

constexpr Choice compare_select(Tie tie) {
  Choice reading;
  reading.nan = Nan::second;
  reading.nan_result = NanResult::selected;
  reading.snan = Snan::verbatim;
  reading.signed_zero = SignedZero::equal;
  reading.tie = tie;
  return reading;
}

/// The readings that specs of maxima and minima have most: PTX max and max.NaN, with .ftz and without, x >= z ? x : z
/// and x > z ? x : z.
constexpr std::array kReadings = {Choice{.nan = Nan::ignore},
                                  Choice{},
                                  Choice{.nan = Nan::ignore, .subnormal = Subnormal::flush},
                                  Choice{.subnormal = Subnormal::flush},
                                  compare_select(Tie::first),
                                  compare_select(Tie::second)};

constexpr Choice reading_of(std::size_t i, Dtype dtype) {
  Choice reading = kReadings[i];
  reading.nan_canonical = row(dtype).canonical_nan;
  return reading;
}

template <OperationKind kKind, Dtype kDtype, std::size_t kReading>
constexpr SpecialLoop special() {
  constexpr Elementwise kOperation = binary(kKind, kDtype);
  constexpr Choice kChoice = reading_of(kReading, kDtype);
  return {kOperation, kChoice, run_special<kOperation, kChoice>};
}

template <OperationKind kKind, Dtype kDtype, std::size_t... kEach>
constexpr auto each_reading(std::index_sequence<kEach...>) {
  return std::array{special<kKind, kDtype, kEach>()...};
}

template <OperationKind kKind, Dtype... kEach>
constexpr auto each_dtype() {
  return std::array{each_reading<kKind, kEach>(std::make_index_sequence<kReadings.size()>())...};
}

using enum Dtype;
constexpr std::array kByKind = {each_dtype<OperationKind::max, f64, f32, f16, bf16>(),
                                each_dtype<OperationKind::min, f64, f32, f16, bf16>()};

struct GeneralLoop {
  template <OperationKind kKind>
  ReferenceLoop of() const {
    return run_general<kKind>;
  }
};

}  // namespace

std::span<const SpecialLoop> special_loops() {
  return {&kByKind[0][0][0], kByKind.size() * kByKind[0].size() * kByKind[0][0].size()};
}

ReferenceLoop general_loop(OperationKind kind) {
  return ask_of_kind(kind, GeneralLoop{}, ReferenceLoop{});
}

ReferenceLoop loop_for(const Elementwise& operation, const Choice& reading) {
  const std::span<const SpecialLoop> loops = special_loops();
  const auto found = std::find_if(loops.begin(), loops.end(), [&](const SpecialLoop& loop) {
    return loop.operation == operation && loop.reading == reading;
  });
  return found == loops.end() ? general_loop(operation.kind) : found->run;
}

}  // namespace semcheck
