#include "core/spec/spec.h"

#include <gtest/gtest.h>

#include "tests/unit/spec/reading.h"

namespace semcheck {
namespace {

/// The example of the specification format, in full.
const std::string kMaxF32 = R"toml([operation]
name    = "max_f32"
kind    = "max"
dtype   = "f32"
summary = "what CUDA's fmaxf documents"

[rules]
profile     = "cuda.fmaxf"
nan         = "ignore"
nan_result  = ["second", "canonical"]
signed_zero = "ordered"

[laws]
commutative = true
associative = false

[inputs]
matrices = ["special", "boundaries"]
random   = { count = 1024, seed = 7 }

[[variant]]
name  = "fmaxf"
expr  = "fmaxf(x, z)"
needs = "sm_80"

[[variant]]
name   = "branch"
body   = """
if (x >= z) return x;
return z;"""
breaks = { default = ["nan", "commutative"], fast = ["nan", "subnormal"], "sm_75" = [] }

[[build]]
name = "strict"

[[build]]
name    = "fast"
options = ["--use_fast_math", "--fmad=true"]
arch    = "sm_90a"
rules   = { subnormal = "flush" }
)toml";

TEST(Spec, IsReadInFull) {
  ASSERT_EQ(spec_errors(kMaxF32), "");
  const Spec spec = spec_of(kMaxF32);
  EXPECT_EQ(spec.path, "a.toml");
  EXPECT_EQ(spec.text, kMaxF32);
  EXPECT_EQ(spec.operation.name, "max_f32");
  EXPECT_EQ(spec.operation.kind, OperationKind::max);
  EXPECT_EQ(spec.operation.dtype, Dtype::f32);
  EXPECT_EQ(spec.operation.operands, (std::vector{Dtype::f32, Dtype::f32}));
  EXPECT_EQ(spec.operation.summary, "what CUDA's fmaxf documents");
  EXPECT_EQ(spec_of(kMaxF32).laws, ObligationSet({Obligation::commutative}));
  ASSERT_EQ(spec.inputs.matrices.size(), 2u);
  EXPECT_EQ(spec.inputs.matrices[1].name, "boundaries");
  EXPECT_EQ(spec.inputs.random.count, 1024u);
  EXPECT_EQ(spec.inputs.random.seed, 7u);
}

TEST(Spec, LaysProfileKeysAndBuildRulesOverEachOther) {
  const Spec spec = spec_of(kMaxF32);
  EXPECT_EQ(spell_rule(spec.rules, Obligation::nan), "nan = \"ignore\"");
  EXPECT_EQ(spell_rule(spec.rules, Obligation::nan_result), "nan_result = [\"canonical\", \"second\"]");
  EXPECT_EQ(spell_rule(spec.rules, Obligation::subnormal), "subnormal = \"preserve\"");
  EXPECT_EQ(spell_rule(spec.rules, Obligation::infinity), "infinity = \"ordered\"");
  EXPECT_EQ(spec.rules.nan_canonical, 0x7fffffffu);
  ASSERT_EQ(spec.builds.size(), 2u);
  EXPECT_EQ(spec.builds[0].rules, spec.rules);
  Rules flushing = spec.rules;
  flushing.set(Obligation::subnormal, Subnormal::flush);
  EXPECT_EQ(spec.builds[1].rules, flushing);
}

TEST(Spec, KeepsBuildsAndVariantsInOrder) {
  const Spec spec = spec_of(kMaxF32);
  ASSERT_EQ(spec.builds.size(), 2u);
  EXPECT_EQ(spec.builds[1].name, "fast");
  EXPECT_EQ(spec.builds[1].options, (std::vector<std::string>{"--use_fast_math", "--fmad=true"}));
  EXPECT_EQ(spec.builds[1].options_span.line, 38u);
  EXPECT_EQ(spec.builds[1].arch, "sm_90a");
  ASSERT_EQ(spec.variants.size(), 2u);
  EXPECT_EQ(spec.variants[0].form, VariantForm::expr);
  EXPECT_EQ(spec.variants[0].code, "fmaxf(x, z)");
  EXPECT_EQ(spec.variants[0].needs, "sm_80");
  EXPECT_EQ(spec.variants[1].form, VariantForm::body);
  EXPECT_EQ(spec.variants[1].code, "if (x >= z) return x;\nreturn z;");
}

TEST(Spec, DeclaresBreaksByBuildThenArchitectureThenDefault) {
  const Spec spec = spec_of(kMaxF32);
  const Variant& branch = spec.variants.at(1);
  const Build& strict = spec.builds.at(0);
  const Build& fast = spec.builds.at(1);
  EXPECT_EQ(declared_breaks(branch, {strict, "sm_90", "ptx"}),
            ObligationSet({Obligation::nan, Obligation::commutative}));
  EXPECT_EQ(declared_breaks(branch, {strict, "sm_75", "ptx"}), ObligationSet());
  EXPECT_EQ(declared_breaks(branch, {fast, "sm_75", "ptx"}), ObligationSet({Obligation::nan, Obligation::subnormal}));
  EXPECT_EQ(declared_breaks(spec.variants.at(0), {fast, "sm_75", "ptx"}), ObligationSet());
}

TEST(Spec, DeclaresBreaksByTheKeyThatNamesMost) {
  const Spec spec =
      spec_of(spec_with(kOneVariant + "breaks = { default = [\"nan\"], literal = [\"snan\"], jit = [\"tie\"], "
                                      "\"literal/cubin\" = [\"value\"], \"sm_75/literal/cubin\" = [\"sign\"] }\n"));
  const Variant& variant = spec.variants.front();
  const Build& build = spec.builds.front();
  const auto declared = [&](std::string_view path, Supply supply) {
    return declared_breaks(variant, {build, "sm_90", path, supply});
  };
  EXPECT_EQ(declared("ptx", Supply::array), ObligationSet({Obligation::nan}));
  EXPECT_EQ(declared("ptx", Supply::literal), ObligationSet({Obligation::snan}));
  EXPECT_EQ(declared("jit", Supply::literal), ObligationSet({Obligation::snan}));
  EXPECT_EQ(declared("jit", Supply::array), ObligationSet({Obligation::tie}));
  EXPECT_EQ(declared("cubin", Supply::literal), ObligationSet({Obligation::value}));
}

TEST(Spec, HasDefaults) {
  const Spec spec = spec_of(spec_with(kOneVariant));
  ASSERT_EQ(spec.inputs.matrices.size(), 2u);
  EXPECT_EQ(spec.inputs.matrices[0].name, "special");
  EXPECT_EQ(spec.inputs.matrices[1].name, "boundaries");
  EXPECT_EQ(spec.inputs.random.count, 65536u);
  EXPECT_EQ(spec.inputs.random.seed, 1u);
  EXPECT_EQ(spec.rules, default_rules(Dtype::f32));
  ASSERT_EQ(spec.builds.size(), 1u);
  EXPECT_EQ(spec.builds[0].name, "default");
  EXPECT_EQ(spec.builds[0].rules, spec.rules);
  EXPECT_TRUE(spec.laws.empty());
}

TEST(Spec, TellsWhereTheCodeOfAVariantBegins) {
  const auto span = [](const std::string& code) {
    const Span s = spec_of(spec_with("[[variant]]\nname = \"v\"\n" + code)).variants.at(0).code_span;
    return std::vector<std::uint32_t>{s.line, s.column, s.length};
  };
  using Place = std::vector<std::uint32_t>;
  EXPECT_EQ(span("expr = \"x + z\"\n"), (Place{7, 9, 5}));
  EXPECT_EQ(span("  expr   = 'x'\n"), (Place{7, 13, 1}));
  EXPECT_EQ(span("body = \"\"\"return x;\"\"\"\n"), (Place{7, 11, 9}));
  EXPECT_EQ(span("body = '''\nreturn x;'''\n"), (Place{8, 1, 9}));
  EXPECT_EQ(span("body = \"\"\"\r\nreturn x;\"\"\"\r\n"), (Place{8, 1, 9}));
  EXPECT_EQ(span("\"expr\" = \"é\"\n"), (Place{7, 11, 1}));
}

TEST(Spec, TakesOperandsOfMixedSignedness) {
  const Spec spec = spec_of(
      "[operation]\nname = \"t\"\nkind = \"max\"\ndtype = \"u32\"\noperands = [\"s32\", \"u32\"]\n"
      "[rules]\nsignedness = \"promote\"\n" +
      kOneVariant);
  EXPECT_EQ(spec.operation.operands, (std::vector{Dtype::s32, Dtype::u32}));
  EXPECT_EQ(spell_rule(spec.rules, Obligation::signedness), "signedness = \"promote\"");
}

TEST(Spec, DropsATieThatAnOverriddenProfileLeavesBehind) {
  const Spec spec = spec_of(spec_with_rules("f32", "profile = \"std.max\"\nsigned_zero = \"ordered\""));
  EXPECT_EQ(spell_rule(spec.rules, Obligation::signed_zero), "signed_zero = \"ordered\"");
  EXPECT_EQ(spec.rules[Obligation::tie], 0);
}

TEST(Spec, ReadsATieThatNothingCanShowAsNone) {
  for (std::string_view zero : {"ordered", "any", "either"}) {
    const Spec spec = spec_of(spec_with_rules("f32", "signed_zero = \"" + std::string(zero) + "\"\ntie = \"none\""));
    EXPECT_EQ(spec.variants.size(), 1u) << zero;
    EXPECT_EQ(spec.rules[Obligation::tie], 0) << zero;
  }
  EXPECT_EQ(spec_errors(spec_with_rules("f32", "signed_zero = \"any\"\ntie = \"first\"")), "");
  EXPECT_EQ(spec_errors(spec_with_rules("f32", "signed_zero = \"either\"\ntie = \"either\"")), "");
  EXPECT_EQ(spec_errors(spec_with_rules("f32", "subnormal = \"flush_compare\"\ntie = \"first\"")), "");
}

TEST(Spec, TakesEveryValueOfEveryRule) {
  for (const Obligation rule : row(OperationKind::max).rules)
    for (const RuleValue& value : row(rule).values) {
      const ObligationRow& r = row(rule);
      if (r.obligation == Obligation::tie && value.name.ends_with("_index")) continue;
      std::string rules = std::string(r.name) + " = \"" + std::string(value.name) + "\"\n";
      if (r.obligation == Obligation::tie && value.name != "none") rules += "signed_zero = \"equal\"\n";
      if (r.obligation == Obligation::signed_zero && value.name == "equal") rules += "tie = \"first\"\n";
      if (r.obligation == Obligation::nan_result && value.name == "selected") rules += "nan = \"first\"\n";
      if (r.obligation == Obligation::sign) rules += "abs = \"inputs\"\n";
      const std::string text = spec_with_rules(r.applies == Applies::integer_operand ? "s32" : "f32", rules);
      EXPECT_EQ(spec_errors(text), "");
      EXPECT_EQ(spec_of(text).rules[r.obligation],
                value.name == "none" && r.obligation == Obligation::tie ? 0 : 1u << value.index)
          << r.name << " " << value.name;
    }
}

TEST(Spec, TakesNotApplicableForSignedness) {
  EXPECT_EQ(spec_errors(spec_with_rules("f32", "signedness = \"n/a\"")), "");
  EXPECT_EQ(spec_of(spec_with_rules("f32", "signedness = \"n/a\"")).rules, default_rules(Dtype::f32));
  EXPECT_EQ(spec_of(spec_with_rules("s32", "signedness = \"n/a\"")).rules, default_rules(Dtype::s32));
}

TEST(Spec, TakesANanByItsBitsOrItsName) {
  EXPECT_EQ(spec_of(spec_with_rules("f32", "nan_canonical = \"0x7fc00000\"")).rules.nan_canonical, 0x7fc00000u);
  EXPECT_EQ(spec_of(spec_with_rules("f32", "nan_canonical = \"-qnan(1)\"")).rules.nan_canonical, 0xffc00001u);
}

TEST(Spec, ReadsEveryShippedSpec) {
  for (const auto& entry : std::filesystem::directory_iterator(shipped().shipped / "specs")) {
    if (entry.path().extension() != ".toml") continue;
    std::vector<Diagnostic> diagnostics;
    const auto file = read_text_file(entry.path(), diagnostics);
    ASSERT_TRUE(file) << entry.path();
    parse_spec(*file, shipped(), shipped_profiles(), diagnostics);
    EXPECT_EQ(render_all(diagnostics, file->text), "");
  }
}

}  // namespace
}  // namespace semcheck
