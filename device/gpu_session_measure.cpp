#include <algorithm>
#include <array>
#include <cassert>

#include "device/gpu_session.h"
#include "device/large_launch.h"

namespace semcheck {
namespace {

/// Bytes of an operand: far more than a cache holds, and less where the GPU has no room for them.
constexpr std::array<std::uint64_t, 3> kOperandBytes = {64U << 20, 16U << 20, 4U << 20};

constexpr std::uint64_t kPage = 4096;

bool lacks_memory(const std::string& error) {
  return error.starts_with("cuMemAlloc");
}

/// Bytes of a copy that moves as many as the launch does: it reads and writes each.
std::uint64_t copied_by(const LargeLaunch& large) {
  return std::min(large.moved / 2, large.memory / 2);
}

double a_second(std::uint64_t bytes, double us) {
  return us > 0 ? static_cast<double>(bytes) / us * 1e6 : 0;
}

Timed timed_of(const Reply& reply, const LargeLaunch& large) {
  Timed timed;
  timed.median_us = reply.median_us;
  timed.least_us = reply.least_us;
  timed.most_us = reply.most_us;
  timed.launches = reply.launches;
  timed.elements = large.elements;
  timed.bytes_per_second = a_second(large.moved, reply.median_us);
  timed.copy_bytes_per_second = a_second(2 * copied_by(large), reply.copy_us);
  return timed;
}

Request request_of(const Kernel& kernel, const LargeLaunch& large) {
  Request request;
  request.command = Command::measure;
  put(request.entry, kernel.entry);
  assert(large.launch.parameters.size() <= request.parameters.size() && large.tiles.size() <= request.tiles.size());
  for (const Parameter& parameter : large.launch.parameters) {
    request.pointers |= static_cast<std::uint32_t>(parameter.is_offset) << request.parameter_count;
    request.parameters[request.parameter_count++] = parameter.value;
  }
  for (const Tile& tile : large.tiles) request.tiles[request.tile_count++] = tile;
  request.memory = large.memory;
  request.blocks = large.launch.blocks;
  request.threads = large.launch.threads;
  return request;
}

}  // namespace

std::string GpuSession::time(const Kernel& kernel, const LargeLaunch& large, bool with_copy, const Limits& limits,
                             Reply& reply) {
  require_ready();
  Request request = request_of(kernel, large);
  request.copied = with_copy ? copied_by(large) : 0;
  request.input = {0, large.contents.size()};
  const Region image{(large.contents.size() + kPage - 1) / kPage * kPage, kernel.image->bytes.size() + 1};
  memory_.reserve(image.offset + image.size);
  std::copy(large.contents.begin(), large.contents.end(), at(request.input).begin());
  if (std::string error = load(kernel.image, image, request.slot); !error.empty()) return error;
  const Answer answer = worker_->ask(request, limits.timeout, limits.interrupted);
  if (answer.waited == Waited::reply || answer.waited == Waited::timed_out) deaths_ = 0;
  reply = answer.reply;
  return conclude(answer, timed_out_text(limits.timeout));
}

Measurement GpuSession::measure(const Kernel& kernel, const Operation& operation, const Cases& cases,
                                const Limits& limits) {
  Measurement measurement;
  Reply reply;
  for (std::uint64_t bytes : kOperandBytes) {
    const auto large = large_launch(operation, kernel, cases, bytes);
    if (!large) return measurement;
    measurement.error = time(kernel, *large, true, limits, reply);
    if (measurement.error.empty()) measurement.timed = timed_of(reply, *large);
    if (!lacks_memory(measurement.error)) break;
  }
  if (!measurement.timed || !is_row_operation(operation.kind)) return measurement;
  const auto one_row = large_launch(operation, kernel, cases, 0);
  measurement.error = time(kernel, *one_row, false, limits, reply);
  if (measurement.error.empty()) measurement.timed->row_latency_us = reply.median_us;
  return measurement;
}

std::vector<Measurement> GpuSession::measure(std::span<const Kernel> kernels, const Operation& operation,
                                             const Cases& cases, const Limits& limits) {
  std::vector<Measurement> measurements(kernels.size());
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (kernels[i].image && kernels[i].path != Path::ptx && !limits.are_reached())
      measurements[i] = measure(kernels[i], operation, cases, limits);
  return measurements;
}

}  // namespace semcheck
