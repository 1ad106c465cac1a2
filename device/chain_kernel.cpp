#include "device/chain_kernel.h"

#include <fmt/format.h>

#include <array>

#include "core/run/probe.h"

namespace semcheck {
namespace {

/// How numbers of a dtype are written in inline PTX and in CUDA C++.
struct TypeRow {
  Dtype dtype;
  std::string_view ptx;
  char constraint;
  std::string_view cuda;
};
constexpr std::array kTypes = {
    TypeRow{Dtype::f32, "f32", 'f', "float"},
    TypeRow{Dtype::f64, "f64", 'd', "double"},
    TypeRow{Dtype::f16, "f16", 'h', "unsigned short"},
    TypeRow{Dtype::bf16, "bf16", 'h', "unsigned short"},
    TypeRow{Dtype::s32, "s32", 'r', "int"},
    TypeRow{Dtype::u32, "u32", 'r', "unsigned int"},
};

const TypeRow& type_row(Dtype dtype) {
  std::size_t i = 0;
  while (kTypes[i].dtype != dtype) ++i;
  return kTypes[i];
}

/// The operands in the order in which they stand in memory and behind the accumulator in inline PTX. They are loaded,
/// each by itself, so that the assembler does not know them.
enum class Operand : std::uint8_t { factor, term, floor, ceiling };
constexpr std::array<std::string_view, 4> kOperandNames = {"factor", "term", "floor", "ceiling"};

/// The PTX of an instruction: its modifiers over floating and integer dtypes, and its operands besides the accumulator.
struct InstructionRow {
  ChainOp op;
  std::string_view floating;
  std::string_view integer;
  std::string_view operands;
};
constexpr std::array kInstructions = {
    InstructionRow{ChainOp::add, "add.rn", "add", "%2"},  InstructionRow{ChainOp::mul, "mul.rn", "mul.lo", "%1"},
    InstructionRow{ChainOp::fma, "fma.rn", "", "%1, %2"}, InstructionRow{ChainOp::mad, "", "mad.lo", "%1, %2"},
    InstructionRow{ChainOp::max, "max", "max", "%3"},     InstructionRow{ChainOp::min, "min", "min", "%4"},
};

std::string instruction(Dtype dtype, ChainOp op) {
  const InstructionRow& row = kInstructions[static_cast<std::size_t>(op)];
  const bool floating = format(dtype).kind == NumberKind::floating;
  return fmt::format("{}.{} %0, %0, {};", floating ? row.floating : row.integer, type_row(dtype).ptx, row.operands);
}

/// One statement of inline PTX that updates accumulator `index`.
std::string statement(Dtype dtype, std::size_t index, const std::vector<ChainOp>& ops) {
  std::string text = "    asm volatile(\n";
  for (const ChainOp op : ops) text += fmt::format("        \"{}\\n\\t\"\n", instruction(dtype, op));
  const char constraint = type_row(dtype).constraint;
  text += fmt::format("        : \"+{}\"(acc{}) : ", constraint, index);
  for (std::size_t i = 0; i < kOperandNames.size(); ++i)
    text += fmt::format("{}\"{}\"({})", i == 0 ? "" : ", ", constraint, kOperandNames[i]);
  return text + ");\n";
}

std::string loop_body(const Probe& probe, const Role& role) {
  std::string text;
  if (role.kind != ChainKind::independent) {
    std::vector<ChainOp> ops;
    for (std::size_t i = 0; i < instructions(probe, role); ++i)
      ops.push_back(role.ops[i % role.length % role.ops.size()]);
    return statement(probe.dtype, 0, ops);
  }
  for (std::size_t turn = 0; turn < probe.unroll; ++turn)
    for (std::size_t i = 0; i < role.length; ++i) text += statement(probe.dtype, i, role.ops);
  return text;
}

// The clock is read again after the loop: a reading that lives on beyond it makes ptxas split the chain over two
// registers, and so does a counter of 32 bits.
std::string kernel(const Probe& probe, const Role& role, std::size_t index, ChainEnd end) {
  std::string loads, stores;
  const std::string_view type = type_row(probe.dtype).cuda;
  for (std::size_t i = 0; i < kOperandNames.size(); ++i)
    loads += fmt::format("  const {} {} = operands[{}];\n", type, kOperandNames[i], i);
  for (std::size_t i = 0; i < accumulators(role); ++i) {
    loads += fmt::format("  {} acc{} = operands[{}];\n", type, i, kOperandNames.size() + i);
    stores += fmt::format("  words[at + {}] = bits(acc{});\n", 2 + i, i);
  }
  return fmt::format(
      "\nextern \"C\" __global__ void {}(const {}* operands, unsigned long long* words, unsigned long long budget) {{\n"
      "{}  unsigned long long passes = 0;\n"
      "  const unsigned long long start = now();\n"
      "  do {{\n{}    ++passes;\n  }} while ({} < budget);\n"
      "  const unsigned long long cycles = now() - start;\n"
      "  const unsigned long long at = (blockIdx.x * blockDim.x + threadIdx.x) * {}ull;\n"
      "  words[at] = passes;\n  words[at + 1] = cycles;\n{}}}\n",
      chain_entry(index), type, loads, loop_body(probe, role), end == ChainEnd::clock ? "now() - start" : "passes",
      2 + accumulators(role), stores);
}

constexpr std::string_view kClock =
    "__device__ __forceinline__ unsigned long long now() {\n"
    "  unsigned long long clock;\n"
    "  asm volatile(\"mov.u64 %0, %%clock64;\" : \"=l\"(clock));\n"
    "  return clock;\n}\n";
constexpr std::string_view kNoClock = "__device__ __forceinline__ unsigned long long now() { return 0; }\n";
constexpr std::string_view kBits =
    "__device__ __forceinline__ unsigned long long bits(float x) { return __float_as_uint(x); }\n"
    "__device__ __forceinline__ unsigned long long bits(double x) { return __double_as_longlong(x); }\n"
    "__device__ __forceinline__ unsigned long long bits(unsigned short x) { return x; }\n"
    "__device__ __forceinline__ unsigned long long bits(unsigned int x) { return x; }\n"
    "__device__ __forceinline__ unsigned long long bits(int x) { return static_cast<unsigned int>(x); }\n";

}  // namespace

std::string chain_entry(std::size_t index) {
  return fmt::format("chain_{}", index);
}

std::string chain_source(const Probe& probe, const std::vector<const Role*>& roles, ChainEnd end) {
  std::string source = fmt::format("{}{}", end == ChainEnd::clock ? kClock : kNoClock, kBits);
  for (std::size_t i = 0; i < roles.size(); ++i) source += kernel(probe, *roles[i], i, end);
  return source;
}

LaunchData chain_data(const ChainLaunch& launch) {
  const Dtype dtype = launch.probe.dtype;
  const Bits one = chain_one(dtype);
  std::vector<Bits> operands = {one, one, one, chain_ceiling(dtype)};
  operands.insert(operands.end(), accumulators(launch.role), one);
  LaunchData data;
  data.arrays.push_back({"operands", std::vector<std::byte>(operands.size() * size_of(dtype)), 0});
  pack(dtype, operands, data.arrays.back().bytes);
  data.result = Dtype::u64;
  data.threads = std::uint64_t{launch.probe.blocks} * launch.probe.threads;
  data.results = data.threads * (2 + accumulators(launch.role));
  data.count = launch.budget;
  return data;
}

}  // namespace semcheck
