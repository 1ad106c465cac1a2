#include "device/ptx_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "device/arch.h"
#include "device/chain_device.h"
#include "device/count.h"
#include "device/ptx_sweep.h"
#include "device/sweep_compile.h"

namespace semcheck {
namespace {

constexpr std::array kOwnPaths = {Path::ptx};

/// Whether a variant has PTX of its own, and does not say what it needs.
bool may_lack_something(const Variant& variant) {
  return variant.needs.empty() && variant.code.find("asm") != std::string::npos;
}

void leave_to_be_read(Kernel& kernel) {
  kernel.error = kernel.path == Path::cubin ? "the PTX interpreter runs no machine code"
                                            : "the PTX interpreter has no driver to compile PTX with";
  kernel.unavailable = true;
}

}  // namespace

PtxDevice::PtxDevice(std::vector<Compiler> compilers, const std::string& arch, const std::string& reason)
    : compilers_(std::move(compilers)) {
  info_.kind = "ptx";
  info_.name = "PTX interpreter";
  info_.arch = arch;
  if (const auto parsed = parse_arch(arch))
    info_.compute_capability = fmt::format("{}.{}", parsed->major(), parsed->number % 10);
  describe_compilers(compilers_, info_);
  info_.reason = reason;
  info_.paths.assign(kOwnPaths.begin(), kOwnPaths.end());
}

PtxDevice::PtxDevice(Compiler compiler, const std::string& arch, const std::string& reason)
    : PtxDevice(only(std::move(compiler)), arch, reason) {}

std::vector<Kernel> PtxDevice::compile(const Program& program) {
  std::vector<Kernel> kernels = compile_kernels(compilers_.at(program.toolkit), program, kOwnPaths);
  part_from_what_does_not_run(program, kernels);
  return kernels;
}

void PtxDevice::part_from_what_does_not_run(const Program& program, std::vector<Kernel>& kernels) {
  runner_.part_from_unreadable(kernels, program, [&](const Program& alone) {
    return compile_kernels(compilers_.at(program.toolkit), alone, kOwnPaths).front();
  });
  ask_the_assembler(program, kernels);
  for (Kernel& kernel : kernels)
    if (kernel.error.empty() && kernel.path != Path::ptx) leave_to_be_read(kernel);
}

/// Only the assembler knows which instructions an architecture lacks; what the compiler makes of C++ has them all.
void PtxDevice::ask_the_assembler(const Program& program, std::vector<Kernel>& kernels) const {
  const bool was_asked = std::find(program.paths.begin(), program.paths.end(), Path::cubin) != program.paths.end();
  if (was_asked || program.types == Types::exact) return;
  Program question{program.spec, program.build, program.arch, {}};
  question.toolkit = program.toolkit;
  question.paths = {Path::cubin};
  for (const Variant* variant : program.variants)
    if (may_lack_something(*variant)) question.variants.push_back(variant);
  if (question.variants.empty()) return;
  for (const Kernel& asked : compile_kernels(compilers_.at(program.toolkit), question, kOwnPaths)) {
    if (!asked.unavailable) continue;
    for (Kernel& kernel : kernels) {
      if (kernel.variant != asked.variant) continue;
      kernel.error = asked.error;
      kernel.unavailable = true;
    }
  }
}

std::vector<Execution> PtxDevice::execute(std::span<const Kernel> kernels, const Operation& operation,
                                          const Cases& cases, const Limits& limits) {
  return runner_.execute(kernels, operation, cases, limits);
}

std::vector<Measurement> PtxDevice::measure(std::span<const Kernel> kernels, const Operation& operation,
                                            const Cases& cases, const Limits& limits) {
  std::vector<Measurement> measurements(kernels.size());
  const auto counts = count(runner_, kernels, operation, cases, limits);
  for (std::size_t k = 0; k < kernels.size(); ++k) measurements[k].counted = counts[k];
  return measurements;
}

std::vector<Inspection> PtxDevice::inspect(std::span<const Kernel> kernels) {
  return inspector_.inspect(kernels, compilers_);
}

std::vector<Kernel> PtxDevice::compile_chains(const Probe& probe, Path path) {
  return compile_chain_kernels(compilers_.front(), probe, info_.arch, path);
}

Execution PtxDevice::run_chain(const Kernel& kernel, const ChainLaunch& launch, const Limits& limits) {
  return interpret_chain(kernel, launch, limits);
}

std::vector<SweepKernel> PtxDevice::compile_sweep(const SweepProgram& program) {
  return compile_sweep_kernels(
      compilers_.at(program.program.toolkit), program, kOwnPaths,
      [&](std::vector<Kernel>& kernels) { part_from_what_does_not_run(program.program, kernels); });
}

Swept PtxDevice::sweep(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) {
  return interpret_sweep(runner_, kernel, stretch, limits);
}

Sample PtxDevice::sample(const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) {
  return interpret_sample(runner_, kernel, stretch, limits);
}

}  // namespace semcheck
