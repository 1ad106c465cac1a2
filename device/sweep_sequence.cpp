#include "device/sweep_sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <iterator>
#include <numeric>
#include <string_view>

#include "core/sweep/chunks.h"
#include "device/device_tally.h"
#include "device/supply_kernel.h"
#include "device/sweep_kernel.h"
#include "device/sweep_piece.h"
#include "device/worker_protocol.h"

namespace semcheck {
namespace {

using Parameters = std::vector<StepParameter>;

constexpr StepParameter kFirst{StepSource::first, 0};
constexpr StepParameter kCount{StepSource::count, 0};
constexpr StepParameter kTally{StepSource::shared, 0};

const Space& space_of(const SweepKernel& kernel, const Stretch& stretch) {
  return kernel.program->spaces.at(stretch.space);
}

bool is_fused(const SweepKernel& kernel) {
  return !kernel.twin.image;
}

/// Where the arrays of a chunk stand in the memory of its lane.
struct OwnArrays {
  std::vector<StepParameter> operands;
  StepParameter results;
  std::uint64_t size = 0;
};

class ArrayPlaces {
 public:
  StepParameter add(std::uint64_t elements, Dtype dtype, bool shifted) {
    constexpr std::uint64_t alignment = 256;
    const std::uint64_t shift = shifted ? size_of(dtype) : 0;
    const StepParameter place{StepSource::own, size_ + shift};
    size_ = (size_ + shift + elements * size_of(dtype) + alignment - 1) / alignment * alignment;
    return place;
  }
  std::uint64_t size() const { return size_; }

 private:
  std::uint64_t size_ = 0;
};

OwnArrays own_arrays(const Operation& operation, const Feed& feed, const Space& space, std::uint64_t cases) {
  const bool shifted = feed.supply == Supply::tail;
  const std::uint64_t results = most_results(space, cases);
  ArrayPlaces places;
  OwnArrays own;
  own.results = places.add(results, operation.result, shifted);
  for (std::size_t k = 0; k < operation.operands.size(); ++k) {
    if (is_by_value(feed) && k == feed.operand) continue;
    const bool in_place = feed.supply == Supply::in_place && k == feed.operand;
    own.operands.push_back(in_place ? own.results
                                    : places.add(elements_for(feed, k, results), operation.operands[k], shifted));
  }
  own.size = places.size();
  return own;
}

void add_step(SweepSequence& sequence, const Kernel& kernel, std::string_view entry, const Parameters& parameters,
              std::uint32_t items = 1, std::uint64_t extra = 0) {
  LaunchStep& step = sequence.plan.steps.at(sequence.plan.step_count++);
  put(step.entry, entry);
  assert(parameters.size() <= step.parameters.size() && entry.size() < step.entry.size());
  std::ranges::copy(parameters, step.parameters.begin());
  step.parameter_count = static_cast<std::uint32_t>(parameters.size());
  step.items = items;
  step.extra = extra;
  sequence.images.push_back(kernel.image);
}

/// The steps that leave the variant's results for a chunk in its own arrays.
OwnArrays add_staged_steps(SweepSequence& sequence, const SweepKernel& kernel, const Stretch& stretch) {
  const Kernel& variant = kernel.kernel;
  const Space& space = space_of(kernel, stretch);
  assert(space.side * space.side % kChunk == 0);  // no launch has cases of two squares
  OwnArrays own =
      own_arrays(kernel.program->program.spec.operation, variant.feed, space, std::min(stretch.count, kChunk));
  Parameters made = own.operands;
  made.insert(made.end(), {kFirst, kCount});
  add_step(sequence, kernel.twin, cases_entry(kernel.twin, stretch.space), made);
  Parameters taken = own.operands;
  if (variant.feed.supply == Supply::argument) taken.push_back({StepSource::value, variant.feed.values.front()});
  if (variant.feed.supply == Supply::broadcast) taken.push_back({StepSource::value, variant.feed.columns});
  taken.insert(taken.end(),
               {own.results, {space.side == 0 ? StepSource::groups : StepSource::grouped, group_of(space)}});
  // Each of the elements that fill no vector has a thread of its own, beside those of the vectors.
  const std::uint32_t width = vector_width(variant.feed.supply);
  const std::uint64_t left_over = width - 1;
  add_step(sequence, variant, variant.entry, taken, width, 2 * group_of(space) + left_over * left_over);
  sequence.plan.with_tails = 1;
  sequence.plan.own = own.size;
  return own;
}

StepParameter number_of(const Kernel& kernel, const SweepProgram& program) {
  return {StepSource::value, semcheck::number_of(program, kernel.variant)};
}

SweepSequence sequence_over(const Stretch& stretch, std::size_t shared) {
  SweepSequence sequence;
  sequence.plan.first = stretch.first;
  sequence.plan.count = stretch.count;
  sequence.plan.shared = (shared + 255) / 256 * 256;
  sequence.contents.resize(shared);
  return sequence;
}

DeviceTally device_tally_of(const SweepSequence& sequence) {
  DeviceTally device;
  std::memcpy(&device, sequence.contents.data(), sizeof device);
  return device;
}

}  // namespace

std::string entry_for(const Kernel& kernel, std::size_t space) {
  return fmt::format("{}_{}", kernel.entry, space);
}

std::string cases_entry(const Kernel& twin, std::size_t space) {
  return fmt::format("{}_cases_{}", twin.entry, space);
}

std::string judge_entry(const Kernel& twin, std::size_t space) {
  return fmt::format("{}_judge_{}", twin.entry, space);
}

SweepSequence sweep_sequence(const SweepKernel& kernel, const Stretch& stretch) {
  SweepSequence sequence = sequence_over(stretch, sizeof(DeviceTally));
  DeviceTally empty;
  for (DeviceTally::Entry& entry : empty.entries) std::ranges::fill(entry.lowest, ~0ull);
  std::memcpy(sequence.contents.data(), &empty, sizeof empty);
  if (stretch.laws || is_fused(kernel)) {
    const Kernel& fused = stretch.laws ? kernel.laws : kernel.kernel;
    add_step(sequence, fused, entry_for(fused, stretch.space),
             {kTally, kFirst, kCount, number_of(fused, *kernel.program)}, kCasesOfThread, kCasesOfThread - 1);
    return sequence;
  }
  const OwnArrays own = add_staged_steps(sequence, kernel, stretch);
  add_step(sequence, kernel.twin, judge_entry(kernel.twin, stretch.space), {own.results, kTally, kFirst, kCount},
           kCasesOfThread, kCasesOfThread - 1);
  return sequence;
}

SweepSequence sample_sequence(const SweepKernel& kernel, const Stretch& stretch) {
  // The digest of the twin stands first, the results behind it.
  SweepSequence sequence = sequence_over(stretch, (stretch.count + 1) * sizeof(Bits));
  Parameters parameters{
      {StepSource::shared, sizeof(Bits)}, {StepSource::shared, 0}, {StepSource::value, stretch.first}, kFirst, kCount};
  if (is_fused(kernel))
    parameters.push_back(number_of(kernel.sample, *kernel.program));
  else
    parameters.insert(parameters.begin(), add_staged_steps(sequence, kernel, stretch).results);
  add_step(sequence, kernel.sample, entry_for(kernel.sample, stretch.space), parameters);
  return sequence;
}

std::string trouble_of(const SweepSequence& sequence) {
  const DeviceTally device = device_tally_of(sequence);
  if (device.unsteady > 0) return "gives another result when the same operands come again";
  return device.lost > 0 ? "breaks the rules in more ways than are counted apart" : "";
}

Tally tally_of(const SweepSequence& sequence) {
  const DeviceTally device = device_tally_of(sequence);
  Tally tally;
  tally.cases = sequence.plan.count;
  tally.unchecked = std::reduce(std::begin(device.unchecked), std::end(device.unchecked));
  tally.digest = std::reduce(std::begin(device.digest), std::end(device.digest));
  for (const DeviceTally::Entry& entry : device.entries) {
    if (entry.key == 0) continue;
    Tally::Entry& wrong = tally.wrong[entry.key];
    wrong.count = entry.count;
    std::ranges::copy_if(entry.lowest, std::back_inserter(wrong.lowest), [](Bits index) { return index != ~Bits{0}; });
  }
  return tally;
}

Sample sample_of(const SweepSequence& sequence) {
  std::vector<Bits> words(sequence.contents.size() / sizeof(Bits));
  std::memcpy(words.data(), sequence.contents.data(), sequence.contents.size());
  Sample sample;
  sample.twin = words.front();
  sample.results.assign(words.begin() + 1, words.end());
  return sample;
}

}  // namespace semcheck
