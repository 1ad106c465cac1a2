#include "core/spec/profiles.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "tests/unit/spec/reading.h"

namespace semcheck {
namespace {

const Profile& profile(std::string_view name) {
  for (const Profile& p : shipped_profiles())
    if (p.name == name) return p;
  ADD_FAILURE() << "no profile " << name;
  static const Profile none;
  return none;
}

std::string rules_of_profile(std::string_view name) {
  std::string text;
  for (const ObligationRow& r : obligations())
    if (r.kind == ObligationKind::rule && profile(name).rules[r.obligation] != 0)
      text += spell_rule(profile(name).rules, r.obligation) + "\n";
  return text;
}

TEST(Profiles, AreReadWithoutMistakes) {
  std::vector<Diagnostic> diagnostics;
  const std::vector<Profile> profiles = load_profiles(shipped(), diagnostics);
  EXPECT_EQ(render_all(diagnostics, ""), "");
  EXPECT_GE(profiles.size(), 300u);
}

TEST(Profiles, HaveASourceADomainAndRules) {
  std::set<std::string> names;
  for (const Profile& p : shipped_profiles()) {
    EXPECT_FALSE(p.source.empty()) << p.name;
    EXPECT_FALSE(p.summary.empty()) << p.name;
    EXPECT_FALSE(p.operations.empty()) << p.name;
    EXPECT_FALSE(p.dtypes.empty()) << p.name;
    EXPECT_NE(p.rules, Rules()) << p.name;
    EXPECT_TRUE(names.insert(p.name).second) << p.name;
    for (Dtype d : p.dtypes)
      for (OperationKind kind : p.operations) EXPECT_TRUE(is_defined_over(kind, d)) << p.name;
  }
}

TEST(Profiles, AreSortedByName) {
  EXPECT_TRUE(std::is_sorted(shipped_profiles().begin(), shipped_profiles().end(),
                             [](const Profile& a, const Profile& b) { return a.name < b.name; }));
}

TEST(Profiles, OfFloatingMaximaStateEveryRuleThatTellsThemApart) {
  const auto is_extremum = [](OperationKind k) { return k == OperationKind::max || k == OperationKind::min; };
  for (const Profile& p : shipped_profiles()) {
    if (!is_floating(format(p.dtypes.front())) || p.rules.allows(Obligation::order, Order::total)) continue;
    if (!std::all_of(p.operations.begin(), p.operations.end(), is_extremum)) continue;
    for (Obligation o :
         {Obligation::nan, Obligation::nan_result, Obligation::snan, Obligation::signed_zero, Obligation::subnormal})
      EXPECT_NE(p.rules[o], 0) << p.name << " " << name(o);
  }
}

/// What an operation needs besides its dtype.
std::string attributes(OperationKind kind, Dtype result) {
  if (kind == OperationKind::convert) return fmt::format("result = \"{}\"\n", name(result));
  if (kind == OperationKind::compare) return "relation = \"lt\"\n";
  if (kind == OperationKind::norm_clip) return "limit = \"1\"\n";
  return "";
}

/// A spec that rests on a profile alone; operands of mixed signedness where the profile says how they compare.
std::string spec_on(const Profile& p, OperationKind kind, Dtype dtype, Dtype result) {
  // The same width, the other signedness.
  std::string other(name(dtype));
  other.front() = other.front() == 'u' ? 's' : 'u';
  const bool mixed = row(kind).operands.size() > 1 && p.rules[Obligation::signedness] != 0;
  const std::string operands = mixed ? fmt::format("operands = [\"{}\", \"{}\"]\n", name(dtype), other) : "";
  return fmt::format("[operation]\nname = \"t\"\nkind = \"{}\"\ndtype = \"{}\"\n{}{}[rules]\nprofile = \"{}\"\n{}",
                     name(kind), name(dtype), operands, attributes(kind, result), p.name, kOneVariant);
}

TEST(Profiles, CanEachBeTheRulesOfASpec) {
  for (const Profile& p : shipped_profiles())
    for (OperationKind kind : p.operations)
      for (Dtype dtype : p.dtypes) {
        const std::vector<Dtype> results = p.results.empty() ? std::vector{dtype} : p.results;
        for (Dtype result : results) EXPECT_EQ(spec_errors(spec_on(p, kind, dtype, result)), "") << p.name;
      }
}

// CUDA C++ Programming Guide and PTX ISA, max.
TEST(Profiles, DescribeWhatTheirSourcesSay) {
  EXPECT_EQ(rules_of_profile("cuda.fmaxf"),
            "nan = \"ignore\"\nnan_result = \"canonical\"\nsnan = \"quiet\"\nsigned_zero = \"ordered\"\n"
            "subnormal = \"preserve\"\n");
  EXPECT_EQ(rules_of_profile("ptx.max.nan"),
            "nan = \"propagate\"\nnan_result = \"canonical\"\nsnan = \"quiet\"\nsigned_zero = \"ordered\"\n"
            "subnormal = \"preserve\"\n");
  // Intel SDM, MAXSS.
  EXPECT_EQ(rules_of_profile("x86.maxss"),
            "nan = \"second\"\nnan_result = \"selected\"\nsnan = \"verbatim\"\nsigned_zero = \"equal\"\n"
            "tie = \"second\"\nsubnormal = \"preserve\"\n");
  // RISC-V unprivileged ISA, 11.3: the canonical NaN.
  EXPECT_EQ(profile("riscv.fmax.s").rules.nan_canonical, 0x7fc00000u);
  EXPECT_EQ(profile("riscv.fmin.d").rules.nan_canonical, 0x7ff8000000000000u);
  EXPECT_EQ(rules_of_profile("ptx.vmax"), "signedness = \"exact\"\n");
}

TEST(Profiles, AgreeWithMaxssOnTheCompareSelectThatItImplements) {
  EXPECT_EQ(profile("select.x_gt_z").rules, profile("x86.maxss").rules);
  EXPECT_EQ(profile("select.z_gt_x").rules, profile("std.max").rules);
}

TEST(ProfileErrors, AreDiagnostics) {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(testing::TempDir()) / "semcheck_profile_errors";
  fs::create_directories(root / "specs" / "profiles");
  const fs::path path = root / "specs" / "profiles" / "a.toml";
  const std::string text =
      "[profile.\"a b\"]\nsummary = \"s\"\noperations = [\"max\", \"sum\"]\ndtypes = [\"f32\", \"s32\"]\n"
      "nan = \"ignore\"\ntie = \"first\"\nnam = 1\n"
      "[profile.b]\nsummary = \"s\"\nsource = \"\"\noperations = []\ndtypes = [\"f32\"]\nsigned_zero = \"equal\"\n"
      "[profile.c]\nsummary = \"s\"\nsource = \"t\"\noperations = [\"max\"]\ndtypes = [\"f32\"]\nsigned_zero = "
      "\"equal\"\n";
  std::ofstream(path) << text;
  std::ofstream(root / "specs" / "profiles" / "b.toml")
      << "[profile.c]\nsummary = \"s\"\nsource = \"t\"\noperations = [\"max\"]\ndtypes = [\"f32\"]\n";
  std::vector<Diagnostic> diagnostics;
  load_profiles({root}, diagnostics);
  std::string messages;
  for (const Diagnostic& d : diagnostics)
    messages += fs::path(d.file).filename().string() + ":" + std::to_string(d.span.line) + ": " + d.message + "\n";
  EXPECT_EQ(messages,
            "a.toml:1: missing key `source` in [profile.\"a b\"]\n"
            "a.toml:1: \"a b\" cannot name a profile\n"
            "a.toml:3: unknown operation \"sum\"\n"
            "a.toml:6: `tie = \"first\"` contradicts `signed_zero = \"ordered\"`\n"
            "a.toml:7: unknown rule `nam` in [profile.\"a b\"]\n"
            "a.toml:10: `source` is empty\n"
            "a.toml:11: `operations` is empty\n"
            "a.toml:19: `signed_zero = \"equal\"` needs the rule `tie`\n"
            "b.toml:1: profile `c` is defined in another file too\n");
  fs::remove_all(root);
}

TEST(Profiles, AreNoneWhereNothingIsShipped) {
  std::vector<Diagnostic> diagnostics;
  EXPECT_TRUE(load_profiles({"/nonexistent"}, diagnostics).empty());
  EXPECT_TRUE(diagnostics.empty());
}

}  // namespace
}  // namespace semcheck
