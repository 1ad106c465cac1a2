#include "device/cuda_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/run/environment_error.h"
#include "device/chain_device.h"
#include "device/count.h"
#include "device/ptx_sweep.h"
#include "device/sweep_compile.h"

namespace semcheck {
namespace {

constexpr std::array kOwnPaths = {Path::cubin, Path::jit};

/// Why code for an architecture does not run on this machine by that path, or "".
std::string mismatch(Path path, const Arch& code, const Arch& machine) {
  const bool runs = path == Path::cubin ? runs_cubin(code, machine) : runs_ptx(code, machine);
  if (runs) return "";
  return fmt::format("{} for {} does not run on {}", path == Path::cubin ? "machine code" : "PTX", spell_sm(code),
                     spell_sm(machine));
}

/// The newest architecture that every compiler knows and the machine runs.
std::string default_arch(const std::vector<Compiler>& compilers, const Arch& machine) {
  std::vector<int> known = compilers.front().nvrtc.architectures();
  for (const Compiler& compiler : compilers) {
    std::erase_if(known, [&](int number) { return !is_known_arch(compiler.nvrtc, spell_sm({number, 0})); });
    if (const auto best = best_arch(known, machine); best) continue;
    throw EnvironmentError(
        fmt::format("NVRTC {} does not compile for {}", compiler.nvrtc.version(), spell_sm(machine)),
        "install an older CUDA Toolkit that knows this GPU and name it with --toolkit DIR, or use --device ptx");
  }
  return spell_sm(*best_arch(known, machine));
}

/// Whether the interpreter runs all of them.
bool are_interpreted(std::span<const Kernel> kernels) {
  return std::ranges::all_of(kernels, [](const Kernel& kernel) { return kernel.path == Path::ptx; });
}

}  // namespace

CudaDevice::CudaDevice(std::unique_ptr<GpuSession> session, std::vector<Compiler> compilers, const std::string& arch,
                       const std::string& reason)
    : CudaDevice(std::move(session), arch) {
  compilers_ = std::move(compilers);
  if (arch.empty()) info_.arch = default_arch(compilers_, machine_);
  describe_compilers(compilers_, info_);
  info_.reason = reason;
}

CudaDevice::CudaDevice(std::unique_ptr<GpuSession> session, const std::string& arch) : session_(std::move(session)) {
  const GpuFacts& facts = session_->facts();
  machine_ = {facts.major * 10 + facts.minor, 0};
  info_.kind = "cuda";
  info_.name = facts.name;
  info_.compute_capability = fmt::format("{}.{}", facts.major, facts.minor);
  info_.arch = arch;
  info_.driver = facts.driver;
  info_.paths.assign(kOwnPaths.begin(), kOwnPaths.end());
  info_.gpus = facts.count;
}

std::vector<Kernel> CudaDevice::compile(const Program& program) {
  std::vector<Kernel> kernels = compile_kernels(compilers_.at(program.toolkit), program, kOwnPaths);
  part_from_what_does_not_run(program, kernels);
  return kernels;
}

void CudaDevice::part_from_what_does_not_run(const Program& program, std::vector<Kernel>& kernels) {
  interpreter_.part_from_unreadable(kernels, program, [&](const Program& alone) {
    return compile_kernels(compilers_.at(program.toolkit), alone, kOwnPaths).front();
  });
  const auto arch = parse_arch(program.arch);
  for (Kernel& kernel : kernels) {
    if (kernel.path == Path::ptx || !kernel.image || !arch) continue;
    kernel.error = mismatch(kernel.path, *arch, machine_);
    kernel.unavailable = !kernel.error.empty();
  }
}

std::vector<Execution> CudaDevice::execute(std::span<const Kernel> kernels, const Operation& operation,
                                           const Cases& cases, const Limits& limits) {
  std::vector<Execution> executions = interpreter_.execute(kernels, operation, cases, limits);
  if (are_interpreted(kernels)) return executions;
  const std::lock_guard lock(session_guard_);
  std::vector<Execution> on_gpu = session_->execute(kernels, operation, cases, limits);
  for (std::size_t k = 0; k < kernels.size(); ++k)
    if (kernels[k].path != Path::ptx) executions[k] = std::move(on_gpu[k]);
  return executions;
}

std::vector<Measurement> CudaDevice::measure(std::span<const Kernel> kernels, const Operation& operation,
                                             const Cases& cases, const Limits& limits) {
  std::vector<std::optional<Counted>> counts = count(interpreter_, kernels, operation, cases, limits);
  std::vector<Measurement> measurements(kernels.size());
  if (!are_interpreted(kernels)) {
    const std::lock_guard lock(session_guard_);
    measurements = session_->measure(kernels, operation, cases, limits);
  }
  for (std::size_t k = 0; k < kernels.size(); ++k) measurements[k].counted = counts[k];
  return measurements;
}

std::vector<Inspection> CudaDevice::inspect(std::span<const Kernel> kernels) {
  return inspector_.inspect(kernels, compilers_);
}

std::vector<Kernel> CudaDevice::compile_chains(const Probe& probe, Path path) {
  return compile_chain_kernels(compilers_.front(), probe, info_.arch, path);
}

Execution CudaDevice::run_chain(const Kernel& kernel, const ChainLaunch& launch, const Limits& limits) {
  if (kernel.path == Path::ptx) return interpret_chain(kernel, launch, limits);
  const std::lock_guard lock(session_guard_);
  return session_->run_chain(kernel, launch, limits);
}

std::vector<SweepKernel> CudaDevice::compile_sweep(const SweepProgram& program) {
  return compile_sweep_kernels(
      compilers_.at(program.program.toolkit), program, kOwnPaths,
      [&](std::vector<Kernel>& kernels) { part_from_what_does_not_run(program.program, kernels); });
}

Swept CudaDevice::sweep(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) {
  if (kernel.kernel.path == Path::ptx) return interpret_sweep(interpreter_, kernel, stretch, limits);
  const std::lock_guard lock(session_guard_);
  return session_->sweep(kernel, stretch, limits);
}

Sample CudaDevice::sample(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) {
  if (kernel.kernel.path == Path::ptx) return interpret_sample(interpreter_, kernel, stretch, limits);
  const std::lock_guard lock(session_guard_);
  return session_->sample(kernel, stretch, limits);
}

std::vector<std::unique_ptr<Device>> open_other_gpus(const std::vector<std::string>& command, const DeviceInfo& first) {
  std::vector<std::unique_ptr<GpuSession>> sessions;
  for (int ordinal = 1; ordinal < first.gpus; ++ordinal)
    sessions.push_back(std::make_unique<GpuSession>(command, ordinal));
  std::vector<std::unique_ptr<Device>> devices;
  for (std::unique_ptr<GpuSession>& session : sessions) {
    devices.push_back(std::make_unique<CudaDevice>(std::move(session), first.arch));
    const DeviceInfo& info = devices.back()->info();
    if (info.compute_capability != first.compute_capability)
      throw EnvironmentError(
          fmt::format("GPUs of different compute capabilities cannot sweep together: {} has {}, GPU "
                      "number {} ({}) has {}",
                      first.name, first.compute_capability, devices.size(), info.name, info.compute_capability),
          "choose some of them with CUDA_VISIBLE_DEVICES, or one with --device cuda:N");
  }
  return devices;
}

}  // namespace semcheck
