#include <benchmark/benchmark.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "device/ptx/interpreter.h"

namespace semcheck::ptx {
namespace {

// What the interpreter does a second on one core, over maxima as nvcc compiles them: read two operands, compute, write.

constexpr std::uint32_t kThreads = 1U << 16;

std::string read_kernels() {
  std::ifstream file(SEMCHECK_SOURCE_DIR "/tests/unit/ptx/data/max_sm_90.ptx", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Parameters {
  std::uint64_t out, a, b;
  std::uint32_t count;
};

void run(benchmark::State& state, const std::string& entry, std::size_t size) {
  const auto module = parse(read_kernels());
  Memory memory;
  const Parameters parameters{memory.allocate(kThreads * size), memory.allocate(kThreads * size),
                              memory.allocate(kThreads * size), kThreads};
  std::mt19937_64 random(1);
  for (const std::uint64_t address : {parameters.a, parameters.b}) {
    for (std::byte& each : memory.at(address)) each = static_cast<std::byte>(random());
  }
  std::uint64_t instructions = 0;
  for ([[maybe_unused]] auto _ : state) {
    const Launch once{entry, {kThreads / 256}, {256}, std::as_bytes(std::span(&parameters, 1))};
    instructions += launch(*module, once, memory).thread_instructions;
  }
  state.counters["thread_instructions"] =
      benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(run, max_direct_f32, "max_direct_f32", 4);
BENCHMARK_CAPTURE(run, max_ternary_f32, "max_ternary_f32", 4);
BENCHMARK_CAPTURE(run, max_direct_f64, "max_direct_f64", 8);
BENCHMARK_CAPTURE(run, max_direct_f16, "max_direct_f16", 2);
BENCHMARK_CAPTURE(run, max_ternary_s8, "max_ternary_s8", 1);
BENCHMARK_CAPTURE(run, max_direct_u64, "max_direct_u64", 8);

void parse_module(benchmark::State& state) {
  const std::string text = read_kernels();
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(parse(text));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(parse_module);

}  // namespace
}  // namespace semcheck::ptx

BENCHMARK_MAIN();
