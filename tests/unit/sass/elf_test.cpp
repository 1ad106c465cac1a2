#include "device/sass/elf.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/unit/sass/listings.h"

namespace semcheck {
namespace {

/// Registers as `cuobjdump -res-usage` prints them for the same files, and the shared bytes that the source declares.
struct Expected {
  const char* cubin;
  const char* entry;
  std::uint32_t registers;
  std::uint32_t shared;
};
constexpr Expected kResources[] = {
    {"sm_75.cubin", "chain_add_8", 8, 0},      {"sm_75.cubin", "shared_max", 10, 1024},
    {"sm_75.cubin", "max_vector_f32", 18, 0},  {"sm_75.cubin", "max_f64", 14, 0},
    {"sm_100.cubin", "chain_add_8", 12, 0},    {"sm_100.cubin", "shared_max", 10, 1024},
    {"sm_100.cubin", "max_vector_f32", 22, 0}, {"sm_100.cubin", "max_f64", 13, 0},
};

TEST(Elf, TellsTheResourcesOfKernels) {
  for (const Expected& expected : kResources) {
    const std::string file = listing(expected.cubin);
    const auto sections = read_elf(file);
    ASSERT_TRUE(sections);
    const KernelResources resources = resources_of(*sections, expected.entry);
    EXPECT_EQ(resources.registers, expected.registers) << expected.cubin << expected.entry;
    EXPECT_EQ(resources.shared, expected.shared) << expected.cubin << expected.entry;
    EXPECT_EQ(resources.frame, 0U) << expected.cubin << expected.entry;
  }
}

TEST(Elf, HasTheKernelsOfTheSource) {
  const std::string file = listing("sm_75.cubin");
  const auto sections = read_elf(file);
  ASSERT_TRUE(sections);
  EXPECT_EQ(kernels_of(*sections).size(), 20U);
  const ElfSection* code = find_section(*sections, ".text.max_direct_f32");
  ASSERT_TRUE(code);
  EXPECT_EQ(code->bytes.size() % 16, 0U);
  EXPECT_EQ(find_section(*sections, ".text.absent"), nullptr);
  EXPECT_FALSE(resources_of(*sections, "absent").registers);
}

/// Reads all that can be read of a file, whatever it is.
void read_everything(std::string_view file) {
  const auto sections = read_elf(file);
  if (!sections) return;
  for (std::string_view kernel : kernels_of(*sections)) resources_of(*sections, kernel);
  resources_of(*sections, "max_f64");
}

TEST(Elf, SurvivesTruncation) {
  const std::string file = listing("sm_75.cubin");
  // The program headers stand behind the section headers, and are not read.
  const std::size_t step = 97;
  std::size_t refused = 0;
  for (std::size_t size = 0; size < file.size(); size += step) {
    read_everything(std::string_view(file).substr(0, size));
    refused += !read_elf(std::string_view(file).substr(0, size));
  }
  EXPECT_GT(refused, file.size() / step / 2);
  EXPECT_FALSE(read_elf(""));
  EXPECT_FALSE(read_elf(std::string_view(file).substr(0, 63)));
}

TEST(Elf, SurvivesDamage) {
  const std::string file = listing("sm_75.cubin");
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = file;
    for (int k = 0; k < 8; ++k) {
      // Half of the damage goes to the headers at both ends.
      const std::size_t place = k % 2 ? random() % file.size() : file.size() - 1 - random() % (file.size() / 8);
      damaged[k == 0 ? random() % 64 : place] = static_cast<char>(random());
    }
    read_everything(damaged);
  }
  SUCCEED();
}

}  // namespace
}  // namespace semcheck
