#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstring>

#include "device/ptx/interpreter.h"
#include "device/toolkit/nvrtc.h"
#include "device/toolkit/toolkit.h"
#include "tests/unit/sweep/sample_spaces.h"

// The device makes the same operands of an index as the host: the headers by NVRTC, their PTX interpreted.
namespace semcheck {
namespace {

constexpr unsigned kCases = 128;

bool has_nvrtc() {
  return !find_toolkit(toolkit_places(toolkit_search(""))).nvrtc.empty();
}

std::string literal(const Format& f) {
  return fmt::format("{{NumberKind({}), {}, {}, {}, {}}}", static_cast<int>(f.kind), f.width, f.exponent_bits,
                     f.fraction_bits, f.has_infinity);
}

/// A space as an initialiser in C++, with another seed than its own.
std::string literal(const Space& space) {
  std::vector<std::string> formats, values;
  for (const Format& f : space.formats) formats.push_back(literal(f));
  for (Bits value : space.values) values.push_back(fmt::format("{}ull", value));
  return fmt::format("{{SpaceKind({}), {}, {{{}}}, 999, {}ull, {}, {}, {{{}}}, {}}}", static_cast<int>(space.kind),
                     space.operands, fmt::join(formats, ", "), space.drawn, space.by_value, space.value_count,
                     fmt::join(values, ", "), space.side);
}

/// PTX of kernels `k0`, `k1`, … that make the cases of the spaces one by one.
std::string ptx_of(const std::vector<Space>& spaces) {
  std::string source = R"(#include "core/sweep/cases.h"
using namespace semcheck;
template <Space kSpace>
__device__ void make(Bits seed, Bits first, Bits* operands) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Bits of_case[kMostOperands] = {};
  case_of(KnownSpace<kSpace>{seed}, first + i, of_case);
  for (int k = 0; k < kSpace.operands; ++k) operands[i * kMostOperands + k] = of_case[k];
}
)";
  for (std::size_t i = 0; i < spaces.size(); ++i)
    source += fmt::format(
        "constexpr Space s{0}{1};\nextern \"C\" __global__ void k{0}(Bits seed, Bits first, Bits* operands) {{\n"
        "  make<s{0}>(seed, first, operands);\n}}\n",
        i, literal(spaces[i]));
  const Nvrtc nvrtc(find_toolkit(toolkit_places(toolkit_search(""))).nvrtc);
  const Compilation compilation = nvrtc.compile(
      source, "cases.cu", {"--std=c++20", "--gpu-architecture=compute_90", "-I" + std::string(SEMCHECK_SOURCE_DIR)});
  EXPECT_TRUE(compilation.succeeded) << compilation.log;
  return compilation.ptx;
}

/// Parameters of a kernel, each at its natural alignment.
struct Parameters {
  std::vector<std::byte> bytes;

  template <class T>
  void add(const T& value) {
    bytes.resize((bytes.size() + alignof(T) - 1) / alignof(T) * alignof(T));
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof(T));
  }
};

/// The operands that a kernel makes of the cases from `first` on.
std::vector<Operands> interpreted(const ptx::Module& module, const std::string& entry, const Space& space, Bits first) {
  ptx::Memory memory;
  const std::uint64_t address = memory.allocate(kCases * kMostOperands * sizeof(Bits));
  Parameters parameters;
  parameters.add(space.seed);
  parameters.add(first);
  parameters.add(address);
  ptx::launch(module, {entry, {1}, {kCases}, parameters.bytes}, memory);
  std::vector<Bits> bits(kCases * kMostOperands);
  std::memcpy(bits.data(), memory.at(address).data(), bits.size() * sizeof(Bits));
  std::vector<Operands> cases;
  for (auto at = bits.begin(); at != bits.end(); at += kMostOperands) cases.emplace_back(at, at + space.operands);
  return cases;
}

/// Where the cases begin that are compared: of random spaces in every strategy, of others from the beginning to the
/// end.
std::vector<Bits> beginnings(const Space& space) {
  const Bits last = case_count(space) - kCases;
  if (space.kind != SpaceKind::random) return {0, last / 3, last / 3 * 2, last};
  std::vector<Bits> firsts;
  const Bits values = static_cast<Bits>(space.value_count);
  for (Bits block = 0; block < 8; ++block) firsts.push_back((block * kDrawBlock + 77) * values);
  firsts.push_back((Bits{5} << 33) + 3 * kDrawBlock);
  return firsts;
}

void expect_the_cases_of_the_host(const std::vector<Space>& spaces) {
  const std::string ptx = ptx_of(spaces);
  EXPECT_EQ(ptx.find("ld.local"), std::string::npos) << "a space or its operands are in memory";
  const auto module = ptx::parse(ptx);
  for (std::size_t s = 0; s < spaces.size(); ++s)
    for (Bits first : beginnings(spaces[s])) {
      const std::vector<Operands> cases = interpreted(*module, fmt::format("k{}", s), spaces[s], first);
      for (unsigned i = 0; i < kCases; ++i)
        ASSERT_EQ(cases[i], operands_at(spaces[s], first + i)) << literal(spaces[s]) << ", case " << first + i;
    }
}

std::vector<Space> spaces_over(std::initializer_list<Dtype> dtypes) {
  std::vector<Space> spaces = {random_over(dtypes), space_over(SpaceKind::structured, dtypes)};
  int bits = 0;
  for (Dtype dtype : dtypes) bits += format(dtype).width;
  if (bits <= 32) spaces.push_back(space_over(SpaceKind::exhaustive, dtypes));
  return spaces;
}

void add(std::vector<Space>& spaces, const std::vector<Space>& more) {
  spaces.insert(spaces.end(), more.begin(), more.end());
}

TEST(CasesKernel, MakesTheCasesOfTheHostForEveryDtypeAndKind) {
  if (!has_nvrtc()) GTEST_SKIP() << "no NVRTC";
  std::vector<Space> spaces;
  for (const DtypeRow& row : kDtypes) add(spaces, spaces_over({row.dtype, row.dtype}));
  for (Dtype dtype : {Dtype::f64, Dtype::f32, Dtype::e4m3, Dtype::s16}) add(spaces, spaces_over({dtype}));
  expect_the_cases_of_the_host(spaces);
}

TEST(CasesKernel, MakesTheCasesOfTheHostForThreeOperands) {
  if (!has_nvrtc()) GTEST_SKIP() << "no NVRTC";
  std::vector<Space> spaces;
  for (Dtype dtype : {Dtype::f64, Dtype::f32, Dtype::f16, Dtype::u8}) add(spaces, spaces_over({dtype, dtype, dtype}));
  add(spaces, spaces_over({Dtype::bf16, Dtype::bf16, Dtype::u32}));
  add(spaces, spaces_over({Dtype::s8, Dtype::s8, Dtype::u16}));
  expect_the_cases_of_the_host(spaces);
}

TEST(CasesKernel, MakesTheCasesOfTheHostWithAnOperandByValueAndInSquares) {
  if (!has_nvrtc()) GTEST_SKIP() << "no NVRTC";
  std::vector<Space> spaces;
  for (Space space : spaces_over({Dtype::f16, Dtype::f16})) {
    space.side = 32;
    spaces.push_back(space);
    space.side = 0;
    space.value_count = 3;
    space.values[1] = 0x7c01;
    space.values[2] = 0x8000;
    for (space.by_value = 0; space.by_value < 2; ++space.by_value) spaces.push_back(space);
  }
  expect_the_cases_of_the_host(spaces);
}

}  // namespace
}  // namespace semcheck
