#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/judge/cases.h"
#include "core/spec/spec.h"

namespace semcheck {

/// How a kernel reaches the machine: NVRTC's own assembler, the driver's JIT compiler, or the PTX interpreter.
enum class Path : std::uint8_t { cubin, jit, ptx };
std::string_view name(Path path);

/// Where kernels run, and with what they are compiled.
struct DeviceInfo {
  std::string kind;                ///< "cuda" or "ptx"
  std::string name;                ///< "NVIDIA H200", "PTX interpreter"
  std::string compute_capability;  ///< "9.0"
  std::string arch;                ///< "sm_90": what kernels are compiled for unless a build says otherwise
  std::string driver;              ///< "580.159.04", "" without a driver
  std::string nvrtc;               ///< "13.0"
  std::string nvrtc_path;          ///< the library that was loaded
  std::string reason;              ///< why this device, when it was not asked for by name
};

/// How the operands reach a kernel. `argument`, `literal` and `constant` supply one operand in that way, and every
/// other one from an array; `in_place` puts the result where that operand stands.
///
/// Cases come in the order in which the kernel computes them: under `literal` and `constant` those of the first value,
/// then the same operands with the next value; under `broadcast` row by row.
struct Feed {
  Supply supply = Supply::array;
  std::size_t operand = 0;
  std::vector<Bits> values;  ///< of the operand: one of `argument`, one or more of `literal` and `constant`
  std::size_t columns = 0;   ///< of `broadcast`
  std::size_t moved = 0;     ///< of `tail`: how far the cases are moved along
  friend bool operator==(const Feed&, const Feed&) = default;
};

/// What a build compiles: its variants, each with every feed, as kernels of one program.
struct Program {
  const Spec& spec;
  const Build& build;
  std::string arch;
  std::vector<const Variant*> variants;
  std::vector<Feed> feeds = {Feed{}};
};

/// Machine code or PTX, shared by the kernels compiled together.
struct Image {
  Path path = Path::ptx;
  std::string bytes;
};

/// A variant compiled for one path, or why there is none.
struct Kernel {
  const Variant* variant = nullptr;
  Feed feed;
  Path path = Path::ptx;
  std::shared_ptr<const Image> image;  ///< null when compilation failed
  std::string entry;
  std::string error;         ///< the compiler's message, its positions those of the spec
  bool unavailable = false;  ///< the architecture lacks what the variant uses
};

/// What running a kernel over all cases gave.
struct Execution {
  std::vector<Bits> results;  ///< one pattern for each case; empty when `error` is not
  std::string error;          ///< "timed out after 10 s", "illegal memory access", …
  bool interrupted = false;   ///< it did not come to its end, or not to its start, before the run was interrupted
};

/// What ends the execution of kernels early.
struct Limits {
  std::chrono::milliseconds timeout;               ///< of a kernel
  const std::atomic<bool>* interrupted = nullptr;  ///< ends every kernel as soon as it is set

  template <class Rep, class Period>
  Limits(std::chrono::duration<Rep, Period> time,  // NOLINT(google-explicit-constructor)
         const std::atomic<bool>* interrupt = nullptr)
      : timeout(time), interrupted(interrupt) {}
  bool are_reached() const { return interrupted && *interrupted; }
};

/// A machine that compiles and runs variants. The one interface between the meaning and the machine. Its functions may
/// be called from several threads at once.
class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceInfo& info() const = 0;
  /// Compiles the variants of a build together, or one by one when that fails, so that a bad variant costs only itself.
  /// Returns one kernel for each variant, feed and path: variants in order, their feeds in order, paths in the order of
  /// reports.
  virtual std::vector<Kernel> compile(const Program& program) = 0;
  /// Runs every kernel over the same cases; all kernels have the same feed. A kernel that hangs, traps or writes where
  /// it must not is a result (`error`); the others still run.
  virtual std::vector<Execution> execute(std::span<const Kernel> kernels, const Operation& operation,
                                         const Cases& cases, const Limits& limits) = 0;
};

}  // namespace semcheck
