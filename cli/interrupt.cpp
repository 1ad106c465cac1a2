#include "cli/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <ctime>

#include "cli/exit_code.h"

namespace semcheck {

namespace {

std::atomic<bool> interrupted = false;
std::atomic<std::int64_t> first_signal = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler may set them");

std::int64_t milliseconds() {
  std::timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1000000;
}

/// timeout(1) signals its child and then its process group, so that two signals close together are one.
constexpr std::int64_t kSameSignal = 200;

extern "C" void on_signal(int) {
  const std::int64_t now = milliseconds();
  if (!interrupted.exchange(true))
    first_signal = now;
  else if (now - first_signal > kSameSignal)
    _exit(static_cast<int>(ExitCode::interrupted));
}

}  // namespace

const std::atomic<bool>& watch_for_interrupt() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  // Neither signal interrupts the handler of the other.
  sigaddset(&action.sa_mask, SIGINT);
  sigaddset(&action.sa_mask, SIGTERM);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  return interrupted;
}

}  // namespace semcheck
