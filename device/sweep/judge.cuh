#pragma once

/// @file
/// Judges the cases of a space: the reference's twin, specialised for the operation and the rules of a program.
///
/// What is swept is a type with these members:
///
///   kOperation                  the operation
///   kLawContext                 what its laws depend on
///   verdict(operands, actual)   kAllowed, kUnchecked, both or neither
///   twin_term(operands, index)  what the case adds to the digest of the twin
///   contract()                  what results are held to, as the code for wrong ones takes it

#include "core/judge/law_number.h"
#include "core/judge/suspect.h"
#include "core/sweep/cases.h"
#include "core/sweep/digest.h"
#include "core/sweep/twin.h"
#include "device/sweep/tally.cuh"
#include "device/sweep/values.cuh"

namespace semcheck {

/// Some reading allows the result.
inline constexpr unsigned kAllowed = 1;
/// Some reading allows anything.
inline constexpr unsigned kUnchecked = 2;

/// What a reading says about a result.
template <Elementwise kOperation>
inline unsigned verdict_of(const Choice& reading, const Bits* operands, Bits actual) {
  const Outcome outcome = evaluate<kOperation.kind>(kOperation, reading, operands);
  return (allows(kOperation.result, outcome, actual) ? kAllowed : 0) |
         (outcome.kind == OutcomeKind::anything ? kUnchecked : 0);
}

// Functions that are not forced into their callers are simplified once, before they come to stand there many times.

template <Elementwise kOperation, Choice... kReadings>
inline unsigned verdict(const Bits* operands, Bits actual) {
  return (verdict_of<kOperation>(kReadings, operands, actual) | ...);
}

/// A value of any enumeration, by its number.
struct Numbered {
  unsigned number;
  template <class Enumeration>
  constexpr operator Enumeration() const {
    return static_cast<Enumeration>(number);
  }
};

/// Cases of a thread, which begin at their multiples, and those that go through its loop together.
inline constexpr unsigned kCasesOfThread = 64;
template <Space kSpace>
inline constexpr bool kIsPlain = kSpace.by_value < 0 && kSpace.side == 0;
template <Space kSpace>
inline constexpr unsigned kCasesOfStep = !kIsPlain<kSpace> || kSpace.kind == SpaceKind::structured ? 4
                                         : kSpace.kind == SpaceKind::random ? cases_per_call(kSpace)
                                                                            : 8;

/// The cases of one thread.
struct ThreadCases {
  Bits base;   ///< number kCasesOfThread of all
  Bits first;  ///< of those that are swept
  Bits end;

  bool is_whole() const { return base >= first && base + kCasesOfThread <= end; }
  bool holds(Bits index) const { return index >= first && index < end; }
};

/// What a thread finds where it looks again. The sums are of cases at an end of those that are swept.
struct Findings {
  Bits digest = 0;
  Bits unchecked = 0;
};

/// Whether a result is wrong, and then what it breaks is counted.
template <class Swept>
__noinline__ bool judge_again(WrongCases& wrong, const Bits* operands, Bits index, Bits result) {
  if ((Swept::verdict(operands, result) & kAllowed) != 0) return false;
  wrong.add(key_of_wrong<Swept::kOperation>(Swept::contract(), operands, result), index);
  return true;
}

/// Computes doubtful cases again and judges them, slowly and after all others, so that the loop over the cases keeps
/// its registers and the threads that have some do so together.
/// @param doubtful  bit i: the cases of step i
template <class Swept, Space kSpace, class Computer>
__noinline__ void look_again(DeviceTally* tally, const ThreadCases& cases, Bits doubtful, const Computer& computer,
                             Findings& findings) {
  WrongCases wrong(tally);
  for (; doubtful != 0; doubtful &= doubtful - 1) {
    const unsigned place = static_cast<unsigned>(__ffsll(static_cast<long long>(doubtful)) - 1) * kCasesOfStep<kSpace>;
    bool is_wrong = !cases.is_whole();
#pragma unroll 1
    for (unsigned j = 0; j < kCasesOfStep<kSpace>; ++j) {
      const Bits index = cases.base + place + j;
      if (!cases.holds(index)) continue;
      Bits operands[kMostOperands] = {};
      case_of(KnownSpace<kSpace>{}, index, operands);
      const Bits result = computer.one(index, operands);
      is_wrong = judge_again<Swept>(wrong, operands, index, result) || is_wrong;
      if (cases.is_whole()) continue;
      findings.digest += is_digested(index) ? digest_term(index, result) : 0;
      findings.unchecked += (Swept::verdict(operands, result) & kUnchecked) / kUnchecked;
    }
    if (!is_wrong) increase(&tally->unsteady, 1);
  }
  wrong.flush();
}

/// A pattern of which the compiler knows no more than its width.
template <int kWidth>
__forceinline__ Bits in_register(Bits bits) {
  if constexpr (kWidth > 32) return bits;
  const unsigned pattern = hidden(static_cast<unsigned>(bits));
  __builtin_assume(pattern <= static_cast<unsigned>(low_mask(kWidth)));
  return pattern;
}

/// The operands of successive cases, as the loop of a thread takes them.
template <Space kSpace>
struct Operands {
  unsigned low, high;  ///< of the index of the thread's first case
  Bits start[kMostOperands] = {};

  __forceinline__ explicit Operands(Bits base)
      : low(hidden(static_cast<unsigned>(base))), high(hidden(static_cast<unsigned>(base >> 32))) {
    if constexpr (kSpace.kind == SpaceKind::exhaustive && kIsPlain<kSpace>) {
      case_of(KnownSpace<kSpace>{}, base, start);
      hide(start);
    }
  }

  __forceinline__ Bits index(unsigned place) const { return Bits{high} << 32 | (low | place); }

  __forceinline__ unsigned digest_place(unsigned place) const {
    if constexpr (kSpace.kind == SpaceKind::exhaustive && kIsPlain<kSpace>)
      return low * kDigestStep + place * kDigestStep;  // fewer than 2^32 cases
    else
      return semcheck::digest_place(index(place));
  }

  /// The operands of as many cases as a step has.
  /// @tparam kUniform  whether they are known to be drawn with uniform bits
  template <bool kUniform>
  __forceinline__ void make(unsigned place, Bits (*operands)[kMostOperands]) const {
    constexpr unsigned kStep = kCasesOfStep<kSpace>;
    const KnownSpace<kSpace> space;
    if constexpr (kSpace.kind == SpaceKind::random && kIsPlain<kSpace> && kStep > 1) {
      const Words words = philox4x32(index(place) / kStep, 0, kSpace.seed);
#pragma unroll
      for (unsigned j = 0; j < kStep; ++j) {
        const unsigned* own = words.w + j * words_per_case(kSpace);
        if constexpr (kUniform)
          take_words(space, own, operands[j]);
        else
          operands_of_words(space, index(place + j), own, operands[j]);
      }
    } else if constexpr (kSpace.kind == SpaceKind::exhaustive && kIsPlain<kSpace>) {
      // The bits of the index are those of the operands, and only the last operand has some that change.
      static_assert(kSpace.formats[kSpace.operands - 1].width >= 8 && kCasesOfThread <= 256);
#pragma unroll
      for (unsigned j = 0; j < kStep; ++j) {
#pragma unroll
        for (int k = 0; k < kSpace.operands; ++k) operands[j][k] = start[k];
        operands[j][kSpace.operands - 1] = static_cast<unsigned>(start[kSpace.operands - 1]) + place + j;
      }
    } else {
#pragma unroll
      for (unsigned j = 0; j < kStep; ++j) case_of(space, index(place + j), operands[j]);
    }
#pragma unroll
    for (unsigned j = 0; j < kStep; ++j) hide(operands[j]);
  }

 private:
  template <int kOperand = 0>
  __forceinline__ static void hide(Bits* operands) {
    if constexpr (kOperand < kSpace.operands) {
      operands[kOperand] = in_register<kSpace.formats[kOperand].width>(operands[kOperand]);
      hide<kOperand + 1>(operands);
    }
  }
};

/// Judges the cases of a thread, all of which are swept. Returns a bit for each step that is to be looked at again.
template <class Swept, Space kSpace, bool kUniform, class Computer>
__forceinline__ Bits judge_steps(const ThreadCases& cases, const Operands<kSpace>& all, const Computer& computer,
                                 Findings& sums) {
  constexpr unsigned kStep = kCasesOfStep<kSpace>;
  static_assert(kDigestBlock % kCasesOfThread == 0 && kDrawBlock % kCasesOfThread == 0);
  const bool digested = is_digested(cases.base);
  Bits doubtful = 0;
#pragma unroll 1
  for (unsigned place = 0; place < kCasesOfThread; place += kStep) {
    Bits operands[kStep][kMostOperands] = {}, results[kStep];
    all.template make<kUniform>(place, operands);
    computer.step(cases, place, operands, results);
    unsigned allowed = kAllowed;
#pragma unroll
    for (unsigned j = 0; j < kStep; ++j) {
      results[j] = in_register<Swept::kOperation.result.width>(results[j]);
      const unsigned verdict = Swept::verdict(operands[j], results[j]);
      allowed &= verdict;
      sums.unchecked += (verdict & kUnchecked) / kUnchecked;
    }
    if (digested) {
#pragma unroll
      for (unsigned j = 0; j < kStep; ++j) sums.digest += digest_term_at(all.digest_place(place + j), results[j]);
    }
    if (allowed == 0) doubtful |= Bits{1} << (place / kStep);
  }
  return doubtful;
}

/// Judges the cases of all threads.
/// @param computer  has a function `step`, which gives the results of the cases of a step by the first of their places
///                  among those of the thread and their operands, and a function `one`, which gives that of a case
template <class Swept, Space kSpace, class Computer>
__forceinline__ void judge_cases(DeviceTally* tally, Bits first, Bits count, const Computer& computer) {
  constexpr unsigned kStep = kCasesOfStep<kSpace>;
  // Most cases are drawn with uniform bits; a loop of their own is spared the choice of a strategy.
  constexpr bool kDraws = kSpace.kind == SpaceKind::random && kIsPlain<kSpace> && kStep > 1;
  const Bits thread = blockIdx.x * blockDim.x + threadIdx.x;
  const ThreadCases cases{first / kCasesOfThread * kCasesOfThread + thread * kCasesOfThread, first, first + count};
  const Operands<kSpace> all(cases.base);
  Findings sums;
  Bits doubtful = 0;
  if (!cases.is_whole())
    doubtful = cases.base < cases.end ? low_mask(kCasesOfThread / kStep) : 0;
  else if (kDraws && draw_of(cases.base) == Draw::uniform)
    doubtful = judge_steps<Swept, kSpace, kDraws>(cases, all, computer, sums);
  else
    doubtful = judge_steps<Swept, kSpace, false>(cases, all, computer, sums);
  if (doubtful != 0) look_again<Swept, kSpace>(tally, cases, doubtful, computer, sums);
  add_up(&tally->digest[blockIdx.x % kDeviceSums], sums.digest);
  add_up(&tally->unchecked[blockIdx.x % kDeviceSums], sums.unchecked);
}

// Of many readings a loop, which compiles fast.

template <Elementwise kOperation>
__noinline__ unsigned verdict_of_all(const Choice* readings, int count, const Bits* operands, Bits actual) {
  unsigned verdict = 0;
  for (int r = 0; r < count; ++r) verdict |= verdict_of<kOperation>(readings[r], operands, actual);
  return verdict;
}

template <Elementwise kOperation>
__noinline__ Bits twin_term_of_all(const Choice* readings, int count, const Bits* operands, Bits index) {
  Bits sum = operands_term(kOperation.count, operands, index);
  for (int r = 0; r < count; ++r)
    sum += outcome_term(r, evaluate<kOperation.kind>(kOperation, readings[r], operands), index);
  return sum;
}

}  // namespace semcheck
