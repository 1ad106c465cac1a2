#include <gtest/gtest.h>

#include "tests/unit/spec/reading.h"

namespace semcheck {
namespace {

/// A spec whose variant goes on with `rest` in line 8.
std::string inspected(const std::string& rest) {
  return spec_with(kOneVariant + rest + "\n");
}

std::vector<CodeRequirement> requirements(const std::string& rest) {
  EXPECT_EQ(spec_errors(inspected(rest)), "");
  const Spec spec = spec_of(inspected(rest));
  return spec.variants.empty() ? std::vector<CodeRequirement>() : spec.variants[0].inspect;
}

std::string first_error(const std::string& rest) {
  const std::string errors = spec_errors(inspected(rest));
  return errors.substr(0, errors.find('\n'));
}

TEST(InspectTables, AreReadIntoRequirements) {
  const auto read = requirements(
      "[variant.inspect]\n"
      "form = [\"direct\", \"branch\"]\n"
      "opcodes = { FMNMX = 1, \"FMNMX.NAN\" = { most = 0 } }\n"
      "requires = [\"LDG\"]\n"
      "absent = [\"FSETP\"]\n"
      "instructions = 20\n"
      "registers = 16\n"
      "spilled = 0");
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].language, CodeLanguage::sass);
  EXPECT_EQ(read[0].arch, "");
  EXPECT_EQ(read[0].forms, (std::vector{CodeForm::direct, CodeForm::branch}));
  EXPECT_EQ(read[0].most_instructions, 20u);
  EXPECT_EQ(read[0].most_registers, 16u);
  EXPECT_EQ(read[0].most_spilled, 0u);
  ASSERT_EQ(read[0].opcodes.size(), 4u);
  EXPECT_EQ(read[0].opcodes[0].opcode, "FMNMX");
  EXPECT_EQ(read[0].opcodes[0].least, 1u);
  EXPECT_EQ(read[0].opcodes[0].most, 1u);
  EXPECT_EQ(read[0].opcodes[1].opcode, "FMNMX.NAN");
  EXPECT_EQ(read[0].opcodes[1].least, 0u);
  EXPECT_EQ(read[0].opcodes[1].most, 0u);
  EXPECT_EQ(read[0].opcodes[2].opcode, "LDG");
  EXPECT_EQ(read[0].opcodes[2].least, 1u);
  EXPECT_EQ(read[0].opcodes[2].most, std::nullopt);
  EXPECT_EQ(read[0].opcodes[3].opcode, "FSETP");
  EXPECT_EQ(read[0].opcodes[3].most, 0u);
}

TEST(InspectTables, AreAboutOneLanguageAndArchitecture) {
  const auto read = requirements(
      "inspect = { form = \"direct\", ptx = { form = \"converted\", sm_75 = { form = \"mixed\" } }, sm_80 = { form = "
      "\"branch\" } }");
  ASSERT_EQ(read.size(), 4u);
  const auto form = [&](CodeLanguage language, std::string_view arch) {
    const CodeRequirement* found = requirement_for(read, language, arch);
    return found == nullptr ? "none" : name(found->forms.at(0));
  };
  EXPECT_EQ(form(CodeLanguage::sass, "sm_90"), "direct");
  EXPECT_EQ(form(CodeLanguage::sass, "sm_80"), "branch");
  EXPECT_EQ(form(CodeLanguage::ptx, "sm_90"), "converted");
  EXPECT_EQ(form(CodeLanguage::ptx, "sm_75"), "mixed");
}

TEST(InspectTables, BelongToTheLastVariant) {
  const Spec spec =
      spec_of(spec_with(kOneVariant + "[[variant]]\nname = \"w\"\nexpr = \"z\"\n[variant.inspect]\nform = "
                                      "\"direct\"\n"));
  ASSERT_EQ(spec.variants.size(), 2u);
  EXPECT_TRUE(spec.variants[0].inspect.empty());
  EXPECT_EQ(spec.variants[1].inspect.size(), 1u);
}

TEST(InspectTables, RequireNothingWhereOnlyOtherCodeIsMeant) {
  const auto read = requirements("[variant.inspect.sm_80]\nabsent = [\"FSETP\"]");
  EXPECT_EQ(requirement_for(read, CodeLanguage::sass, "sm_90"), nullptr);
  EXPECT_EQ(requirement_for(read, CodeLanguage::ptx, "sm_80"), nullptr);
  EXPECT_NE(requirement_for(read, CodeLanguage::sass, "sm_80"), nullptr);
}

TEST(InspectTables, NameUnknownKeysAndForms) {
  EXPECT_EQ(spec_errors(inspected("[variant.inspect]\nforms = \"direct\"\nform = \"dirct\"")),
            "a.toml:9:1: error: unknown key `forms` in [variant.inspect]\n"
            "    9 | forms = \"direct\"\n"
            "      | ^~~~~\n"
            "help: did you mean \"form\"?\n"
            "a.toml:10:8: error: unknown form \"dirct\"\n"
            "   10 | form = \"dirct\"\n"
            "      |        ^~~~~~~\n"
            "help: did you mean \"direct\"?\n");
  EXPECT_EQ(first_error("inspect = { ptx = { registers = 1 } }"),
            "a.toml:8:21: error: unknown key `registers` in [variant.inspect.ptx]");
  EXPECT_EQ(first_error("inspect = { sm_80 = { ptx = { form = \"direct\" } } }"),
            "a.toml:8:23: error: unknown key `ptx` in [variant.inspect.sm_80]");
  EXPECT_EQ(first_error("inspect = { sm_8 = { form = \"direct\" } }"),
            "a.toml:8:13: error: unknown key `sm_8` in [variant.inspect]");
  EXPECT_EQ(first_error("inspect = true"), "a.toml:8:11: error: `inspect` must be a table, not a boolean");
}

TEST(InspectTables, NameWhatRequiresNothing) {
  EXPECT_EQ(first_error("inspect = {}"), "a.toml:8:11: error: [variant.inspect] requires nothing");
  EXPECT_EQ(first_error("inspect = { form = [] }"), "a.toml:8:20: error: `form` allows no form");
  EXPECT_EQ(first_error("inspect = { opcodes = { FMNMX = {} } }"), "a.toml:8:25: error: `FMNMX` has no bound");
}

TEST(InspectTables, NameWhatIsNoOpcodeOfTheirLanguage) {
  EXPECT_EQ(spec_errors(inspected("inspect = { requires = [\"max.f32\"] }")),
            "a.toml:8:25: error: \"max.f32\" is no opcode of SASS\n"
            "    8 | inspect = { requires = [\"max.f32\"] }\n"
            "      |                         ^~~~~~~~~\n"
            "help: such as \"FMNMX\" or \"FMNMX.NAN\"; those of PTX stand under `ptx`\n");
  EXPECT_EQ(first_error("inspect = { ptx = { absent = [\"FMNMX\"] } }"),
            "a.toml:8:31: error: \"FMNMX\" is no opcode of PTX");
  EXPECT_EQ(first_error("inspect = { absent = [\"\"] }"), "a.toml:8:23: error: \"\" is no opcode of SASS");
  EXPECT_EQ(first_error("inspect = { absent = [\"F MNMX\"] }"), "a.toml:8:23: error: \"F MNMX\" is no opcode of SASS");
}

TEST(InspectTables, NameAnOpcodeThatLacksItsQuotes) {
  EXPECT_NE(spec_errors(inspected("inspect = { opcodes = { FMNMX.NAN = 1 } }"))
                .find("a.toml:8:31: error: unknown key `NAN` in `FMNMX`\n"
                      "    8 | inspect = { opcodes = { FMNMX.NAN = 1 } }\n"
                      "      |                               ^~~\n"
                      "help: least or most; an opcode with a dot stands in quotes: \"FMNMX.NAN\"\n"),
            std::string::npos);
}

TEST(InspectTables, NameCountsOutOfRange) {
  EXPECT_EQ(first_error("inspect = { opcodes = { FMNMX = -1 } }"), "a.toml:8:33: error: `FMNMX` is out of range");
  EXPECT_EQ(first_error("inspect = { instructions = -1 }"), "a.toml:8:28: error: `instructions` is out of range");
  EXPECT_EQ(first_error("inspect = { registers = \"few\" }"),
            "a.toml:8:25: error: `registers` must be an integer, not a string");
}

TEST(InspectTables, NameContradictions) {
  EXPECT_EQ(spec_errors(inspected("[variant.inspect]\nrequires = [\"FMNMX.NAN\"]\nabsent = [\"FMNMX\"]")),
            "a.toml:9:13: error: contradiction: 1 of FMNMX.NAN required, at most 0 of FMNMX allowed\n"
            "    9 | requires = [\"FMNMX.NAN\"]\n"
            "      |             ^~~~~~~~~~~\n"
            "help: the other stands in line 10\n");
  EXPECT_EQ(first_error("inspect = { opcodes = { FMNMX = { least = 2, most = 1 } } }"),
            "a.toml:8:25: error: `FMNMX`: least is greater than most");
  EXPECT_EQ(first_error("inspect = { opcodes = { FMNMX = 3 }, instructions = 2 }"),
            "a.toml:8:25: error: 3 of FMNMX are more than `instructions` allows");
  EXPECT_EQ(spec_errors(inspected("inspect = { requires = [\"FMNMX\"], absent = [\"FMNMX.NAN\"] }")), "");
}

TEST(InspectTables, MakeInspectARuleThatCanBeBroken) {
  EXPECT_EQ(spec_errors(inspected("breaks = [\"inspect\"]\ninspect = { form = \"direct\" }")), "");
  EXPECT_EQ(first_error("breaks = [\"inspect\"]"),
            "a.toml:8:11: error: the variant has no table [variant.inspect], so nothing can break `inspect`");
}

TEST(Opcodes, AreMatchedByNameAndModifiers) {
  EXPECT_TRUE(is_one_of("FMNMX", "FMNMX"));
  EXPECT_TRUE(is_one_of("FMNMX.FTZ.NAN", "FMNMX"));
  EXPECT_TRUE(is_one_of("FMNMX.FTZ.NAN", "FMNMX.NAN"));
  EXPECT_FALSE(is_one_of("FMNMX", "FMNMX.NAN"));
  EXPECT_FALSE(is_one_of("HMNMX2", "FMNMX"));
  EXPECT_FALSE(is_one_of("FMNMX3", "FMNMX"));
}

}  // namespace
}  // namespace semcheck
