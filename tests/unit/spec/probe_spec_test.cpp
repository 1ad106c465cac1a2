#include "core/spec/probe_spec.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/unit/spec/reading.h"

namespace semcheck {
namespace {

/// A probe over `dtype` whose [probe] goes on in line 4.
std::string probe_with(const std::string& rest, const std::string& dtype = "f32") {
  return "[probe]\nname = \"p\"\ndtype = \"" + dtype + "\"\n" + rest;
}

Probe probe_of(const std::string& text) {
  std::vector<Diagnostic> diagnostics;
  const auto probe = parse_probe({"p.toml", text}, diagnostics);
  EXPECT_EQ(render_all(diagnostics, text), "");
  return probe.value_or(Probe());
}

std::string probe_errors(const std::string& text) {
  std::vector<Diagnostic> diagnostics;
  const auto probe = parse_probe({"p.toml", text}, diagnostics);
  if (probe.has_value() != diagnostics.empty()) return "a probe is returned if and only if there is no diagnostic";
  return render_all(diagnostics, text);
}

TEST(ProbeSpec, ReadsRolesByTheirNames) {
  const Probe probe =
      probe_of(probe_with("roles = [\"dependent_fma_16\", \"independent_add_8\", \"mixed_add_max_min_9\"]"));
  ASSERT_EQ(probe.roles.size(), 3u);
  EXPECT_EQ(probe.roles[0].kind, ChainKind::dependent);
  EXPECT_EQ(probe.roles[0].ops, std::vector{ChainOp::fma});
  EXPECT_EQ(probe.roles[0].length, 16u);
  EXPECT_EQ(probe.roles[1].kind, ChainKind::independent);
  EXPECT_EQ(probe.roles[2].ops, (std::vector{ChainOp::add, ChainOp::max, ChainOp::min}));
}

TEST(ProbeSpec, TakesATenMillionCyclesUnlessItSaysOtherwise) {
  const Probe usual = probe_of(probe_with("roles = [\"dependent_add_8\"]"));
  EXPECT_EQ(usual.budget, 10'000'000u);
  EXPECT_EQ(usual.blocks, 1u);
  EXPECT_EQ(usual.threads, 32u);
  EXPECT_EQ(usual.repeats, 20u);
  EXPECT_FALSE(usual.require_shape);
  const Probe stated = probe_of(
      probe_with("roles = [\"dependent_add_8\"]\nblocks = 2\nthreads = 64\nrepeats = 3\nbudget = 5_000\nunroll = 4\n"
                 "require_shape = true"));
  EXPECT_EQ(stated.budget, 5'000u);
  EXPECT_EQ(stated.blocks, 2u);
  EXPECT_EQ(stated.threads, 64u);
  EXPECT_EQ(stated.repeats, 3u);
  EXPECT_EQ(instructions(stated, stated.roles.front()), 32u);
  EXPECT_TRUE(stated.require_shape);
}

TEST(ProbeSpec, ReadsRolesAsTables) {
  const Probe probe =
      probe_of(probe_with("[[role]]\nname = \"turns\"\nkind = \"mixed\"\nops = [\"add\", \"mul\"]\nlength = 6\n"
                          "[[role]]\nname = \"one\"\nkind = \"independent\"\nops = \"max\"\nlength = 3\n"));
  ASSERT_EQ(probe.roles.size(), 2u);
  EXPECT_EQ(probe.roles[0].name, "turns");
  EXPECT_EQ(probe.roles[0].ops, (std::vector{ChainOp::add, ChainOp::mul}));
  EXPECT_EQ(accumulators(probe.roles[0]), 1u);
  EXPECT_EQ(accumulators(probe.roles[1]), 3u);
}

TEST(ProbeSpec, ComparesRolesOfOneKindAndLengthUnlessItSaysWhich) {
  const std::string roles =
      "roles = [\"dependent_add_8\", \"dependent_fma_8\", \"dependent_fma_16\", \"independent_add_8\", "
      "\"dependent_max_8\"]\n";
  EXPECT_EQ(probe_of(probe_with(roles)).compare, (std::vector<RolePair>{{0, 1}, {0, 4}}));
  EXPECT_EQ(probe_of(probe_with(roles + "compare = [[\"dependent_fma_16\", \"dependent_add_8\"]]")).compare,
            (std::vector<RolePair>{{2, 0}}));
  EXPECT_TRUE(probe_of(probe_with(roles + "compare = []")).compare.empty());
}

TEST(ProbeSpec, ShowsEveryMistakeAtItsPlace) {
  EXPECT_EQ(
      probe_errors(probe_with("roles = [\"dependant_add_8\", \"dependent_fmaa_8\", \"dependent_add\"]\nbudgets = 1\n")),
      "p.toml:4:10: error: unknown kind of chain \"dependant\"\n"
      "    4 | roles = [\"dependant_add_8\", \"dependent_fmaa_8\", \"dependent_add\"]\n"
      "      |          ^~~~~~~~~~~~~~~~~\n"
      "help: did you mean \"dependent\"?\n"
      "p.toml:4:29: error: no instruction \"fmaa\" over f32\n"
      "    4 | roles = [\"dependant_add_8\", \"dependent_fmaa_8\", \"dependent_add\"]\n"
      "      |                             ^~~~~~~~~~~~~~~~~~\n"
      "help: did you mean \"fma\"?\n"
      "p.toml:4:49: error: \"dependent_add\" is no role\n"
      "    4 | roles = [\"dependant_add_8\", \"dependent_fmaa_8\", \"dependent_add\"]\n"
      "      |                                                 ^~~~~~~~~~~~~~~\n"
      "help: a role is named <dependent|independent|mixed>_<instruction>_<length>, as in \"dependent_add_8\"\n"
      "p.toml:5:1: error: unknown key `budgets` in [probe]\n"
      "    5 | budgets = 1\n"
      "      | ^~~~~~~\n"
      "help: did you mean \"budget\"?\n");
}

TEST(ProbeSpec, RefusesInstructionsThatTheDtypeLacks) {
  EXPECT_NE(probe_errors(probe_with("roles = [\"dependent_fma_8\"]", "s32")).find("no instruction \"fma\" over s32"),
            std::string::npos);
  EXPECT_NE(probe_errors(probe_with("roles = [\"dependent_mad_8\"]")).find("no instruction \"mad\" over f32"),
            std::string::npos);
  EXPECT_NE(probe_errors(probe_with("roles = [\"dependent_max_8\"]", "e4m3")).find("no chains over dtype \"e4m3\""),
            std::string::npos);
}

TEST(ProbeSpec, RefusesRolesWhosePartsDoNotGoTogether) {
  const auto first_line = [](const std::string& roles) {
    const std::string errors = probe_errors(probe_with("roles = [" + roles + "]"));
    return errors.substr(0, errors.find('\n'));
  };
  EXPECT_EQ(first_line("\"mixed_add_8\""),
            "p.toml:4:10: error: a mixed chain takes turns among 2 to 8 instructions, not 1");
  EXPECT_EQ(first_line("\"independent_add_fma_8\""),
            "p.toml:4:10: error: an independent chain is made of one instruction, not 2");
  EXPECT_EQ(first_line("\"dependent_add_0\""), "p.toml:4:10: error: the length 0 is out of range");
  EXPECT_EQ(first_line("\"independent_add_65\""), "p.toml:4:10: error: the length 65 is out of range");
  EXPECT_EQ(first_line("\"dependent_add_8\", \"dependent_add_8\""),
            "p.toml:4:29: error: two roles are named \"dependent_add_8\"");
  EXPECT_EQ(first_line(""), "p.toml:4:1: error: the probe has no roles");
  EXPECT_EQ(first_line("\"dependent_add_1024\"]\nunroll = 64\ncompare = ["),
            "p.toml:4:10: error: 65536 instructions in the body of a loop, more than 4096");
}

TEST(ProbeSpec, RefusesComparisonsOfWhatIsNotThere) {
  const std::string roles = "roles = [\"dependent_add_8\", \"dependent_fma_8\"]\n";
  EXPECT_NE(probe_errors(probe_with(roles + "compare = [[\"dependent_add_8\", \"dependent_fma_9\"]]"))
                .find("the probe has no role \"dependent_fma_9\""),
            std::string::npos);
  EXPECT_NE(probe_errors(probe_with(roles + "compare = [[\"dependent_add_8\"]]")).find("is a pair of roles"),
            std::string::npos);
  EXPECT_NE(probe_errors(probe_with(roles + "compare = [[\"dependent_add_8\", \"dependent_add_8\"]]"))
                .find("a role is compared with itself"),
            std::string::npos);
}

TEST(ProbeSpec, IsToldFromTheSpecOfAnOperation) {
  const std::string probe = probe_with("roles = [\"dependent_add_8\"]");
  EXPECT_TRUE(is_probe({"p.toml", probe}));
  EXPECT_FALSE(is_probe({"a.toml", spec_with(kOneVariant)}));
  EXPECT_FALSE(is_probe({"a.toml", "probe = ["}));
  EXPECT_EQ(probe_errors(spec_with(kOneVariant)),
            "p.toml:1:2: error: this is the spec of an operation, not of a probe\n"
            "    1 | [operation]\n"
            "      |  ^~~~~~~~~\n"
            "help: run it with `semcheck run`\n");
  EXPECT_EQ(spec_errors(probe),
            "a.toml:1:2: error: this is the spec of a probe, not of an operation\n"
            "    1 | [probe]\n"
            "      |  ^~~~~\n"
            "help: run it with `semcheck probe`\n");
}

TEST(ProbeSpec, ReadsEveryShippedProbe) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(shipped().shipped / "specs" / "probes")) {
    std::vector<Diagnostic> diagnostics;
    const auto file = read_text_file(entry.path(), diagnostics);
    ASSERT_TRUE(file) << entry.path();
    const auto probe = parse_probe(*file, diagnostics);
    EXPECT_EQ(render_all(diagnostics, file->text), "");
    EXPECT_EQ(probe.value_or(Probe()).name, entry.path().stem());
    ++count;
  }
  EXPECT_GE(count, 5u);
}

}  // namespace
}  // namespace semcheck
