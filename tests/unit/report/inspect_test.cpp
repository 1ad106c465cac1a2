#include "core/report/inspect.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/report/inspect_wording.h"
#include "tests/unit/report/sample.h"
#include "tests/unit/run/code.h"

namespace semcheck {
namespace {

using testing::direct_ptx;
using testing::direct_sass;
using testing::select_ptx;
using testing::select_sass;

Inspection read(CodeFacts facts) {
  return {std::move(facts), "", ""};
}

Inspection no_disassembler() {
  return {std::nullopt, "no nvdisasm was found", "install the package nvidia-cuda-nvdisasm"};
}

/// A spec with the variants fmaxf, ternary and branch.
Spec three_variants() {
  Spec spec = sample::spec();
  for (const char* name : {"fmaxf", "ternary", "branch"}) spec.variants.emplace_back().name = name;
  return spec;
}

InspectedCode code(const Spec& spec, std::size_t variant, Inspection ptx, Inspection sass) {
  InspectedCode code;
  code.variant = &spec.variants[variant];
  code.build = &spec.builds[0];
  code.arch = "sm_90";
  code.ptx = std::move(ptx);
  code.sass = std::move(sass);
  return code;
}

InspectionReport report(const Spec& spec, std::vector<InspectedCode> codes) {
  InspectionReport report;
  report.device = sample::interpreter();
  report.specs.push_back({&spec, std::move(codes)});
  return report;
}

/// fmaxf, ternary, and branch, which is the same as ternary.
InspectionReport three_codes(const Spec& spec) {
  CodeFacts direct = direct_sass();
  direct.registers = 10;
  direct.spilled = 0;
  direct.shared = 0;
  direct.loaded = 8;
  direct.stored = 4;
  direct.accesses = {{"global", false, 4, 2}, {"global", true, 4, 1}};
  InspectionReport whole = report(
      spec, {code(spec, 0, read(direct_ptx()), read(direct)), code(spec, 1, read(select_ptx()), read(select_sass())),
             code(spec, 2, read(select_ptx()), read(select_sass()))});
  whole.specs[0].codes[2].same_ptx = 1;
  whole.specs[0].codes[2].same_sass = 1;
  return whole;
}

std::string text(const InspectionReport& report, bool listing = false, std::size_t width = 90) {
  return inspection_text(report, {listing, false, width});
}

TEST(InspectionText, HasALineForEachCode) {
  const Spec spec = three_variants();
  EXPECT_EQ(
      text(three_codes(spec)),
      "NVRTC 13.0\n"
      "\n"
      "max_f32: max f32 (specs/max_f32.toml)\n"
      "  variant  build    arch   code  form            instr  mem  pred  sel  regs  spill  shared  load    store   "
      "context\n"
      "  fmaxf    default  sm_90  PTX   direct              1    0     0    0     -      -       -  0       0       "
      "elementwise\n"
      "                           SASS  direct              3    2     0    0    10      0       0  8 by 4  4 by 4  "
      "elementwise\n"
      "  ternary  default  sm_90  PTX   compare_select      2    0     1    1     -      -       -  0       0       "
      "elementwise\n"
      "                           SASS  compare_select      4    2     1    1     -      -       -  0       0       "
      "elementwise\n"
      "  branch   default  sm_90  PTX   compare_select      2    0     1    1     -      -       -  0       0       "
      "elementwise; same PTX as ternary\n"
      "                           SASS  compare_select      4    2     1    1     -      -       -  0       0       "
      "elementwise; same SASS as ternary\n"
      "\n"
      "3 variants, 3 kernels: 0 not as required\n");
}

TEST(InspectionText, ShowsPtxAndSassSideBySideAndTheSameCodeOnce) {
  const Spec spec = three_variants();
  const std::string whole = text(three_codes(spec), true, 72);
  EXPECT_EQ(whole.substr(whole.find("\n\n  fmaxf")),
            "\n\n"
            "  fmaxf [default, sm_90]\n"
            "    PTX                                SASS\n"
            "  > max.f32 %f3, %f1, %f2;             LDG.E R2, [R2.64]\n"
            "                                     > FMNMX R9, R2, R5, !PT\n"
            "                                       STG.E [R6.64], R9\n"
            "\n"
            "  ternary [default, sm_90]\n"
            "    PTX                                SASS\n"
            "  > setp.ge.f32 %p1, %f1, %f2;         LDG.E R2, [R2.64]\n"
            "  > selp.f32 %f3, %f1, %f2, %p1;     > FSETP.GE.AND P0, PT, R2, R5, PT\n"
            "                                     > FSEL R9, R2, R5, P0\n"
            "                                       STG.E [R6.64], R9\n"
            "\n"
            "  branch [default, sm_90]: same PTX as ternary, same SASS as ternary\n"
            "\n"
            "3 variants, 3 kernels: 0 not as required\n");
}

TEST(InspectionText, CutsListingsToTheirColumns) {
  const Spec spec = three_variants();
  const std::string whole = text(three_codes(spec), true, 52);
  EXPECT_NE(whole.find("  > setp.ge.f32 %p1, %f1,…   LDG.E R2, [R2.64]\n"), std::string::npos) << whole;
}

TEST(InspectionText, SaysOnceThatThereIsNoDisassembler) {
  const Spec spec = three_variants();
  EXPECT_EQ(text(report(spec, {code(spec, 0, read(direct_ptx()), no_disassembler()),
                               code(spec, 1, read(select_ptx()), no_disassembler())})),
            "NVRTC 13.0\n"
            "no SASS: no nvdisasm was found\n"
            "help: install the package nvidia-cuda-nvdisasm\n"
            "\n"
            "max_f32: max f32 (specs/max_f32.toml)\n"
            "  variant  build    arch   code  form            instr  mem  pred  sel  regs  spill  shared  load  store  "
            "context\n"
            "  fmaxf    default  sm_90  PTX   direct              1    0     0    0     -      -       -  0     0      "
            "elementwise\n"
            "  ternary  default  sm_90  PTX   compare_select      2    0     1    1     -      -       -  0     0      "
            "elementwise\n"
            "\n"
            "2 variants, 2 kernels: 0 not as required\n");
}

/// What stands below a line of the table.
std::string below_table(const InspectionReport& report) {
  const std::string whole = text(report);
  for (std::size_t at = whole.find("\n        "); at != std::string::npos; at = whole.find("\n        ", at + 1))
    if (whole[at + 9] != ' ') return whole.substr(at + 1);
  return "";
}

TEST(InspectionText, NamesUnmetRequirementsBelowTheirCode) {
  Spec spec = three_variants();
  spec.variants[1].inspect = {testing::requires_form({CodeForm::direct})};
  InspectionReport whole = report(spec, {code(spec, 1, read(select_ptx()), read(select_sass()))});
  whole.specs[0].codes[0].check = {1, true, {"SASS form is compare_select, required direct"}, ""};
  EXPECT_EQ(below_table(whole),
            "        not met: SASS form is compare_select, required direct\n"
            "\n"
            "1 variant, 1 kernel: 1 not as required\n");
  whole.specs[0].codes[0].declared = true;
  EXPECT_EQ(below_table(whole),
            "        not met: SASS form is compare_select, required direct (as declared)\n"
            "\n"
            "1 variant, 1 kernel: 0 not as required\n");
  whole.specs[0].codes[0].check.unmet.clear();
  EXPECT_EQ(below_table(whole),
            "        declared to break inspect, but did not\n"
            "\n"
            "1 variant, 1 kernel: 1 not as required\n");
}

TEST(InspectionText, NamesWhatHasNoCode) {
  const Spec spec = three_variants();
  InspectedCode lacking = code(spec, 0, {}, {});
  lacking.ptx = lacking.sass = std::nullopt;
  lacking.error = "needs sm_80, compiled for sm_75";
  lacking.unavailable = true;
  InspectedCode faulty = lacking;
  faulty.variant = &spec.variants[1];
  faulty.error = "a.toml:9:1: error: what is this\n    9 | x\n";
  faulty.unavailable = false;
  const InspectionReport whole = report(spec, {lacking, faulty});
  EXPECT_FALSE(whole.as_declared());
  EXPECT_EQ(below_table(whole),
            "        needs sm_80, compiled for sm_75\n"
            "  ternary  default  sm_90  -     error\n"
            "        a.toml:9:1: error: what is this\n"
            "            9 | x\n"
            "\n"
            "2 variants, 2 kernels: 1 without code, 1 unavailable, 0 not as required\n");
}

TEST(InspectionText, ListsUnknownOpcodes) {
  const Spec spec = three_variants();
  CodeFacts facts = direct_sass();
  facts.unknown = {"FROB", "UFROB.X"};
  EXPECT_EQ(below_table(report(spec, {code(spec, 0, read(direct_ptx()), read(facts))})),
            "        unknown opcodes: FROB, UFROB.X\n"
            "\n"
            "1 variant, 1 kernel: 0 not as required\n");
}

TEST(InspectionWording, SaysWhyCodeIsAReduction) {
  CodeFacts facts;
  EXPECT_EQ(context_of(facts), "elementwise");
  facts.reduction = true;
  EXPECT_EQ(context_of(facts), "reduction");
  facts.kinds = {{InstructionKind::shuffle, 5}, {InstructionKind::barrier, 1}, {InstructionKind::atomic, 1}};
  facts.accesses = {{"shared", false, 4, 1}};
  facts.carried_accumulator = true;
  EXPECT_EQ(context_of(facts), "reduction (shuffle, barrier, shared memory, atomic, loop-carried accumulator)");
}

TEST(InspectionWording, DescribesAChainOfSeveralInstructions) {
  EXPECT_EQ(chain_of({1, "FADD", "R5"}), "");
  EXPECT_EQ(chain_of({8, "FADD", "R5"}), "chain of 8 FADD in R5");
  EXPECT_EQ(chain_of({8, "FADD", ""}), "chain of 8 FADD through several registers");
  EXPECT_EQ(chain_of({3, "", "R5"}), "chain of 3 different instructions in R5");
}

TEST(InspectionWording, CountsBytesOfAnElementByTheWidthOfAnAccess) {
  CodeFacts facts;
  facts.loaded = 8;
  facts.stored = 4;
  facts.accesses = {{"global", false, 4, 2}, {"global", false, 16, 2}, {"global", true, 4, 1}, {"shared", true, 2, 1}};
  EXPECT_EQ(traffic_of(facts, false), "8 by 4, 16");
  EXPECT_EQ(traffic_of(facts, true), "4 by 4");
}

TEST(InspectionWording, NamesCodeByWhatDiffers) {
  Spec spec = three_variants();
  spec.builds.push_back(spec.builds[0]);
  spec.builds[1].name = "fast";
  const InspectedCode first = code(spec, 0, {}, {});
  InspectedCode other = first;
  other.build = &spec.builds[1];
  EXPECT_EQ(name_beside(first, other), "default");
  EXPECT_EQ(name_beside(code(spec, 1, {}, {}), first), "ternary");
  EXPECT_EQ(name_beside(code(spec, 1, {}, {}), other), "ternary [default]");
}

TEST(InspectionJson, HoldsEverything) {
  const Spec spec = three_variants();
  InspectionReport whole = three_codes(spec);
  whole.specs[0].codes[1].sass = no_disassembler();
  const auto json = nlohmann::json::parse(inspection_json(whole, "1.2.3"));
  EXPECT_EQ(json["schema"], "semcheck.inspect/1");
  EXPECT_EQ(json["tool"]["version"], "1.2.3");
  EXPECT_EQ(json["as_declared"], true);
  const auto& codes = json["specs"][0]["codes"];
  ASSERT_EQ(codes.size(), 3u);
  const auto& sass = codes[0]["sass"];
  EXPECT_EQ(codes[0]["variant"], "fmaxf");
  EXPECT_EQ(sass["form"], "direct");
  EXPECT_EQ(sass["opcodes"], (nlohmann::json{{"FMNMX", 1}, {"LDG.E", 1}, {"STG.E", 1}}));
  EXPECT_EQ(sass["kinds"], (nlohmann::json{{"extremum", 1}, {"memory", 2}}));
  EXPECT_EQ(sass["registers"], 10);
  EXPECT_EQ(sass["accesses"][1], (nlohmann::json{{"space", "global"}, {"store", true}, {"bytes", 4}, {"count", 1}}));
  EXPECT_EQ(sass["listing"][1],
            (nlohmann::json{{"text", "FMNMX R9, R2, R5, !PT"}, {"kind", "extremum"}, {"decides", true}}));
  EXPECT_EQ(sass["same_as"], nullptr);
  EXPECT_EQ(codes[0]["ptx"]["registers"], nullptr);
  EXPECT_EQ(codes[1]["sass"], (nlohmann::json{{"error", "no nvdisasm was found"}}));
  EXPECT_EQ(codes[2]["sass"]["same_as"], 1);
}

}  // namespace
}  // namespace semcheck
