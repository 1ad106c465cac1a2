/// Kernels of sweeps on a GPU against kernels written by hand for one operation, launched alike: billions of pairs a
/// second of either, and the ratio of their times. Needs a GPU.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "core/run/environment_error.h"
#include "core/sweep/chunks.h"
#include "core/sweep/spaces.h"
#include "device/gpu.h"
#include "device/sweep_compile.h"
#include "device/sweep_sequence.h"
#include "device/worker_protocol.h"
#include "tests/bench/sweep_by_hand.h"
#include "tests/unit/operation.h"

namespace semcheck {
namespace {

constexpr std::uint32_t kLanes = 4;
constexpr int kRepetitions = 5;

/// A GPU, and the compilers of what it runs.
struct Bench {
  std::unique_ptr<Gpu> gpu = open_gpu(0);
  GpuFacts facts = gpu->facts();  // opens the driver, before the compiler keeps it out of the process
  Compiler compiler = open_compiler("");
  std::string arch;

  Bench() {
    arch = fmt::format("sm_{}{}", facts.major, facts.minor);
    gpu->create_context();
    fmt::print("{}, NVRTC {}\n", facts.name, compiler.nvrtc.version());
  }

  void load(std::size_t slot, const std::string& image) const {
    gpu->load(slot, std::as_bytes(std::span(image)), std::nullopt);
  }

  /// The least seconds of some launches of a plan, and what its memory then begins with.
  double seconds(const StepPlan& plan, std::vector<std::byte>& contents) const {
    double least = 0;
    for (int i = 0; i < kRepetitions; ++i) {
      std::vector<std::byte> after = contents;
      const double us = gpu->sweep(plan, contents, after);
      if (i == 0 || us < least) least = us;
      if (i + 1 == kRepetitions) contents = after;
    }
    return least / 1e6;
  }
};

double by_hand(const Bench& bench, const std::string& entry, std::uint64_t count) {
  StepPlan plan;
  plan.step_count = 1;
  plan.lanes = kLanes;
  plan.count = count;
  plan.shared = 256;
  LaunchStep& step = plan.steps[0];
  put(step.entry, entry);
  step.parameters = {StepParameter{StepSource::shared, 0}, {StepSource::first, 0}, {StepSource::count, 0}};
  step.parameter_count = 3;
  step.threads = 256;
  step.items = kCasesOfThread;
  std::vector<std::byte> contents(sizeof(std::uint64_t));
  const double seconds = bench.seconds(plan, contents);
  std::uint64_t wrong = 0;
  std::memcpy(&wrong, contents.data(), sizeof wrong);
  if (wrong != 0) throw std::runtime_error(fmt::format("{} counts {} pairs that differ", entry, wrong));
  return seconds;
}

/// A maximum of which exactly one operand being a NaN gives the number.
Spec spec_of(Dtype dtype, const std::string& code) {
  Spec spec;
  spec.path = "bench.toml";
  spec.operation = given::operation("max", OperationKind::max, dtype, {dtype, dtype});
  spec.rules = default_rules(subject_of(spec.operation));
  if (is_floating(format(dtype))) spec.rules.set(Obligation::nan, Nan::ignore);
  spec.builds = {Build{}};
  Variant variant;
  variant.name = "variant";
  variant.code = code;
  variant.code_span = {1, 1, 1};
  spec.variants.push_back(variant);
  return spec;
}

/// @param threads  of a block; 0 for those of each chunk, as in a run
double swept(const Bench& bench, const Spec& spec, const Space& space, std::uint64_t count, std::uint32_t threads = 0) {
  const Program program{spec, spec.builds.front(), bench.arch, {&spec.variants.front()}, {Feed{}}, 0, {Path::cubin}};
  const auto kernels = compile_sweep_kernels(bench.compiler, {program, spec.rules, {}, {space}}, program.paths);
  const SweepKernel& kernel = kernels.front();
  if (!kernel.kernel.image) throw std::runtime_error(kernel.kernel.error);
  SweepSequence sequence = sweep_sequence(kernel, {0, 0, count, false});
  bench.load(1, kernel.kernel.image->bytes);
  sequence.plan.steps[0].slot = 1;
  sequence.plan.lanes = kLanes;
  sequence.plan.steps[0].threads = threads;
  const double seconds = bench.seconds(sequence.plan, sequence.contents);
  const Tally tally = tally_of(sequence);
  if (tally.mismatches() != 0) throw std::runtime_error(fmt::format("{} mismatches", tally.mismatches()));
  return seconds;
}

void print(const std::string& what, std::uint64_t count, double by_hand, double swept) {
  const auto rate = [&](double seconds) { return static_cast<double>(count) / seconds / 1e9; };
  fmt::print("{:<34} by hand {:7.1f} G/s   swept {:7.1f} G/s   time ratio {:.3f}\n", what, rate(by_hand), rate(swept),
             swept / by_hand);
}

/// How much of the time is owed to blocks of several sizes.
void print_blocks(const Bench& bench, const Spec& spec, const Space& space, std::uint64_t count) {
  for (std::uint32_t threads : kChunkThreads)
    fmt::print("  in blocks of {:4}: {:7.1f} G/s\n", threads,
               static_cast<double>(count) / swept(bench, spec, space, count, threads) / 1e9);
}

struct Exhaustive {
  Dtype dtype;
  const char* code;
};

constexpr Exhaustive kExhaustives[] = {
    {Dtype::f16, "__hmax(x, z)"}, {Dtype::bf16, "__hmax(x, z)"}, {Dtype::s16, "max(x, z)"}, {Dtype::u16, "max(x, z)"}};

void compare_all(const Bench& bench) {
  const Compilation compiled = bench.compiler.nvrtc.compile(
      kSweepByHand, "sweep_by_hand",
      {"-std=c++20", "-default-device", "-arch=" + bench.arch, "-I" + bench.compiler.include.string()});
  if (!compiled.succeeded) throw std::runtime_error(compiled.log);
  bench.load(0, compiled.cubin);
  constexpr std::uint64_t all = std::uint64_t{1} << 32, drawn = std::uint64_t{1} << 34;
  for (const Exhaustive& each : kExhaustives) {
    const Spec spec = spec_of(each.dtype, each.code);
    print(fmt::format("{} max, exhaustive", name(each.dtype)), all, by_hand(bench, std::string(name(each.dtype)), all),
          swept(bench, spec, *exhaustive_space(spec.operation), all));
    print_blocks(bench, spec, *exhaustive_space(spec.operation), all);
  }
  const Spec spec = spec_of(Dtype::f32, "fmaxf(x, z)");
  const double random = swept(bench, spec, *random_space(spec.operation, drawn, 1), drawn);
  print("f32 max, Philox4x32-10", drawn, by_hand(bench, "f32_philox4", drawn), random);
  print_blocks(bench, spec, *random_space(spec.operation, drawn, 1), drawn);
  print("f32 max, by hand Philox2x32-10", drawn, by_hand(bench, "f32_philox2", drawn), random);
  print("f32 max, by hand no generator", drawn, by_hand(bench, "f32_index", drawn), random);
}

}  // namespace
}  // namespace semcheck

int main() {
  try {
    const semcheck::Bench bench;
    semcheck::compare_all(bench);
  } catch (const std::exception& error) {
    fmt::print(stderr, "sweep_kernels: {}\n", error.what());
    return 1;
  }
}
