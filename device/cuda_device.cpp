#include "device/cuda_device.h"

#include <fmt/format.h>

#include <array>

#include "core/run/environment_error.h"

namespace semcheck {
namespace {

constexpr std::array kPaths = {Path::cubin, Path::jit};

/// Why code for an architecture does not run on this machine by that path, or "".
std::string mismatch(Path path, const Arch& code, const Arch& machine) {
  const bool runs = path == Path::cubin ? runs_cubin(code, machine) : runs_ptx(code, machine);
  if (runs) return "";
  return fmt::format("{} for {} does not run on {}", path == Path::cubin ? "machine code" : "PTX", spell_sm(code),
                     spell_sm(machine));
}

std::string default_arch(const Compiler& compiler, const Arch& machine) {
  if (const auto best = best_arch(compiler.nvrtc.architectures(), machine)) return spell_sm(*best);
  throw EnvironmentError(
      fmt::format("NVRTC {} does not compile for {}", compiler.nvrtc.version(), spell_sm(machine)),
      "install an older CUDA Toolkit that knows this GPU and name it with --toolkit DIR, or use --device ptx");
}

}  // namespace

CudaDevice::CudaDevice(std::unique_ptr<GpuSession> session, Compiler compiler, const std::string& arch,
                       const std::string& reason)
    : session_(std::move(session)), compiler_(std::move(compiler)) {
  const GpuFacts& facts = session_->facts();
  machine_ = {facts.major * 10 + facts.minor, 0};
  info_.kind = "cuda";
  info_.name = facts.name;
  info_.compute_capability = fmt::format("{}.{}", facts.major, facts.minor);
  info_.arch = arch.empty() ? default_arch(compiler_, machine_) : arch;
  info_.driver = facts.driver;
  info_.nvrtc = compiler_.nvrtc.version();
  info_.nvrtc_path = compiler_.nvrtc.path().string();
  info_.reason = reason;
}

std::vector<Kernel> CudaDevice::compile(const Program& program) {
  std::vector<Kernel> kernels = compile_kernels(compiler_, program, kPaths);
  const auto arch = parse_arch(program.arch);
  for (Kernel& kernel : kernels) {
    if (!kernel.image || !arch) continue;
    kernel.error = mismatch(kernel.path, *arch, machine_);
    if (kernel.error.empty()) continue;
    kernel.unavailable = true;
    kernel.image = nullptr;
  }
  return kernels;
}

std::vector<Execution> CudaDevice::execute(std::span<const Kernel> kernels, const Operation& operation,
                                           const Cases& cases, const Limits& limits) {
  const std::lock_guard lock(session_guard_);
  return session_->execute(kernels, operation, cases, limits);
}

}  // namespace semcheck
