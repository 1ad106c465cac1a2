#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "core/judge/held_to.h"
#include "core/judge/suspect.h"
#include "core/sweep/twin.h"
#include "device/ptx/interpreter.h"
#include "device/toolkit/nvrtc.h"
#include "device/toolkit/toolkit.h"
#include "tests/unit/judge/sample.h"
#include "tests/unit/reference/results.h"

// The device judges a result as the host does: the headers by NVRTC, their PTX interpreted.
namespace semcheck {
namespace {

const std::string kRoot = SEMCHECK_SOURCE_DIR;

bool has_nvrtc() {
  return !find_toolkit(toolkit_places(toolkit_search(""))).nvrtc.empty();
}

const ptx::Module& module() {
  static const auto parsed = [] {
    const Nvrtc nvrtc(find_toolkit(toolkit_places(toolkit_search(""))).nvrtc);
    std::ifstream file(kRoot + "/tests/unit/sweep/kernel/judging.cu");
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    const Compilation compilation =
        nvrtc.compile(source, "judging.cu", {"--std=c++20", "--gpu-architecture=compute_90", "-I" + kRoot});
    EXPECT_TRUE(compilation.succeeded) << compilation.log;
    return ptx::parse(compilation.ptx);
  }();
  return *parsed;
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

/// An array in the memory of the interpreter.
template <class T>
struct Array {
  ptx::Memory& memory;
  std::size_t count;
  std::uint64_t address = memory.allocate(count * sizeof(T));

  void write(std::span<const T> values) { std::memcpy(memory.at(address).data(), values.data(), values.size_bytes()); }
  std::vector<T> read() const {
    std::vector<T> values(count);
    std::memcpy(values.data(), memory.at(address).data(), count * sizeof(T));
    return values;
  }
};

struct Judged {
  std::vector<SuspicionKey> keys;
  std::vector<Bits> terms;
};

Judged judged_by(std::string_view entry, const HeldTo& held, std::span<const Bits> operands,
                 std::span<const Bits> results) {
  ptx::Memory memory;
  Array<Choice> readings{memory, held.readings.size()};
  Array<Bits> x{memory, operands.size()}, actual{memory, results.size()}, terms{memory, results.size()};
  Array<SuspicionKey> keys{memory, results.size()};
  readings.write(held.readings);
  x.write(operands);
  actual.write(results);
  Contract contract = held.contract;
  contract.readings = reinterpret_cast<const Choice*>(readings.address);
  Parameters parameters;
  parameters.add(contract);
  parameters.add(x.address);
  parameters.add(actual.address);
  parameters.add(static_cast<unsigned>(results.size()));
  parameters.add(keys.address);
  parameters.add(terms.address);
  const auto blocks = static_cast<std::uint32_t>((results.size() + 127) / 128);
  ptx::launch(module(), {entry, {blocks}, {128}, parameters.bytes}, memory);
  return {keys.read(), terms.read()};
}

/// Tuples of special patterns, each with an operand, the canonical NaN, a zero or a one for its result.
struct Tuples {
  std::vector<Bits> operands, results;

  explicit Tuples(const Format& result) {
    const std::vector<Bits>& list = sample::kSpecialF32;
    for (std::size_t i = 0; i < list.size() * list.size(); ++i) {
      const Bits x = list[i % list.size()], z = list[i / list.size()], w = list[(7 * i + 3) % list.size()];
      for (Bits actual : {x, z, w, Bits{0x7fffffff}, Bits{0}, Bits{1}, Bits{0x80000000}}) {
        operands.insert(operands.end(), {x, z, w, 0});
        results.push_back(actual & value_mask(result));
      }
    }
  }
};

void expect_as_on_the_host(std::string_view entry, const Operation& operation, const Rules& rules) {
  const HeldTo held = held_to(operation, rules);
  const Tuples tuples(held.contract.operation.result);
  const Judged judged = judged_by(entry, held, tuples.operands, tuples.results);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < tuples.results.size(); ++i) {
    const Bits* x = &tuples.operands[i * kMostOperands];
    const bool right = allows(held.contract, x, tuples.results[i]);
    wrong += right ? 0 : 1;
    ASSERT_EQ(judged.keys[i], right ? 0 : key_of_wrong(held.contract, x, tuples.results[i])) << entry << ", case " << i;
    Bits term = 0;
    for (int k = 0; k < held.contract.operation.count; ++k) term += digest_term(i + static_cast<Bits>(k), x[k]);
    for (std::size_t r = 0; r < held.readings.size(); ++r) {
      const Outcome outcome = evaluate(held.contract.operation, held.readings[r], x);
      term += digest_term(i + 16 + r, outcome.bits * 8 + static_cast<Bits>(outcome.kind));
    }
    ASSERT_EQ(judged.terms[i], term) << entry << ", case " << i;
  }
  EXPECT_GT(wrong, 0u);
}

void expect_as_on_the_host(std::string_view entry, const Operation& operation, const Choice& reading) {
  expect_as_on_the_host(entry, operation, rules_of(reading, subject_of(operation)));
}

const Choice kFmaxf = known::maximum_number(Dtype::f32);
const Choice kPropagate = known::maximum(Dtype::f32);

TEST(JudgingKernel, SuspectsWhatTheHostSuspectsOfMaxima) {
  if (!has_nvrtc()) GTEST_SKIP() << "no NVRTC";
  const Operation max = known::max_of(Dtype::f32);
  expect_as_on_the_host("max_f32", max, kFmaxf);
  Rules rules = sample::rules_f32(kFmaxf);
  rules[Obligation::subnormal] |= 1u << static_cast<unsigned>(Subnormal::flush);
  expect_as_on_the_host("max_of_two_readings", max, rules);
}

TEST(JudgingKernel, SuspectsWhatTheHostSuspectsOfComposedOperations) {
  if (!has_nvrtc()) GTEST_SKIP() << "no NVRTC";
  const auto over_f32 = [](OperationKind kind) { return known::whole(kind, Dtype::f32); };
  expect_as_on_the_host("clamp_f32", over_f32(OperationKind::clamp), kPropagate);
  expect_as_on_the_host("relu_grad_f32", over_f32(OperationKind::relu_grad), kPropagate);
  expect_as_on_the_host("compare_f32", over_f32(OperationKind::compare), kPropagate);
  expect_as_on_the_host("fma_relu_f32", over_f32(OperationKind::fma_relu), kFmaxf);
  const Operation to_s8 = known::conversion(Dtype::f32, Dtype::s8);
  expect_as_on_the_host("convert_to_s8", to_s8, known::default_choice(to_s8));
}

}  // namespace
}  // namespace semcheck
