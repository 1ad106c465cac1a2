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

/// Results that are to be looked at again, so that threads which have some do so together.
struct Doubtful {
  static constexpr unsigned kMost = 16;
  unsigned count = 0;
  unsigned char places[kMost];  ///< among the cases of the thread
  Bits results[kMost];
};

/// The cases of one thread.
struct ThreadCases {
  Bits base;   ///< number kCasesOfThread of all
  Bits first;  ///< of those that are swept
  Bits end;

  bool is_whole() const { return base >= first && base + kCasesOfThread <= end; }
  bool holds(Bits index) const { return index >= first && index < end; }
};

/// What a thread finds where it looks again.
struct Findings {
  WrongCases wrong;
  Bits digest = 0;  ///< of cases at an end of those that are swept, and so are the unchecked ones
  Bits unchecked = 0;
};

template <class Swept>
__noinline__ void judge_again(Findings& findings, const Bits* operands, Bits index, Bits result) {
  if ((Swept::verdict(operands, result) & kAllowed) == 0)
    findings.wrong.add(key_of_wrong<Swept::kOperation>(Swept::contract(), operands, result), index);
}

/// Judges doubtful results, slowly.
template <class Swept, Space kSpace>
__noinline__ void settle(Findings& findings, const ThreadCases& cases, Doubtful& doubtful) {
  for (unsigned d = 0; d < doubtful.count; ++d) {
    const Bits index = cases.base + doubtful.places[d], result = doubtful.results[d];
    if (!cases.holds(index)) continue;
    Bits operands[kMostOperands] = {};
    case_of(KnownSpace<kSpace>{}, index, operands);
    judge_again<Swept>(findings, operands, index, result);
    if (cases.is_whole()) continue;
    findings.digest += digest_term(index, result);
    findings.unchecked += (Swept::verdict(operands, result) & kUnchecked) / kUnchecked;
  }
  doubtful.count = 0;
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
  __forceinline__ void make(unsigned place, Bits (*operands)[kMostOperands]) const {
    constexpr unsigned kStep = kCasesOfStep<kSpace>;
    const KnownSpace<kSpace> space;
    if constexpr (kSpace.kind == SpaceKind::random && kIsPlain<kSpace> && kStep > 1) {
      const Words words = philox4x32(index(place) / kStep, 0, kSpace.seed);
#pragma unroll
      for (unsigned j = 0; j < kStep; ++j)
        operands_of_words(space, index(place + j), words.w + j * words_per_case(kSpace), operands[j]);
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

/// Judges the cases of all threads.
/// @param compute  gives the results of the cases of a step: by the first of their places among those of the thread,
/// and
///                 their operands
template <class Swept, Space kSpace, class Compute>
__forceinline__ void judge_cases(DeviceTally* tally, Bits first, Bits count, const Compute& compute) {
  constexpr unsigned kStep = kCasesOfStep<kSpace>;
  const Bits thread = blockIdx.x * blockDim.x + threadIdx.x;
  const ThreadCases cases{first / kCasesOfThread * kCasesOfThread + thread * kCasesOfThread, first, first + count};
  const Operands<kSpace> all(cases.base);
  const bool whole = cases.is_whole();
  Findings findings{WrongCases(tally)};
  Doubtful doubtful;
  Bits digest = 0, unchecked = 0;
#pragma unroll 1
  for (unsigned place = 0; place < kCasesOfThread && cases.base < cases.end; place += kStep) {
    Bits operands[kStep][kMostOperands] = {}, results[kStep];
    all.make(place, operands);
    compute(cases, place, operands, results);
    bool right = whole;
#pragma unroll
    for (unsigned j = 0; j < kStep; ++j) {
      results[j] = in_register<Swept::kOperation.result.width>(results[j]);
      const unsigned verdict = Swept::verdict(operands[j], results[j]);
      right = right & ((verdict & kAllowed) != 0);
      unchecked += (verdict & kUnchecked) / kUnchecked;
      digest += digest_term_at(all.digest_place(place + j), results[j]);
    }
    if (right) continue;
#pragma unroll
    for (unsigned j = 0; j < kStep; ++j) {
      doubtful.places[doubtful.count] = static_cast<unsigned char>(place + j);
      doubtful.results[doubtful.count++] = results[j];
    }
    if (doubtful.count + kStep > Doubtful::kMost) settle<Swept, kSpace>(findings, cases, doubtful);
  }
  if (doubtful.count > 0) settle<Swept, kSpace>(findings, cases, doubtful);
  findings.wrong.flush();
  add_up(&tally->digest, whole ? digest : findings.digest);
  add_up(&tally->unchecked, whole ? unchecked : findings.unchecked);
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
