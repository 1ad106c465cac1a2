#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace semcheck {

/// What is known of a GPU without a context on it.
struct GpuFacts {
  std::string name;  ///< "NVIDIA H200"
  int major = 0;     ///< compute capability
  int minor = 0;
  int multiprocessors = 0;
  std::string driver;  ///< "580.159.04"
  int count = 1;       ///< of the GPUs that the driver has
};

/// A driver call failed.
class DriverError : public std::runtime_error {
 public:
  DriverError(const std::string& what, bool poisoned) : std::runtime_error(what), poisoned_(poisoned) {}
  /// True when the context is lost with it, so that only a new process can go on.
  bool poisoned() const { return poisoned_; }

 private:
  bool poisoned_;
};

/// The version in the text of /proc/driver/nvidia/version: "580.159.04", or "" when it holds none.
std::string kernel_module_version(std::string_view text);

/// The few functions of the CUDA driver that running a kernel takes, opened with dlopen. Every status is checked.
class Driver {
 public:
  using Address = std::uint64_t;
  using Module = void*;
  using Function = void*;
  using Stream = void*;

  /// Opens libcuda.so.1 and initialises it. Throws EnvironmentError when there is no driver or it has no GPU.
  Driver();
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  int count() const;
  GpuFacts facts(int ordinal) const;

  /// Creates the GPU's primary context and makes it this thread's. The functions below need it.
  void create_context(int ordinal);

  /// Loads a cubin, or PTX ended by a zero byte, which the driver compiles; the error then holds that compiler's log.
  /// @param jit_level  0 to 4, of that compiler; nothing for its own choice
  Module load(const void* image, std::optional<unsigned> jit_level);
  void unload(Module module);
  Function function(Module module, const std::string& entry);
  Address allocate(std::size_t size);
  void release(Address address);
  void copy_in(Address to, std::span<const std::byte> from);
  void copy_out(std::span<std::byte> to, Address from);
  /// Runs a kernel in `blocks` blocks of `threads` threads and waits for its end.
  void launch(Function function, std::uint32_t blocks, std::uint32_t threads, std::span<void*> parameters);

  /// A queue of work. Work of different streams overlaps; that of no stream waits for all before it, and all after it
  /// waits for that.
  Stream create_stream();
  /// The same without waiting: work for time().
  void enqueue(Function function, std::uint32_t blocks, std::uint32_t threads, std::span<void*> parameters,
               Stream stream = nullptr);
  /// Copies within the GPU's memory, without waiting.
  void enqueue_copy(Address to, Address from, std::size_t size);
  /// Microseconds that the work takes which `enqueue` adds, on the GPU's clock. Waits for its end.
  double time(const std::function<void()>& enqueue);

 private:
  struct Functions;
  void check(int status, const char* call) const;

  std::unique_ptr<const Functions> functions_;
  void* start_ = nullptr;  ///< events, made when time() is first called
  void* end_ = nullptr;
};

}  // namespace semcheck
