#include "device/code_digest.h"

#include <gtest/gtest.h>

#include <array>

#include "device/compile.h"
#include "device/ptx_items.h"
#include "device/sass/elf.h"
#include "tests/unit/device/spec_fixture.h"

namespace semcheck {
namespace {

using testing::SpecText;

constexpr std::array kAllPaths = {Path::cubin, Path::jit, Path::ptx};

std::vector<Kernel> compile(const SpecText& text, std::optional<unsigned> jit_level = std::nullopt,
                            const std::string& arch = "sm_90", std::vector<Feed> feeds = {Feed{}}) {
  static const Compiler compiler = open_compiler("");
  Build build = text.spec().builds.front();
  build.jit_level = jit_level;
  Program program = text.program(arch);
  const Program asked{program.spec, build, arch, program.variants, std::move(feeds)};
  auto kernels = compile_kernels(compiler, asked, kAllPaths);
  for (const Kernel& kernel : kernels) {
    EXPECT_EQ(kernel.error, "");
    EXPECT_EQ(kernel.code.size(), 16u) << kernel.entry;
  }
  return kernels;
}

// A loop, a spill-free branch and a call: labels, shared text and names that carry the number of the variant.
constexpr const char* kLoop =
    "float y = z; for (int i = 0; i < (int)x; ++i) { y = y * x + 1.0f; if (y > 9.0f) y -= x; } return y;";

TEST(CodeDigest, DependsNeitherOnTheNumberOfAVariantNorOnItsNeighbours) {
  const auto alone = compile(SpecText().body("loop", kLoop));
  const auto third = compile(SpecText().expr("a", "x").body("b", "return x / z;").body("loop", kLoop));
  for (std::size_t path = 0; path < kAllPaths.size(); ++path) {
    EXPECT_EQ(alone[path].code, third[6 + path].code) << name(kAllPaths[path]);
    EXPECT_NE(third[path].code, third[6 + path].code) << name(kAllPaths[path]);
  }
}

TEST(CodeDigest, IsSharedByVariantsThatBecomeTheSameCode) {
  const auto kernels =
      compile(SpecText().expr("select", "x > z ? x : z").body("branch", "if (x > z) return x; return z;"));
  for (std::size_t path = 0; path < kAllPaths.size(); ++path) EXPECT_EQ(kernels[path].code, kernels[3 + path].code);
}

TEST(CodeDigest, TellsCodeOptionsLevelsAndArchitecturesApart) {
  const SpecText text = SpecText().expr("fma", "x * z + x");
  const auto plain = compile(text);
  const auto separate = compile(SpecText().expr("fma", "x * z + x").options({"--fmad=false"}));
  const auto older = compile(text, std::nullopt, "sm_80");
  for (std::size_t path = 0; path < kAllPaths.size(); ++path) {
    EXPECT_NE(plain[path].code, separate[path].code) << name(kAllPaths[path]);
    EXPECT_NE(plain[path].code, older[path].code) << name(kAllPaths[path]);
  }
  const auto level0 = compile(text, 0), level4 = compile(text, 4);
  EXPECT_EQ(plain[0].code, level0[0].code);
  EXPECT_NE(plain[1].code, level0[1].code);
  EXPECT_EQ(plain[1].code, level4[1].code);
  EXPECT_EQ(plain[2].code, level0[2].code);
}

TEST(CodeDigest, SeesConstantsThatAKernelReads) {
  const auto code = [](Bits value) {
    return compile(SpecText().expr("max", "fmaxf(x, z)"), std::nullopt, "sm_90",
                   {{Supply::constant, 1, {value, 0x3f800000}, 0, 0}});
  };
  const auto ones = code(0x3f800000), twos = code(0x40000000);
  for (std::size_t path = 0; path < kAllPaths.size(); ++path)
    EXPECT_NE(ones[path].code, twos[path].code) << name(kAllPaths[path]);
}

/// The place of a symbol in a cubin's symbol table, whose entries take 24 bytes each.
std::size_t place_of_symbol(std::string_view file, std::string_view name) {
  const auto sections = read_elf(file);
  const ElfSection* table = sections ? find_section(*sections, ".symtab") : nullptr;
  for (std::size_t i = 0; table && i < table->bytes.size() / 24; ++i)
    if (const auto symbol = read_symbol(*sections, *table, i); symbol && symbol->name.ends_with(name))
      return static_cast<std::size_t>(table->bytes.data() - file.data()) + i * 24;
  return 0;
}

// System V ABI, Symbol Table: st_shndx stands 6 bytes, and st_value 8 bytes, behind the beginning of an entry.
TEST(CodeDigest, SeesWhereTheVariablesOfAKernelAre) {
  const SpecText text =
      SpecText().body("statics", "static float first = 1, second = 2; first += x; second += z; return first * second;");
  const Kernel kernel = compile(text)[0];
  const Image& image = *kernel.image;
  EXPECT_EQ(CodeDigests(image).of(kernel.entry), kernel.code);
  const std::size_t symbol = place_of_symbol(image.bytes, "second");
  ASSERT_NE(symbol, 0u);
  for (const std::size_t field : {6u, 8u}) {
    Image moved = image;
    moved.bytes[symbol + field] = static_cast<char>(moved.bytes[symbol + field] ^ 1);
    EXPECT_NE(CodeDigests(moved).of(kernel.entry), kernel.code) << field;
  }
}

TEST(CodeDigest, IsEmptyForAKernelThatIsNotThere) {
  const Image ptx{Path::ptx, ".version 9.0\n.target sm_90\n"}, cubin{Path::cubin, "no cubin"};
  EXPECT_EQ(CodeDigests(ptx).of("k"), "");
  EXPECT_EQ(CodeDigests(cubin).of("k"), "");
}

// Modules written by hand after the grammar of the PTX ISA.
constexpr const char* kModule =
    ".version 9.0\n.target sm_90\n.address_size 64\n.file 1 \"a.cu\"\n"
    ".const .align 4 .b8 used[8] = {1, 2, 3};\n"
    ".global .align 4 .b8 other[4];\n"
    ".func (.param .b32 out) helper(.param .b32 in);\n"
    ".visible .entry k0(.param .u64 k0_param_0)\n{ // a comment }\n  ld.const.b32 %r1, [used];\n"
    "  ld.param.u64 %rd1, [k0_param_0];\n  .loc 1 3 4\n$L__BB0_1:\n  call (o), helper, (i);\n}\n"
    ".visible .entry k1(.param .u64 k1_param_0) { ld.global.b32 %r1, [other]; ret; }\n"
    ".func (.param .b32 out) helper(.param .b32 in) { ret; }\n"
    ".section .debug_str { .b8 101 }\n";

TEST(PtxItems, ReachWhatAnEntryNames) {
  const std::string first = PtxItems(kModule).reachable("k0");
  EXPECT_EQ(first,
            ".version 9.0\n.target sm_90\n.address_size 64\n"
            ".visible .entry #0(.param .u64 #0_param_0) { ld.const.b32 %r1, [#1]; ld.param.u64 %rd1, [#0_param_0]; "
            "$L__BB_1: call (o), #2, (i); }\n"
            ".const .align 4 .b8 #1[8] = {1, 2, 3};\n"
            ".func (.param .b32 out) #2(.param .b32 in);\n"
            ".func (.param .b32 out) #2(.param .b32 in) { ret; }\n");
  EXPECT_EQ(PtxItems(kModule).reachable("k1"),
            ".version 9.0\n.target sm_90\n.address_size 64\n"
            ".visible .entry #0(.param .u64 #0_param_0) { ld.global.b32 %r1, [#1]; ret; }\n"
            ".global .align 4 .b8 #1[4];\n");
}

TEST(PtxItems, StandTextThatIsNoPtx) {
  for (const char* text : {"", "}", "{", "\"", "/*", ".", ".entry k {", ".entry k } } }", "k;", ".section"})
    EXPECT_EQ(PtxItems(text).reachable("z"), "") << text;
  EXPECT_NE(PtxItems(".entry k {").reachable("k"), "");
}

}  // namespace
}  // namespace semcheck
