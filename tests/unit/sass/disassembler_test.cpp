#include "device/sass/disassembler.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/unit/sass/listings.h"
#include "tests/unit/script.h"

namespace semcheck {
namespace {

namespace fs = std::filesystem;
using testing::Script;

std::shared_ptr<const Image> cubin(const std::string& name) {
  return std::make_shared<const Image>(Image{Path::cubin, listing(name)});
}

TEST(Disassembler, SaysWhatToInstallWhereThereIsNone) {
  sass::Disassembler disassembler({});
  const auto disassembly = disassembler.read(cubin("sm_75.cubin"));
  EXPECT_EQ(disassembly->error, "neither nvdisasm nor cuobjdump was found");
  EXPECT_NE(disassembly->help.find("nvidia-cuda-nvdisasm"), std::string::npos);
}

TEST(Disassembler, GivesTheMessageOfAProgramThatIsTooOld) {
  const Script old("nvdisasm", "echo \"nvdisasm fatal   : Unknown ELF architecture\" >&2; exit 255\n");
  const auto disassembly = sass::disassemble(old.path(), "cubin");
  EXPECT_EQ(disassembly.error, "nvdisasm cannot read this machine code: nvdisasm fatal   : Unknown ELF architecture");
  EXPECT_NE(disassembly.help.find("CUDA 13"), std::string::npos);
}

TEST(Disassembler, TakesTheNextProgramWhereOneFails) {
  const Script old("nvdisasm", "exit 255\n");
  const Script good("cuobjdump", "echo 'Function : k'; echo '/*0000*/ EXIT ;'\n");
  sass::Disassembler disassembler({old.path(), good.path()});
  const auto disassembly = disassembler.read(cubin("sm_75.cubin"));
  EXPECT_EQ(disassembly->error, "");
  ASSERT_EQ(disassembly->functions.size(), 1U);
}

TEST(Disassembler, ReadsTheSameCodeOnce) {
  const Script good("nvdisasm", "echo call >> $(dirname $0)/calls; echo '.text.k:'; echo '/*0000*/ EXIT ;'\n");
  sass::Disassembler disassembler({good.path()});
  auto image = cubin("sm_75.cubin");
  const auto same = cubin("sm_75.cubin"), other = cubin("sm_100.cubin");
  const auto disassembly = disassembler.read(image);
  EXPECT_EQ(disassembler.read(image), disassembly);
  EXPECT_EQ(disassembler.read(same), disassembly);
  EXPECT_EQ(good.calls(), 1U);
  EXPECT_NE(disassembler.read(other), disassembly);
  EXPECT_EQ(good.calls(), 2U);
  image.reset();
  EXPECT_EQ(disassembler.read(same), disassembly);
  EXPECT_EQ(good.calls(), 2U);
}

// Each call of the program waits for the other to have begun.
TEST(Disassembler, ReadsTwoImagesSideBySide) {
  const Script patient("nvdisasm",
                       "calls=$(dirname $0)/calls; echo call >> $calls; tries=0\n"
                       "while [ $(wc -l < $calls) -lt 2 ]; do\n"
                       "  tries=$((tries + 1)); [ $tries -lt 200 ] || exit 1; sleep 0.05\n"
                       "done\n"
                       "echo '.text.k:'; echo '/*0000*/ EXIT ;'\n");
  sass::Disassembler disassembler({patient.path()});
  {
    std::vector<std::jthread> threads;
    for (const char* name : {"sm_75.cubin", "sm_100.cubin"})
      threads.emplace_back([&, name] { EXPECT_EQ(disassembler.read(cubin(name))->error, ""); });
  }
  EXPECT_EQ(patient.calls(), 2U);
}

TEST(Disassembler, CannotStartWhatIsNotThere) {
  const auto disassembly = sass::disassemble("/nowhere/nvdisasm", "cubin");
  EXPECT_TRUE(disassembly.error.starts_with("nvdisasm failed: ")) << disassembly.error;
}

// The disassembler of this machine, where it has one, says what the committed listings say.
TEST(Disassembler, OfThisMachineAgreesWithTheListings) {
  const std::vector<fs::path> programs = sass::find_disassemblers({});
  if (programs.empty()) GTEST_SKIP() << "no disassembler was found";
  for (const fs::path& program : programs)
    for (const char* arch : {"sm_75", "sm_100"}) {
      const auto disassembly = sass::disassemble(program, listing(std::string(arch) + ".cubin"));
      ASSERT_EQ(disassembly.error, "") << program;
      const std::string committed = listing(std::string(arch) + ".nvdisasm");
      for (const sass::Function& function : sass::read_sass(committed)) {
        auto code = sass::code_of(disassembly.functions, function.name);
        ASSERT_TRUE(code) << function.name;
        const CodeFacts live = code::facts_of(std::move(*code));
        EXPECT_EQ(live.opcodes, sass_facts(committed, function.name).opcodes) << function.name;
        EXPECT_EQ(live.form, sass_facts(committed, function.name).form) << function.name;
      }
    }
}

}  // namespace
}  // namespace semcheck
