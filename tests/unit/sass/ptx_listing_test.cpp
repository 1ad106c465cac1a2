#include <gtest/gtest.h>

#include "device/code/ptx_opcodes.h"
#include "tests/unit/sass/listings.h"

namespace semcheck {
namespace {

constexpr const char* kCall = R"(
.version 9.0
.target sm_90
.func  (.param .b32 func_retval0) pick(
  .param .b32 pick_param_0,
  .param .b32 pick_param_1
)
{
  .reg .f32 %f<4>;
  ld.param.f32 %f1, [pick_param_0];
  ld.param.f32 %f2, [pick_param_1];
  max.f32 %f3, %f1, %f2; // the choice
  st.param.f32 [func_retval0], %f3;
  ret;
}
.visible .entry k(.param .u64 k_param_0, .param .u64 k_param_1)
{
  .reg .f32 %f<4>;
  .loc 1 2 3
  ld.param.u64 %rd1, [k_param_0];
  ld.global.f32 %f1, [%rd1];
  ld.global.f32 %f2, [%rd1+4];
  { // callseq 0, 0
  .param .b32 param0;
  st.param.f32 [param0], %f1;
  .param .b32 param1;
  st.param.f32 [param1], %f2;
  .param .b32 retval0;
  call.uni (retval0),
  pick,
  (
  param0,
  param1
  );
  ld.param.f32 %f3, [retval0];
  } // callseq 0
  ld.param.u64 %rd2, [k_param_1];
  st.global.f32 [%rd2], %f3;
  ret;
})";

TEST(PtxCode, FollowsAValueThroughACall) {
  const CodeFacts facts = ptx_facts(kCall, "k");
  EXPECT_EQ(name(facts.form), "direct");
  EXPECT_EQ(deciding(facts), "max.f32 %f3, %f1, %f2;\n");
  EXPECT_EQ(count(facts, "call.uni"), 1U);
  EXPECT_EQ(facts.loaded, 8U);
  EXPECT_EQ(facts.stored, 4U);
  EXPECT_EQ(facts.registers, std::nullopt);
}

TEST(PtxCode, ReadsWhatTheInterpreterDoesNot) {
  const CodeFacts facts = ptx_facts(
      ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<2>;\n ld.param.u64 %rd1, [p];\n ld.global.b32 %r1, [%rd1];\n"
      " tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [t, {%f5, %f6}];\n novel.op.b32 %r2, %r1;\n @!%p1 st.global.b32 "
      "[%rd1], %r2;\n}",
      "k");
  EXPECT_EQ(facts.instructions, 5U);
  EXPECT_EQ(facts.unknown, std::vector<std::string>{"novel.op.b32"});
  EXPECT_EQ(facts.listing.back().text, "@!%p1 st.global.b32 [%rd1], %r2;");
}

TEST(PtxCode, TellsAConversionThatChangesTheTypeFromOneThatWidens) {
  const auto form = [](const std::string& body) {
    return std::string(
        name(ptx_facts(".entry k(.param .u64 p)\n{\nld.param.u64 %rd1, [p];\n" + body + "ret;\n}", "k").form));
  };
  EXPECT_EQ(form("ld.global.f32 %f1, [%rd1];\ncvt.rni.s32.f32 %r1, %f1;\nst.global.u32 [%rd1], %r1;\n"), "converted");
  EXPECT_EQ(form("ld.global.s32 %r1, [%rd1];\ncvt.sat.s8.s32 %r2, %r1;\nst.global.u8 [%rd1], %r2;\n"), "converted");
  EXPECT_EQ(form("ld.global.s8 %r1, [%rd1];\ncvt.s64.s32 %rd2, %r1;\nst.global.u64 [%rd1], %rd2;\n"), "other");
  EXPECT_EQ(form("ld.global.f32 %f1, [%rd1];\ncvt.sat.f32.f32 %f2, %f1;\nst.global.f32 [%rd1], %f2;\n"), "direct");
  EXPECT_EQ(form("ld.global.f16 %h1, [%rd1];\nfma.rn.relu.f16 %h2, %h1, %h1, %h1;\nst.global.b16 [%rd1], %h2;\n"),
            "direct");
}

TEST(PtxCode, CountsSharedMemoryThatIsDeclared) {
  EXPECT_EQ(ptx_facts(listing("sm_90.ptx"), "shared_max").shared, 1024U);
  EXPECT_EQ(ptx_facts(listing("sm_90.ptx"), "max_s32").shared, std::nullopt);
}

TEST(PtxListing, EndsWhereTheTextDoes) {
  for (const char* text : {".entry", ".entry k", ".entry k(", ".entry k() {", ".entry k() { add.f32", ".entry k() { {",
                           "/*", ".func (", ".entry k() {:}", ".entry k() { @ }", ".entry k() { @%p }"}) {
    const std::string clean = code::without_comments(text);
    for (const code::PtxFunction& function : code::read_ptx(clean)) ptx_facts(clean, std::string(function.name));
  }
  EXPECT_TRUE(code::read_ptx("").empty());
}

TEST(PtxOpcodes, AreEachInTheTableOnce) {
  for (const code::PtxOpcode& row : code::ptx_opcodes()) EXPECT_EQ(code::find_ptx_opcode(row.name), &row) << row.name;
}

}  // namespace
}  // namespace semcheck
