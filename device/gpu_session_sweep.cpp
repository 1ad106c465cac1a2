#include <algorithm>

#include "device/gpu_session.h"

namespace semcheck {
namespace {

constexpr std::uint64_t kPage = 4096;

std::uint64_t aligned(std::uint64_t size) {
  return (size + kPage - 1) / kPage * kPage;
}

/// Lanes of short launches, and of those that fill the GPU and its memory.
constexpr std::uint32_t kFusedLanes = 4;
constexpr std::uint32_t kStagedLanes = 2;

/// A stretch that an interrupt ended is no result.
template <class Result>
void end(Result& result, const Limits& limits) {
  result.interrupted = !result.error.empty() && limits.are_reached();
  if (result.interrupted) result.error.clear();
}

bool lacks_memory(const std::string& error) {
  return error.starts_with("cuMemAlloc");
}

}  // namespace

std::string GpuSession::load(SweepSequence& sequence, const Region& place) {
  for (std::size_t s = 0; s < sequence.images.size(); ++s)
    if (std::string error = load(sequence.images[s], place, sequence.plan.steps[s].slot); !error.empty()) return error;
  return "";
}

std::string GpuSession::carry_out(SweepSequence& sequence, const Limits& limits, double& device_seconds) {
  require_ready();
  std::size_t largest = 0;
  for (const auto& image : sequence.images) largest = std::max(largest, image->bytes.size() + 1);
  const std::uint64_t size = sequence.contents.size(), step = aligned(size);
  memory_.reserve(2 * step + aligned(largest));
  if (std::string error = load(sequence, {2 * step, largest}); !error.empty()) return error;
  Request request;
  request.command = Command::sweep;
  request.input = {0, size};
  request.output = {step, size};
  request.plan = sequence.plan;
  std::ranges::copy(sequence.contents, at(request.input).begin());
  const Answer answer = worker_->ask(request, limits.timeout, limits.interrupted);
  if (answer.waited == Waited::reply || answer.waited == Waited::timed_out) deaths_ = 0;
  std::string error = conclude(answer, timed_out_text(limits.timeout));
  if (error.empty()) std::ranges::copy(at(request.output), sequence.contents.begin());
  device_seconds = answer.reply.device_us / 1e6;
  return error;
}

/// On as many lanes as there is room for.
std::string GpuSession::launch(SweepSequence& sequence, const Limits& limits, double& device_seconds) {
  std::string error;
  for (std::uint32_t lanes = sequence.plan.own > 0 ? kStagedLanes : kFusedLanes; lanes > 0; lanes /= 2) {
    sequence.plan.lanes = lanes;
    error = carry_out(sequence, limits, device_seconds);
    if (!lacks_memory(error)) break;
  }
  return error;
}

Swept GpuSession::sweep(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) {
  SweepSequence sequence = sweep_sequence(kernel, stretch);
  Swept swept;
  swept.error = launch(sequence, limits, swept.device_seconds);
  if (swept.error.empty()) swept.error = trouble_of(sequence);
  if (swept.error.empty()) swept.tally = tally_of(sequence);
  end(swept, limits);
  return swept;
}

Sample GpuSession::sample(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) {
  SweepSequence sequence = sample_sequence(kernel, stretch);
  double device_seconds = 0;
  const std::string error = launch(sequence, limits, device_seconds);
  Sample sample;
  if (error.empty()) sample = sample_of(sequence);
  sample.error = error;
  end(sample, limits);
  return sample;
}

}  // namespace semcheck
