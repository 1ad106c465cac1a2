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
#include "core/run/inspection.h"
#include "core/run/measurement.h"
#include "core/spec/probe_spec.h"
#include "core/spec/spec.h"
#include "core/sweep/space.h"
#include "core/sweep/stretch.h"

namespace semcheck {

/// A toolkit that a device compiles with.
struct ToolkitInfo {
  std::string nvrtc;       ///< "13.0"
  std::string nvrtc_path;  ///< the library that was loaded
  std::string nvcc;        ///< "13.0.88", "" where none was found
  std::string nvcc_path;
};

/// Where kernels run, and with what they are compiled.
struct DeviceInfo {
  std::string kind;                ///< "cuda" or "ptx"
  std::string name;                ///< "NVIDIA H200", "PTX interpreter"
  std::string compute_capability;  ///< "9.0"
  std::string arch;                ///< "sm_90": what kernels are compiled for unless a build says otherwise
  std::string driver;              ///< "580.159.04", "" without a driver
  std::string nvrtc;               ///< "13.0", of the first toolkit
  std::string nvrtc_path;          ///< the library that was loaded
  std::string reason;              ///< why this device, when it was not asked for by name
  std::vector<ToolkitInfo> toolkits{};
  std::vector<Path> paths{};  ///< that its results come by, in the order of reports
  int gpus = 0;               ///< that its driver has, itself among them
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

/// What the floating types of a variant's code are: the compiler's own, or classes whose operators, conversions and
/// intrinsics are the reference's integer algorithms, which leave a compiler nothing to fold.
enum class Types : std::uint8_t { native, exact };

/// What a build compiles: its variants, each with every feed, as kernels of one program.
struct Program {
  const Spec& spec;
  const Build& build;
  std::string arch;
  std::vector<const Variant*> variants;
  std::vector<Feed> feeds = {Feed{}};
  std::size_t toolkit = 0;       ///< index into the toolkits of the device
  std::vector<Path> paths = {};  ///< what to compile for; empty for the device's own
  Types types = Types::native;   ///< `exact` is compiled for `ptx` only
};

/// With what a kernel was made.
struct Toolchain {
  std::string compiler;                                        ///< "NVRTC 13.0", "nvcc 13.0.88"
  std::vector<std::string> options;                            ///< those it was given, without include paths
  std::vector<std::pair<std::string, std::string>> in_effect;  ///< {"fmad", "true"}: every flag that decides bits
};

/// Machine code or PTX, shared by the kernels compiled together.
struct Image {
  Path path = Path::ptx;
  std::string bytes;
  std::optional<unsigned> jit_level{};  ///< of the driver's compiler, on the path `jit`
};

/// A variant compiled for one path, or why there is none.
struct Kernel {
  const Variant* variant = nullptr;
  Feed feed;
  Path path = Path::ptx;
  std::shared_ptr<const Image> image;  ///< null when compilation failed
  std::string entry;
  std::string error;         ///< the compiler's message, its positions those of the spec
  bool unavailable = false;  ///< the architecture lacks what the variant uses, or the machine cannot run it
  std::string code{};        ///< digest of what it executes: kernels of one path that share it do the same; "" unknown
  std::shared_ptr<const Toolchain> toolchain{};
};

/// What running a kernel over all cases gave.
struct Execution {
  std::vector<Bits> results;  ///< one pattern for each case; empty when `error` is not
  std::string error;          ///< "timed out after 10 s", "illegal memory access", …
  bool interrupted = false;   ///< it did not come to its end, or not to its start, before the run was interrupted
};

/// How the chain of a role is run.
struct ChainLaunch {
  const Probe& probe;
  const Role& role;
  std::uint64_t budget;  ///< clock cycles that each thread goes on for; of a kernel of the path `ptx`, passes
};

/// What a sweep of the variants of a build is.
struct SweepProgram {
  Program program;            ///< with one feed, and the paths for which the rules hold
  Rules rules;                ///< that every case is held to
  ObligationSet laws;         ///< that are checked as well; only of the feed `array`
  std::vector<Space> spaces;  ///< that are gone through
};

/// A variant compiled to be swept down one path, or why it is not.
struct SweepKernel {
  std::shared_ptr<const SweepProgram> program;
  Kernel kernel;  ///< of the variant, with the reference's twin beside it where the device has the two in one
  Kernel laws;    ///< checks the laws; without an image where there are none
  Kernel sample;  ///< gives the results of a few cases
  Kernel twin;    ///< makes cases and judges results, where `kernel` is the variant alone
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
  /// A kernel of the path `ptx` runs on the interpreter, whatever the device.
  virtual std::vector<Execution> execute(std::span<const Kernel> kernels, const Operation& operation,
                                         const Cases& cases, const Limits& limits) = 0;
  /// Counts and, on a GPU, times every kernel; all kernels are fed from arrays. Counts are of the given cases, times of
  /// these repeated until the arrays are large. A kernel that hangs or fails there has no times.
  virtual std::vector<Measurement> measure(std::span<const Kernel> kernels, const Operation& operation,
                                           const Cases& cases, const Limits& limits) = 0;
  /// Compiles what a sweep needs: for each variant and path one kernel, in the order of compile().
  virtual std::vector<SweepKernel> compile_sweep(const SweepProgram& program) = 0;
  /// Computes the cases of a stretch and judges them. A kernel that hangs or traps is a result (`error`).
  /// @param limits  of the whole stretch
  virtual Swept sweep(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) = 0;
  /// Computes the cases of a short stretch as sweep() does, and gives the results back.
  virtual Sample sample(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) = 0;
  /// Reads the code of each kernel: PTX of the paths `jit` and `ptx`, SASS of `cubin` where a disassembler is found.
  virtual std::vector<Inspection> inspect(std::span<const Kernel> kernels) = 0;
  /// Compiles the chains of a probe for one path: a kernel for each role, in order.
  virtual std::vector<Kernel> compile_chains(const Probe& probe, Path path) = 0;
  /// Runs a chain once. The results are words of every thread, one thread after the other: the passes that it made
  /// through the loop, the clock cycles they took, and the bits of each accumulator.
  virtual Execution run_chain(const Kernel& kernel, const ChainLaunch& launch, const Limits& limits) = 0;
};

}  // namespace semcheck
