#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "device/toolkit/file_descriptor.h"
#include "device/worker_protocol.h"

namespace semcheck {

/// How waiting for a worker ended.
enum class Waited : std::uint8_t {
  reply,      ///< with a reply
  timed_out,  ///< with the time, or an interrupt
  died,       ///< with the worker's death
  garbled,    ///< with something that is no reply
};

struct Answer {
  Waited waited = Waited::reply;
  Reply reply;
  std::string error;  ///< how the worker died, or what was wrong with what it said
};

/// A child process that holds the CUDA context, and the conversation with it. Killed when it goes, and reaped in time.
class WorkerProcess {
 public:
  /// Starts a worker. Throws EnvironmentError when the system cannot.
  /// @param command  the program and its first arguments; socket, memory and ordinal follow
  /// @param memory   the descriptor of the memory that both map
  WorkerProcess(const std::vector<std::string>& command, int memory, int ordinal);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// Sends a request and waits for its reply; until the time is over, or soon after `interrupted` is set.
  Answer ask(Request request, std::chrono::milliseconds timeout, const std::atomic<bool>* interrupted = nullptr);
  /// Waits for what the worker says of its own.
  Answer listen(std::chrono::milliseconds timeout);

  pid_t process() const { return process_; }

 private:
  Answer receive(std::uint32_t sequence, std::chrono::milliseconds timeout, const std::atomic<bool>* interrupted);
  Answer death();

  pid_t process_ = -1;
  FileDescriptor socket_;
  std::uint32_t sequence_ = 0;
};

}  // namespace semcheck
