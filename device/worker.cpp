#include "device/worker.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <optional>
#include <string_view>
#include <thread>

#include "core/run/environment_error.h"

namespace semcheck {
namespace {

/// The shared memory, mapped anew when it has grown.
class SharedView {
 public:
  explicit SharedView(int memory) : memory_(memory) {}
  ~SharedView() { unmap(); }
  SharedView(const SharedView&) = delete;
  SharedView& operator=(const SharedView&) = delete;

  /// The bytes of a region. Throws DriverError when they lie outside the memory.
  std::span<std::byte> at(const Region& region) {
    if (!holds(region)) map();
    if (!holds(region)) throw DriverError("the request points outside the shared memory", false);
    return {data_ + region.offset, region.size};
  }

 private:
  bool holds(const Region& region) const { return region.offset <= size_ && region.size <= size_ - region.offset; }

  void map() {
    unmap();
    struct stat status {};
    if (fstat(memory_, &status) != 0 || status.st_size <= 0) return;
    const auto size = static_cast<std::size_t>(status.st_size);
    void* data = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory_, 0);
    if (data == MAP_FAILED) return;
    data_ = static_cast<std::byte*>(data);
    size_ = size;
  }
  void unmap() {
    if (data_) munmap(data_, size_);
    data_ = nullptr;
    size_ = 0;
  }

  int memory_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

bool send_reply(int socket, const Reply& reply) {
  ssize_t sent = 0;
  do sent = send(socket, &reply, sizeof reply, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(sizeof reply);
}

/// The next request, or nothing at the end of the conversation.
std::optional<Request> receive_request(int socket) {
  Request request;
  ssize_t received = 0;
  do received = recv(socket, &request, sizeof request, 0);
  while (received < 0 && errno == EINTR);
  if (received != static_cast<ssize_t>(sizeof request) || request.mark != kProtocolMark) return std::nullopt;
  return request;
}

Reply with_status(Status status) {
  Reply reply;
  reply.status = status;
  return reply;
}

/// Says which GPU this is and when it is ready; false when it cannot be used.
bool introduce(Gpu& gpu, int socket) {
  Reply trouble = with_status(Status::unusable);
  try {
    const GpuFacts facts = gpu.facts();
    Reply hello = with_status(Status::facts);
    put(hello.name, facts.name);
    put(hello.driver, facts.driver);
    hello.major = facts.major;
    hello.minor = facts.minor;
    hello.multiprocessors = facts.multiprocessors;
    hello.gpus = facts.count;
    if (!send_reply(socket, hello)) return false;
    gpu.create_context();
    return send_reply(socket, with_status(Status::ready));
  } catch (const EnvironmentError& error) {
    put(trouble.text, error.what());
    put(trouble.help, error.help());
  } catch (const DriverError& error) {
    put(trouble.text, error.what());
    put(trouble.help, "look at the GPU with nvidia-smi, or use --device ptx");
  }
  send_reply(socket, trouble);
  return false;
}

GpuLaunch launch_of(const Request& request) {
  const std::size_t count = std::min<std::size_t>(request.parameter_count, request.parameters.size());
  const std::vector<std::uint64_t> parameters(request.parameters.begin(), request.parameters.begin() + count);
  return {request.slot, get(request.entry), parameters, request.pointers, request.blocks, request.threads};
}

/// Throws DriverError when the request points outside what it brings.
GpuMeasurement measurement_of(const Request& request) {
  const auto within = [](std::uint64_t offset, std::uint64_t size, std::uint64_t whole) {
    return offset <= whole && size <= whole - offset;
  };
  GpuMeasurement measurement{launch_of(request), {}, request.memory, request.copied};
  bool sound = request.tile_count <= request.tiles.size() && request.copied <= request.memory / 2;
  for (std::size_t i = 0; sound && i < request.tile_count; ++i) {
    const Tile& tile = request.tiles[i];
    sound = within(tile.from, tile.size, request.input.size) && within(tile.to, tile.filled, request.memory);
    measurement.tiles.push_back(tile);
  }
  if (!sound) throw DriverError("the request points outside its memory", false);
  return measurement;
}

void measure(Gpu& gpu, const Request& request, SharedView& memory, Reply& reply) {
  const GpuTimes times = gpu.measure(measurement_of(request), memory.at(request.input));
  reply.median_us = times.median_us;
  reply.least_us = times.least_us;
  reply.most_us = times.most_us;
  reply.copy_us = times.copy_us;
  reply.launches = times.launches;
}

void sweep(Gpu& gpu, const Request& request, SharedView& memory, Reply& reply) {
  const std::uint64_t whole = memory_of(request.plan);
  if (!is_sound(request.plan) || request.input.size > whole || request.output.size > whole)
    throw DriverError("the request points outside its memory", false);
  // As below.
  memory.at(request.output);
  const std::span<std::byte> before = memory.at(request.input);
  reply.device_us = gpu.sweep(request.plan, before, memory.at(request.output));
}

void carry_out(Gpu& gpu, const Request& request, SharedView& memory, Reply& reply) {
  if (request.command == Command::measure) return measure(gpu, request, memory, reply);
  if (request.command == Command::sweep) return sweep(gpu, request, memory, reply);
  if (request.command == Command::load)
    return gpu.load(request.slot, memory.at(request.input),
                    request.jit_level < 0 ? std::nullopt : std::optional<unsigned>(request.jit_level));
  // Both regions must be mapped before either is used, since mapping may move the memory.
  memory.at(request.output);
  const std::span<std::byte> before = memory.at(request.input);
  gpu.run(launch_of(request), before, memory.at(request.output));
}

Reply answer(Gpu& gpu, const Request& request, SharedView& memory) {
  Reply reply = with_status(Status::done);
  try {
    carry_out(gpu, request, memory, reply);
  } catch (const DriverError& error) {
    reply.status = error.poisoned() ? Status::poisoned : Status::failed;
    put(reply.text, error.what());
  }
  reply.sequence = request.sequence;
  return reply;
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace

// The system's own means (PR_SET_PDEATHSIG) watches the thread that started the worker, which may end long before its
// process does.
void end_with_parent(int socket) {
  std::thread([socket] {
    pollfd watched{socket, POLLRDHUP, 0};
    while (poll(&watched, 1, -1) < 0 && errno == EINTR) {
    }
    _exit(0);
  }).detach();
}

int serve(Gpu& gpu, int socket, int memory) {
  if (!introduce(gpu, socket)) return 1;
  SharedView view(memory);
  while (const auto request = receive_request(socket)) {
    const Reply reply = answer(gpu, *request, view);
    if (!send_reply(socket, reply)) return 1;
    if (reply.status == Status::poisoned) return 1;
  }
  return 0;
}

int worker_main(int argc, char** argv) {
  constexpr int usage_error = 2;
  if (argc != 5) return usage_error;
  const auto socket = number(argv[2]), memory = number(argv[3]), ordinal = number(argv[4]);
  if (!socket || !memory || !ordinal) return usage_error;
  end_with_parent(*socket);
  const std::unique_ptr<Gpu> gpu = open_gpu(*ordinal);
  // Leaves without the driver's own clean-up, which the end of the process does as well and faster.
  _exit(serve(*gpu, *socket, *memory));
}

}  // namespace semcheck
