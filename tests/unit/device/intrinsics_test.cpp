#include <gtest/gtest.h>

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "device/compile.h"
#include "device/ptx/program.h"

namespace semcheck {
namespace {

// Every function of CUDA's headers that computes a number from numbers, each called by a kernel of its own.

constexpr std::string_view kPrelude = R"(
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
template <class T> __device__ T take(const char* operands, int i) {
  return *reinterpret_cast<const T*>(operands + 16 * i);
}
template <class T> __device__ void put(char* result, T value) { *reinterpret_cast<T*>(result) = value; }
)";

/// The text of an argument of a type, or what stands after a `=`.
std::string argument(const std::string& type, int index) {
  if (type.starts_with('=')) return type.substr(1);
  if (type == "bool*") return fmt::format("flags + {}", index);
  return fmt::format("take<{}>(operands, {})", type, index);
}

std::string arguments(const std::string& types) {
  std::string text;
  std::istringstream stream(types);
  int index = 0;
  for (std::string type; std::getline(stream, type, ',');) {
    text += (index == 0 ? "" : ", ") + argument(type.substr(type.find_first_not_of(' ')), index);
    ++index;
  }
  return text;
}

struct Intrinsics {
  std::vector<std::string> calls;
  std::string source{kPrelude};
};

Intrinsics read_intrinsics() {
  std::ifstream file(SEMCHECK_SOURCE_DIR "/tests/unit/device/data/intrinsics.txt");
  Intrinsics intrinsics;
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (line.starts_with('#') || colon == std::string::npos) continue;
    std::istringstream names(line.substr(colon + 1));
    for (std::string name; names >> name;) {
      const std::string call = fmt::format("{}({})", name, arguments(line.substr(0, colon)));
      intrinsics.source += fmt::format(
          "extern \"C\" __global__ void k{}(char* result, const char* operands) {{ bool flags[4] = {{}}; "
          "put(result, {}); put(result + 16, flags[2]); put(result + 17, flags[3]); }}\n",
          intrinsics.calls.size(), call);
      intrinsics.calls.push_back(call);
    }
  }
  return intrinsics;
}

void expect_decoded(const std::vector<std::string>& options) {
  static const Intrinsics intrinsics = read_intrinsics();
  const Compiler compiler = open_compiler("");
  std::vector<std::string> all{"--std=c++17", "--gpu-architecture=compute_90", "-I" + compiler.include.string()};
  all.insert(all.end(), options.begin(), options.end());
  const Compilation compilation = compiler.nvrtc.compile(intrinsics.source, "intrinsics.cu", all);
  ASSERT_TRUE(compilation.succeeded) << compilation.log.substr(0, 2000);
  const auto module = ptx::parse(compilation.ptx);
  ASSERT_EQ(module->programs.size(), intrinsics.calls.size());
  ASSERT_GT(intrinsics.calls.size(), 1000U);
  for (const ptx::Program& program : module->programs) {
    const std::string& call = intrinsics.calls[std::stoul(std::string(program.name.substr(1)))];
    EXPECT_FALSE(program.error) << call << ": " << program.error->what();
  }
}

TEST(Intrinsics, EveryFunctionOfTheHeadersIsDecoded) {
  expect_decoded({});
}

TEST(Intrinsics, EveryFunctionOfTheHeadersIsDecodedUnderFastMath) {
  expect_decoded({"--use_fast_math"});
}

}  // namespace
}  // namespace semcheck
