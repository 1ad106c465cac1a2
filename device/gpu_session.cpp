#include "device/gpu_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>

#include "core/run/environment_error.h"
#include "device/chain_kernel.h"
#include "device/worker.h"

namespace semcheck {
namespace {

/// The time a worker has to start, to create its context, and to load an image.
constexpr std::chrono::seconds kPatience{60};
constexpr int kMaxDeaths = 3;
constexpr std::uint64_t kPage = 4096;

std::uint64_t aligned(std::uint64_t size) {
  return (size + kPage - 1) / kPage * kPage;
}

GpuFacts facts_of(const Reply& reply) {
  return {get(reply.name), reply.major, reply.minor, reply.multiprocessors, get(reply.driver), reply.gpus};
}

}  // namespace

std::vector<std::string> own_worker_command() {
  return {"/proc/self/exe", kWorkerArgument};
}

GpuSession::GpuSession(std::vector<std::string> command, int ordinal)
    : command_(std::move(command)), ordinal_(ordinal) {
  start();
}

void GpuSession::start() {
  ready_ = false;
  slots_.clear();
  worker_.emplace(command_, memory_.descriptor(), ordinal_);
}

void GpuSession::count_death(const std::string& error) {
  worker_.reset();
  if (++deaths_ < kMaxDeaths) return;
  throw EnvironmentError(fmt::format("the GPU worker failed {} times in a row: {}", deaths_, error),
                         "look at the GPU with nvidia-smi, or use --device ptx");
}

/// Waits for what the worker says next of its own; false when it died instead, and another can be tried.
bool GpuSession::introduce() {
  const Answer answer = worker_->listen(kPatience);
  if (answer.waited == Waited::timed_out)
    throw EnvironmentError(fmt::format("the GPU does not answer: no context after {} s", kPatience.count()),
                           "look at the GPU with nvidia-smi, or use --device ptx");
  if (answer.waited != Waited::reply) {
    count_death(answer.error);
    return false;
  }
  if (answer.reply.status == Status::unusable) throw EnvironmentError(get(answer.reply.text), get(answer.reply.help));
  if (answer.reply.status == Status::facts) facts_ = facts_of(answer.reply);
  ready_ = answer.reply.status == Status::ready;
  return true;
}

const GpuFacts& GpuSession::facts() {
  while (!facts_) {
    if (!worker_) start();
    introduce();
  }
  return *facts_;
}

void GpuSession::require_ready() {
  while (!worker_ || !ready_) {
    if (!worker_) start();
    introduce();
  }
}

/// What an answer says about its request: "" when it was carried out. A worker that cannot go on is let go.
std::string GpuSession::conclude(const Answer& answer, const std::string& timed_out) {
  if (answer.waited == Waited::died || answer.waited == Waited::garbled) {
    count_death(answer.error);
    return answer.error;
  }
  if (answer.waited == Waited::timed_out) {
    worker_.reset();
    return timed_out;
  }
  if (answer.reply.status == Status::done) return "";
  if (answer.reply.status != Status::failed) worker_.reset();
  const std::string text = get(answer.reply.text);
  return text.empty() ? "the worker failed and did not say why" : text;
}

std::string GpuSession::load(const std::shared_ptr<const Image>& image, const Region& place, std::uint32_t& slot) {
  const auto found = std::find_if(slots_.begin(), slots_.end(), [&](const auto& s) { return s.lock() == image; });
  slot = static_cast<std::uint32_t>(found - slots_.begin());
  if (found != slots_.end()) return "";
  const auto unused = std::find_if(slots_.begin(), slots_.end(), [](const auto& s) { return s.expired(); });
  slot = static_cast<std::uint32_t>(unused - slots_.begin());
  if (unused == slots_.end()) slots_.emplace_back();

  const std::span<std::byte> bytes = at({place.offset, image->bytes.size() + 1});
  std::memcpy(bytes.data(), image->bytes.c_str(), bytes.size());
  Request request;
  request.command = Command::load;
  request.slot = slot;
  request.input = {place.offset, bytes.size()};
  if (image->jit_level) request.jit_level = static_cast<std::int32_t>(*image->jit_level);
  std::string error = conclude(worker_->ask(request, kPatience), "the driver's compiler " + timed_out_text(kPatience));
  if (error.empty()) slots_[slot] = image;
  return error;
}

std::string GpuSession::launch(const Kernel& kernel, const Launch& launch, const Places& places, const Region& before,
                               const Limits& limits) {
  require_ready();
  Request request;
  request.command = Command::launch;
  if (std::string error = load(kernel.image, places.image, request.slot); !error.empty()) return error;
  request.input = before;
  request.output = places.after;
  put(request.entry, kernel.entry);
  assert(launch.parameters.size() <= request.parameters.size());
  for (const Parameter& parameter : launch.parameters) {
    request.pointers |= static_cast<std::uint32_t>(parameter.is_offset) << request.parameter_count;
    request.parameters[request.parameter_count++] = parameter.value;
  }
  request.blocks = launch.blocks;
  request.threads = launch.threads;
  const Answer answer = worker_->ask(request, limits.timeout, limits.interrupted);
  if (answer.waited == Waited::reply || answer.waited == Waited::timed_out) deaths_ = 0;
  return conclude(answer, timed_out_text(limits.timeout));
}

GpuSession::Places GpuSession::lay_out(std::span<const Kernel> kernels, const ArenaLayout& layout) {
  std::size_t largest = 0;
  for (const Kernel& kernel : kernels)
    if (kernel.image) largest = std::max(largest, kernel.image->bytes.size() + 1);
  const std::uint64_t step = aligned(layout.size);
  memory_.reserve(3 * step + aligned(largest));
  return {{0, layout.size}, {step, layout.size}, {2 * step, layout.size}, {3 * step, largest}};
}

std::vector<Execution> GpuSession::execute(std::span<const Kernel> kernels, const Operation& operation,
                                           const Cases& cases, const Limits& limits) {
  std::vector<Execution> executions(kernels.size());
  if (cases.size() == 0 || kernels.empty()) return executions;
  const LaunchData data = launch_data(operation, cases, kernels.front().feed);
  const ArenaLayout layout = arena_layout(data);
  const Places places = lay_out(kernels, layout);
  fill_arena(layout, data, Poison::plain, at(places.plain));
  fill_arena(layout, data, Poison::complement, at(places.complement));
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    executions[i].interrupted = limits.are_reached();
    const bool runs = kernels[i].image && kernels[i].error.empty() && kernels[i].path != Path::ptx;
    if (!runs || executions[i].interrupted) continue;
    const Launch how = launch_of(operation, kernels[i], data, layout);
    executions[i] =
        run_on_arena(layout, at(places.plain), at(places.complement), at(places.after),
                     [&](std::span<const std::byte> before, std::span<std::byte>) {
                       const bool plain = before.data() == at(places.plain).data();
                       return launch(kernels[i], how, places, plain ? places.plain : places.complement, limits);
                     });
    // An end that came by itself is a result, whatever came after it.
    executions[i].interrupted = limits.are_reached() && executions[i].results.empty();
  }
  return executions;
}

Execution GpuSession::run_chain(const Kernel& kernel, const ChainLaunch& chain, const Limits& limits) {
  const LaunchData data = chain_data(chain);
  const ArenaLayout layout = arena_layout(data);
  const Places places = lay_out({&kernel, 1}, layout);
  fill_arena(layout, data, Poison::plain, at(places.plain));
  fill_arena(layout, data, Poison::complement, at(places.complement));
  Launch how = launch_of({}, kernel, data, layout);
  how.blocks = chain.probe.blocks;
  how.threads = chain.probe.threads;
  Execution execution =
      run_on_arena(layout, at(places.plain), at(places.complement), at(places.after),
                   [&](std::span<const std::byte> before, std::span<std::byte>) {
                     const bool plain = before.data() == at(places.plain).data();
                     return launch(kernel, how, places, plain ? places.plain : places.complement, limits);
                   });
  execution.interrupted = limits.are_reached() && execution.results.empty();
  return execution;
}

}  // namespace semcheck
