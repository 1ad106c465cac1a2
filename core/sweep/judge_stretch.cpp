#include "core/sweep/judge_stretch.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <vector>

#include "core/judge/suspect.h"
#include "core/sweep/case_maker.h"
#include "core/sweep/digest.h"
#include "core/sweep/reference_loop.h"
#include "core/sweep/vectorised.h"

namespace semcheck {
namespace {

/// The cases of a batch; those beyond its end stay as they were.
void make_cases(CaseMaker& cases, std::uint64_t first, std::size_t count, Batch& batch) {
  for (std::size_t i = 0; i < count; ++i) {
    Bits operands[kMostOperands] = {};
    cases.at(first + i, operands);
    for (int k = 0; k < kMostOperands; ++k) batch.operands[k][i] = operands[k];
  }
}

Bits digest_of(std::uint64_t first, std::span<const Bits> results) {
  Bits sum = 0;
  run_vectorised([&] {
    Bits part = 0;
    for (std::size_t i = 0; i < results.size(); ++i)
      part += is_digested(first + i) ? digest_term(first + i, results[i]) : 0;
    sum = part;
  });
  return sum;
}

/// Judges batch after batch.
class Judge {
 public:
  explicit Judge(const Contract& contract) : contract_(contract), batch_(std::make_unique<Batch>()) {
    for (int r = 0; r < contract.reading_count; ++r)
      loops_.push_back(loop_for(contract.operation, contract.readings[r]));
  }

  void judge(CaseMaker& cases, std::uint64_t first, std::span<const Bits> results, Tally& tally) {
    make_cases(cases, first, results.size(), *batch_);
    std::copy(results.begin(), results.end(), batch_->results);
    std::fill_n(batch_->verdicts, kBatch, 0);
    for (std::size_t r = 0; r < loops_.size(); ++r) loops_[r](contract_.operation, contract_.readings[r], *batch_);
    tally.cases += results.size();
    tally.digest += digest_of(first, results);
    for (std::size_t i = 0; i < results.size(); ++i)
      if (batch_->verdicts[i] != kAllowed) count(first, i, tally);
  }

 private:
  void count(std::uint64_t first, std::size_t i, Tally& tally) const {
    if ((batch_->verdicts[i] & kUnchecked) != 0) ++tally.unchecked;
    if ((batch_->verdicts[i] & kAllowed) != 0) return;
    Bits operands[kMostOperands] = {};
    for (int k = 0; k < kMostOperands; ++k) operands[k] = batch_->operands[k][i];
    tally.add(key_of_wrong(contract_, operands, batch_->results[i]), first + i);
  }

  const Contract& contract_;
  std::vector<ReferenceLoop> loops_;
  std::unique_ptr<Batch> batch_;
};

}  // namespace

Tally judge_stretch(const Contract& contract, const Space& space, std::uint64_t first, std::span<const Bits> results) {
  assert(contract.operation.count <= space.operands);
  Judge judge(contract);
  CaseMaker cases(space);
  Tally tally;
  for (std::size_t done = 0; done < results.size(); done += kBatch)
    judge.judge(cases, first + done, results.subspan(done, std::min(kBatch, results.size() - done)), tally);
  return tally;
}

}  // namespace semcheck
