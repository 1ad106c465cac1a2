#include "device/worker_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <thread>

#include "core/run/environment_error.h"

namespace semcheck {
namespace {

using Clock = std::chrono::steady_clock;

// Kernels are evidence only when nothing of an earlier run is in them.
constexpr std::string_view kNoJitCache = "CUDA_CACHE_DISABLE=1";

[[noreturn]] void fail(const char* call, int error) {
  throw EnvironmentError(fmt::format("cannot start a worker process: {}: {}", call, std::strerror(error)),
                         "check the process and file limits (ulimit -a)");
}

/// Pointers to strings, ended by a null pointer, as exec takes them.
std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> list;
  list.reserve(strings.size() + 1);
  for (std::string& string : strings) list.push_back(string.data());
  list.push_back(nullptr);
  return list;
}

/// The environment of this process with the driver's cache off.
std::vector<std::string> worker_environment() {
  std::vector<std::string> variables{std::string(kNoJitCache)};
  const std::string_view name = kNoJitCache.substr(0, kNoJitCache.find('=') + 1);
  for (char** variable = environ; *variable; ++variable)
    if (!std::string_view(*variable).starts_with(name)) variables.emplace_back(*variable);
  return variables;
}

/// What a child process is started with: nothing on its input, its output among the messages, its own process group, so
/// that a Ctrl-C reaches the parent alone, and two descriptors that it inherits.
class SpawnPlan {
 public:
  SpawnPlan(int socket, int memory) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, STDERR_FILENO, STDOUT_FILENO);
    // A descriptor copied onto itself stays open across exec.
    posix_spawn_file_actions_adddup2(&actions_, socket, socket);
    posix_spawn_file_actions_adddup2(&actions_, memory, memory);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  }
  ~SpawnPlan() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  pid_t start(std::vector<std::string> command) const {
    std::vector<std::string> environment = worker_environment();
    pid_t process = -1;
    const int error = posix_spawn(&process, command.front().c_str(), &actions_, &attributes_, pointers(command).data(),
                                  pointers(environment).data());
    if (error != 0) fail("posix_spawn", error);
    return process;
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

std::string describe(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("worker died: signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("worker died: exit code {}", WEXITSTATUS(status));
}

/// How often a wait that can be interrupted looks whether it was.
constexpr std::int64_t kLookAround = 50;

/// Waits until the socket can be read, the time is over or the wait is interrupted; true for the first.
bool readable(int socket, Clock::time_point deadline, const std::atomic<bool>* interrupted) {
  const std::int64_t longest = interrupted ? kLookAround : std::int64_t{1} << 30;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd watched{socket, POLLIN, 0};
    const int ready = poll(&watched, 1, static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, longest)));
    if (ready > 0) return true;
    if (Clock::now() >= deadline || (interrupted && *interrupted)) return false;
  }
}

}  // namespace

WorkerProcess::WorkerProcess(const std::vector<std::string>& command, int memory, int ordinal) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("socketpair", errno);
  socket_ = FileDescriptor(ends[0]);
  const FileDescriptor far_end(ends[1]);
  std::vector<std::string> arguments = command;
  for (int number : {far_end.number(), memory, ordinal}) arguments.push_back(std::to_string(number));
  process_ = SpawnPlan(far_end.number(), memory).start(std::move(arguments));
}

WorkerProcess::~WorkerProcess() {
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  // The system takes its time to free a GPU, and nobody has to wait for that.
  std::thread([process = process_] {
    while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }).detach();
}

Answer WorkerProcess::ask(Request request, std::chrono::milliseconds timeout, const std::atomic<bool>* interrupted) {
  request.sequence = ++sequence_;
  ssize_t sent = 0;
  do sent = send(socket_.number(), &request, sizeof request, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(sizeof request) ? receive(request.sequence, timeout, interrupted) : death();
}

Answer WorkerProcess::listen(std::chrono::milliseconds timeout) {
  return receive(0, timeout, nullptr);
}

Answer WorkerProcess::receive(std::uint32_t sequence, std::chrono::milliseconds timeout,
                              const std::atomic<bool>* interrupted) {
  if (!readable(socket_.number(), Clock::now() + timeout, interrupted)) return {Waited::timed_out, {}, ""};
  Answer answer;
  ssize_t size = 0;
  // With MSG_TRUNC the size is that of the packet, also when it does not fit.
  do size = recv(socket_.number(), &answer.reply, sizeof answer.reply, MSG_TRUNC);
  while (size < 0 && errno == EINTR);
  if (size <= 0) return death();
  if (size != static_cast<ssize_t>(sizeof answer.reply))
    return {Waited::garbled, {}, fmt::format("the worker answered {} bytes of {}", size, sizeof answer.reply)};
  if (answer.reply.mark != kProtocolMark || answer.reply.sequence != sequence ||
      static_cast<std::uint32_t>(answer.reply.status) >= kStatusCount)
    return {Waited::garbled, {}, "the worker's answer makes no sense"};
  return answer;
}

/// Reaps a worker that has closed its socket. One that is still there after a while is killed.
Answer WorkerProcess::death() {
  constexpr std::chrono::seconds patience{5};
  const auto deadline = Clock::now() + patience;
  int status = 0;
  pid_t reaped = 0;
  while ((reaped = waitpid(process_, &status, WNOHANG)) == 0 && Clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (reaped != process_) return {Waited::died, {}, "worker died: it closed the conversation"};
  process_ = -1;
  return {Waited::died, {}, describe(status)};
}

}  // namespace semcheck
