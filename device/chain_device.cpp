#include "device/chain_device.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>

#include "device/chain_kernel.h"
#include "device/launch.h"
#include "device/ptx/interpreter.h"
#include "device/ptx_runner.h"

namespace semcheck {
namespace {

using Roles = std::vector<const Role*>;

/// The first message of a compiler that says what is wrong.
std::string first_error(const std::string& log) {
  std::size_t at = log.find("error");
  if (at == std::string::npos) return log.substr(0, log.find('\n'));
  at = log.rfind('\n', at) == std::string::npos ? 0 : log.rfind('\n', at) + 1;
  return log.substr(at, log.find('\n', at) - at);
}

CompilationMemo::Made compile(const Compiler& compiler, const Probe& probe, const Roles& roles, const std::string& arch,
                              Path path) {
  Recipe recipe;
  recipe.source = chain_source(probe, roles, path == Path::ptx ? ChainEnd::passes : ChainEnd::clock);
  recipe.arch = arch;
  recipe.machine_code = path == Path::cubin;
  return semcheck::compile(compiler, recipe);
}

/// Kernels of roles that were compiled together.
std::vector<Kernel> kernels_of(const Compilation& compiled, std::size_t count, Path path) {
  const auto image = std::make_shared<const Image>(Image{path, path == Path::cubin ? compiled.cubin : compiled.ptx});
  std::vector<Kernel> kernels(count);
  for (std::size_t i = 0; i < count; ++i) {
    kernels[i].path = path;
    kernels[i].entry = chain_entry(i);
    if (compiled.succeeded)
      kernels[i].image = image;
    else
      kernels[i].error = compiled.refusal.empty() ? first_error(compiled.log) : compiled.refusal;
  }
  return kernels;
}

std::vector<Kernel> failed(const Roles& roles, Path path, const std::string& error) {
  std::vector<Kernel> kernels(roles.size());
  for (Kernel& kernel : kernels) {
    kernel.path = path;
    kernel.error = error;
  }
  return kernels;
}

}  // namespace

std::vector<Kernel> compile_chain_kernels(const Compiler& compiler, const Probe& probe, const std::string& arch,
                                          Path path) {
  Roles roles;
  for (const Role& role : probe.roles) roles.push_back(&role);
  if (!is_known_arch(compiler.nvrtc, arch)) return failed(roles, path, unknown_arch(compiler.nvrtc, arch));
  const CompilationMemo::Made together = compile(compiler, probe, roles, arch, path);
  if (together->succeeded || roles.size() == 1) return kernels_of(*together, roles.size(), path);
  std::vector<Kernel> kernels;
  for (const Role* role : roles)
    kernels.push_back(kernels_of(*compile(compiler, probe, {role}, arch, path), 1, path).front());
  return kernels;
}

Execution interpret_chain(const Kernel& kernel, const ChainLaunch& launch, const Limits& limits) {
  Execution execution;
  const LaunchData data = chain_data(launch);
  ptx::Memory memory;
  const std::uint64_t operands = memory.allocate(data.arrays.front().bytes.size());
  std::ranges::copy(data.arrays.front().bytes, memory.at(operands).begin());
  const std::uint64_t words = memory.allocate(data.results * size_of(data.result));
  const std::array<std::uint64_t, 3> parameters = {operands, words, launch.budget};
  try {
    ptx::launch(*ptx::parse(kernel.image->bytes),
                {kernel.entry,
                 {launch.probe.blocks},
                 {launch.probe.threads},
                 std::as_bytes(std::span(parameters)),
                 limits.timeout,
                 0,
                 limits.interrupted},
                memory);
    execution.results = unpack(data.result, memory.at(words).first(data.results * size_of(data.result)));
  } catch (const ptx::PtxError& error) {
    execution.error = unsupported(error);
  } catch (const ptx::Trap& trap) {
    execution.error = trap.what();
  } catch (const std::invalid_argument& refusal) {
    execution.error = refused_launch(refusal);
  }
  execution.interrupted = limits.are_reached() && execution.results.empty();
  return execution;
}

}  // namespace semcheck
