#include "device/compilation_memo.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "device/compile.h"
#include "tests/unit/device/spec_fixture.h"

namespace semcheck {
namespace {

using testing::SpecText;

Recipe recipe(const std::string& source, bool machine_code = false) {
  Recipe made;
  made.source = source;
  made.machine_code = machine_code;
  return made;
}

/// A compilation whose PTX is its recipe's source.
Compilation echo(const Recipe& asked) {
  Compilation made;
  made.succeeded = asked.source != "bad";
  made.ptx = asked.source;
  return made;
}

TEST(CompilationMemo, CompilesOnceWhatIsAskedForTwice) {
  CompilationMemo memo(4);
  EXPECT_EQ(memo.get(recipe("a"), echo)->ptx, "a");
  EXPECT_EQ(memo.get(recipe("a"), echo)->ptx, "a");
  EXPECT_EQ(memo.get(recipe("b"), echo)->ptx, "b");
  EXPECT_EQ(memo.made(), 2u);
}

TEST(CompilationMemo, TellsRecipesApartByEveryPart) {
  CompilationMemo memo(16);
  Recipe base = recipe("a", true);
  const auto ask = [&](const auto& change) {
    Recipe changed = base;
    change(changed);
    memo.get(changed, echo);
  };
  ask([](Recipe&) {});
  ask([](Recipe& r) { r.front_end = FrontEnd::nvcc; });
  ask([](Recipe& r) { r.source = "b"; });
  ask([](Recipe& r) { r.options = {"--fmad=false"}; });
  ask([](Recipe& r) { r.arch = "sm_80"; });
  ask([](Recipe& r) { r.ptxas_level = 0; });
  ask([](Recipe& r) { r.types = Types::exact; });
  EXPECT_EQ(memo.made(), 7u);
}

TEST(CompilationMemo, TakesPtxFromWhatWasCompiledFurther) {
  CompilationMemo memo(4);
  Recipe further = recipe("a", true);
  further.ptxas_level = 0;
  memo.get(further, echo);
  EXPECT_EQ(memo.get(recipe("a"), echo)->ptx, "a");
  EXPECT_EQ(memo.made(), 1u);
  Recipe exact = recipe("a");
  exact.types = Types::exact;
  memo.get(exact, echo);
  EXPECT_EQ(memo.made(), 2u);
  // The assembler may have been what failed.
  memo.get(recipe("bad", true), echo);
  memo.get(recipe("bad"), echo);
  EXPECT_EQ(memo.made(), 4u);
}

TEST(CompilationMemo, ForgetsTheOldest) {
  CompilationMemo memo(2);
  for (const char* source : {"a", "b", "c", "b", "c", "a"}) memo.get(recipe(source), echo);
  EXPECT_EQ(memo.made(), 4u);
}

TEST(CompilationMemo, ForgetsWhatThrew) {
  CompilationMemo memo(2);
  EXPECT_THROW(memo.get(recipe("a"), [](const Recipe&) -> Compilation { throw std::runtime_error("no room"); }),
               std::runtime_error);
  EXPECT_EQ(memo.get(recipe("a"), echo)->ptx, "a");
}

TEST(CompilationMemo, LetsThreadsThatAskForTheSameWaitForOne) {
  CompilationMemo memo(4);
  std::atomic<int> compiled = 0;
  const auto slow = [&](const Recipe& asked) {
    ++compiled;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return echo(asked);
  };
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) threads.emplace_back([&] { EXPECT_EQ(memo.get(recipe("a"), slow)->ptx, "a"); });
  }
  EXPECT_EQ(compiled, 1);
}

TEST(CompilationMemo, SparesBuildsThatShareACompilation) {
  const Compiler compiler = open_compiler("");
  const SpecText text = SpecText().expr("fmaxf", "fmaxf(x, z)");
  const auto compile = [&](const Build& build, std::vector<Path> paths) {
    const Spec& spec = text.spec();
    Program program{spec, build, "sm_90", {&spec.variants.front()}};
    program.paths = std::move(paths);
    const auto kernels = compile_kernels(compiler, program, {});
    for (const Kernel& kernel : kernels) EXPECT_EQ(kernel.error, "");
    return kernels;
  };
  Build build;
  compile(build, {Path::cubin, Path::jit});
  EXPECT_EQ(compiler.memo->made(), 1u);
  build.name = "other";
  build.jit_level = 0;
  EXPECT_EQ(compile(build, {Path::jit, Path::ptx})[0].image->jit_level, 0u);
  EXPECT_EQ(compiler.memo->made(), 1u);
  build.ptxas_level = 0;
  compile(build, {Path::ptx});
  EXPECT_EQ(compiler.memo->made(), 1u);
  compile(build, {Path::cubin});
  EXPECT_EQ(compiler.memo->made(), 2u);
  build.options = {"--fmad=false"};
  compile(build, {Path::cubin});
  EXPECT_EQ(compiler.memo->made(), 3u);
}

// Exact programs get of a build what defines macros.
TEST(CompilationMemo, SparesBuildsWhoseExactProgramsAreTheSame) {
  const Compiler compiler = open_compiler("");
  const SpecText text = SpecText().expr("fmaxf", "fmaxf(x, z)");
  const auto made_with = [&](std::vector<std::string> options) {
    Build build;
    build.options = std::move(options);
    Program program{text.spec(), build, "sm_90", text.program().variants};
    program.types = Types::exact;
    for (const Kernel& kernel : compile_kernels(compiler, program, {})) EXPECT_EQ(kernel.error, "");
    return compiler.memo->made();
  };
  EXPECT_EQ(made_with({}), 1u);
  EXPECT_EQ(made_with({"--fmad=false", "--use_fast_math"}), 1u);
  EXPECT_EQ(made_with({"-DN=1"}), 2u);
  EXPECT_EQ(made_with({"-DN=1", "--maxrregcount=32"}), 2u);
}

}  // namespace
}  // namespace semcheck
