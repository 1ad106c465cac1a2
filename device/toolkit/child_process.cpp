#include "device/toolkit/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <thread>

#include "device/toolkit/file_descriptor.h"

namespace semcheck {
namespace {

using Clock = std::chrono::steady_clock;

/// The two ends of a pipe; a child inherits neither unless it is told to.
struct Pipe {
  FileDescriptor read_end;
  FileDescriptor write_end;

  bool open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read_end = FileDescriptor(ends[0]);
    write_end = FileDescriptor(ends[1]);
    return true;
  }
};

/// Pointers to strings, ended by a null pointer, as exec takes them.
std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> list;
  list.reserve(strings.size() + 1);
  for (std::string& string : strings) list.push_back(string.data());
  list.push_back(nullptr);
  return list;
}

/// Starts a program in a process group of its own, so that all it starts can be killed with it; returns an error
/// number.
int start(std::vector<std::string> command, int out, int err, pid_t& process) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  const int error =
      posix_spawnp(&process, command.front().c_str(), &actions, &attributes, pointers(command).data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Adds what can be read now; closes the descriptor at its end.
void take(FileDescriptor& from, std::string& text) {
  std::array<char, 65536> buffer;
  ssize_t size = 0;
  do size = read(from.number(), buffer.data(), buffer.size());
  while (size < 0 && errno == EINTR);
  if (size > 0)
    text.append(buffer.data(), static_cast<std::size_t>(size));
  else
    from.reset();
}

int milliseconds_until(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, std::int64_t{1} << 30));
}

/// Reads both streams to their ends; false when the time was over before.
bool read_to_end(FileDescriptor& out, FileDescriptor& err, ChildResult& result, Clock::time_point deadline) {
  while (out.number() >= 0 || err.number() >= 0) {
    // poll() passes over negative descriptors.
    std::array<pollfd, 2> watched{pollfd{out.number(), POLLIN, 0}, pollfd{err.number(), POLLIN, 0}};
    const int ready = poll(watched.data(), watched.size(), milliseconds_until(deadline));
    if (ready == 0 && Clock::now() >= deadline) return false;
    if (ready <= 0) continue;
    if (watched[0].revents != 0) take(out, result.out);
    if (watched[1].revents != 0) take(err, result.err);
  }
  return true;
}

/// What became of a process: its number belongs to it for as long as it runs, and until its status has been taken.
enum class Fate : std::uint8_t { running, ended, lost };

/// Takes the status of a process that has ended.
Fate take_status(pid_t process, int& status, int options) {
  pid_t found = 0;
  do found = waitpid(process, &status, options);
  while (found < 0 && errno == EINTR);
  if (found == process) return Fate::ended;
  return found == 0 ? Fate::running : Fate::lost;
}

/// Waits for a process that has closed its streams, as long as there is time.
Fate reap(pid_t process, int& status, Clock::time_point deadline) {
  for (;;) {
    const Fate fate = take_status(process, status, WNOHANG);
    if (fate != Fate::running || Clock::now() >= deadline) return fate;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::string seconds(std::chrono::milliseconds timeout) {
  return fmt::format("timed out after {:g} s", std::chrono::duration<double>(timeout).count());
}

/// Kills a process and all that it started, unless its number may be another's by now.
void stop(pid_t process) {
  siginfo_t ended{};
  if (waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOHANG | WNOWAIT) != 0) return;
  kill(-process, SIGKILL);
  int status = 0;
  take_status(process, status, 0);
}

void conclude(Fate fate, int status, ChildResult& result) {
  // POSIX, waitpid: ECHILD; the system keeps no status for a process that ignores SIGCHLD.
  if (fate == Fate::lost)
    result.failure = "its exit code is lost, since SIGCHLD is ignored or another part of the program took it";
  else if (WIFEXITED(status))
    result.exit_code = WEXITSTATUS(status);
  else
    result.failure = fmt::format("killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& command, std::chrono::milliseconds timeout) {
  ChildResult result;
  const auto deadline = Clock::now() + timeout;
  Pipe out, err;
  const bool piped = out.open() && err.open();
  pid_t process = -1;
  const int error = piped ? start(command, out.write_end.number(), err.write_end.number(), process) : errno;
  if (error != 0) {
    result.failure = fmt::format("cannot start {}: {}", command.front(), std::strerror(error));
    return result;
  }
  out.write_end.reset();
  err.write_end.reset();
  int status = 0;
  const bool closed = read_to_end(out.read_end, err.read_end, result, deadline);
  const Fate fate = closed ? reap(process, status, deadline) : Fate::running;
  if (fate != Fate::running) {
    conclude(fate, status, result);
  } else {
    result.timed_out = true;
    result.failure = seconds(timeout);
    stop(process);
  }
  return result;
}

}  // namespace semcheck
