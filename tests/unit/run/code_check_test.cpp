#include "core/run/code_check.h"

#include <gtest/gtest.h>

#include "tests/unit/run/code.h"
#include "tests/unit/run/run_fixture.h"

namespace semcheck {
namespace {

using namespace testing;
using Lines = std::vector<std::string>;

CodeRequirement requires_opcode(const std::string& opcode, std::uint32_t least, std::optional<std::uint32_t> most) {
  CodeRequirement requirement;
  requirement.opcodes = {{opcode, least, most, {}}};
  return requirement;
}

TEST(Unmet, IsEmptyWhereCodeIsWhatIsRequired) {
  EXPECT_EQ(unmet(requires_form({CodeForm::direct}), direct_sass()), Lines());
  EXPECT_EQ(unmet(requires_form({}), direct_sass()), Lines());
  EXPECT_EQ(unmet(requires_opcode("FMNMX", 1, 1), direct_sass()), Lines());
  EXPECT_EQ(unmet(requires_opcode("FSETP", 0, 0), direct_sass()), Lines());
}

TEST(Unmet, NamesTheFormThatIsAndThoseThatMayBe) {
  EXPECT_EQ(unmet(requires_form({CodeForm::direct}), select_sass()),
            Lines({"SASS form is compare_select, required direct"}));
  EXPECT_EQ(unmet(requires_form({CodeForm::direct, CodeForm::branch}, CodeLanguage::ptx), select_ptx()),
            Lines({"PTX form is compare_select, required direct or branch"}));
}

TEST(Unmet, CountsTheInstructionsOfAnOpcodeWhateverTheirOtherModifiers) {
  EXPECT_EQ(unmet(requires_opcode("FSETP", 0, 0), select_sass()), Lines({"FSETP stands 1 time, required 0"}));
  EXPECT_EQ(unmet(requires_opcode("FSETP.GE", 2, 2), select_sass()), Lines({"FSETP.GE stands 1 time, required 2"}));
  EXPECT_EQ(unmet(requires_opcode("FSETP.LT", 1, std::nullopt), select_sass()),
            Lines({"FSETP.LT stands 0 times, required at least 1"}));
  EXPECT_EQ(unmet(requires_opcode("FSEL", 2, 3), select_sass()), Lines({"FSEL stands 1 time, required 2 to 3"}));
  CodeFacts twice = direct_sass();
  twice.opcodes = {{"FMNMX", 1}, {"FMNMX.NAN", 1}};
  EXPECT_EQ(unmet(requires_opcode("FMNMX", 0, 1), twice), Lines({"FMNMX stands 2 times, allowed 1"}));
  EXPECT_EQ(unmet(requires_opcode("FMNMX.NAN", 1, 1), twice), Lines());
}

TEST(Unmet, ComparesCountsWithTheMostThatIsAllowed) {
  CodeRequirement requirement;
  requirement.most_instructions = 4;
  requirement.most_registers = 8;
  requirement.most_spilled = 0;
  CodeFacts facts = select_sass();
  facts.registers = 8;
  facts.spilled = 0;
  EXPECT_EQ(unmet(requirement, facts), Lines());
  facts.instructions = 5;
  facts.registers = 9;
  facts.spilled = 4;
  EXPECT_EQ(unmet(requirement, facts),
            Lines({"5 instructions of SASS, allowed 4", "9 registers, allowed 8", "4 spilled bytes, allowed 0"}));
  facts.registers = std::nullopt;
  EXPECT_EQ(unmet(requirement, facts)[1], "the code does not state its registers, allowed 8");
}

/// The result of one variant, of the fake device's first path unless asked otherwise.
Result result_of(Spec spec, FakeDevice& device, Path path = Path::cubin) {
  const RunReport report = run_one(spec, device);
  for (const Result& result : report.specs[0].results)
    if (result.path == path && result.supply == "array") return result;
  return {};
}

Spec required(CodeRequirement requirement) {
  Spec spec = testing::spec_of({"larger"});
  spec.variants[0].inspect = {std::move(requirement)};
  return spec;
}

TEST(RunWithRequirements, PassesWhereTheCodeIsWhatIsRequired) {
  FakeDevice device;
  device.computes("larger", larger).reads("larger", direct_sass()).reads("larger", direct_ptx());
  const Result result = result_of(required(requires_form({CodeForm::direct})), device);
  EXPECT_EQ(result.verdict, Verdict::conforms);
  EXPECT_TRUE(result.as_declared);
  EXPECT_TRUE(result.unmet.empty());
  EXPECT_EQ(result.not_inspected, "");
}

TEST(RunWithRequirements, BreaksInspectWhereTheCodeIsOther) {
  FakeDevice device;
  device.computes("larger", larger).reads("larger", select_sass()).reads("larger", direct_ptx());
  const Result result = result_of(required(requires_form({CodeForm::direct})), device);
  EXPECT_EQ(result.verdict, Verdict::breaks);
  EXPECT_FALSE(result.as_declared);
  EXPECT_EQ(result.breaks, ObligationSet{Obligation::inspect});
  EXPECT_EQ(result.unmet, Lines({"SASS form is compare_select, required direct"}));
  EXPECT_EQ(result.judgement.mismatches, 1u);
  EXPECT_EQ(result.judgement.count[static_cast<std::size_t>(Obligation::inspect)], 1u);
}

TEST(RunWithRequirements, IsAsDeclaredWhereTheBreakIsDeclared) {
  FakeDevice device;
  device.computes("larger", larger).reads("larger", select_sass()).reads("larger", direct_ptx());
  Spec spec = required(requires_form({CodeForm::direct}));
  spec.variants[0].breaks.otherwise = {Obligation::inspect};
  EXPECT_TRUE(result_of(spec, device).as_declared);
  device.reads("larger", direct_sass());
  EXPECT_FALSE(result_of(spec, device).as_declared) << "a silent repair is news";
}

TEST(RunWithRequirements, HoldsThePathOfTheDriversCompilerAgainstPtxAlone) {
  FakeDevice device;
  device.computes("larger", larger).reads("larger", select_sass()).reads("larger", select_ptx());
  Spec spec = required(requires_form({CodeForm::direct}, CodeLanguage::ptx));
  EXPECT_EQ(result_of(spec, device, Path::jit).unmet, Lines({"PTX form is compare_select, required direct"}));
  EXPECT_EQ(result_of(spec, device, Path::cubin).unmet, Lines({"PTX form is compare_select, required direct"}));
  const Result unchecked = result_of(required(requires_form({CodeForm::direct})), device, Path::jit);
  EXPECT_TRUE(unchecked.as_declared);
  EXPECT_EQ(unchecked.not_inspected, "SASS is not at hand on this path");
}

TEST(RunWithRequirements, ExpectsNoDeclaredBreakOfMachineCodeWhereItIsNotAtHand) {
  FakeDevice device;
  device.computes("larger", larger).reads("larger", select_sass()).reads("larger", direct_ptx());
  Spec spec = required(requires_form({CodeForm::direct}));
  spec.variants[0].inspect.push_back(requires_form({CodeForm::direct}, CodeLanguage::ptx));
  spec.variants[0].breaks.otherwise = {Obligation::inspect};
  EXPECT_TRUE(result_of(spec, device, Path::cubin).breaks.contains(Obligation::inspect));
  const Result jit = result_of(spec, device, Path::jit);
  EXPECT_TRUE(jit.breaks.empty());
  EXPECT_TRUE(jit.as_declared);
}

TEST(RunWithRequirements, ChecksNothingThatIsRequiredForAnotherArchitecture) {
  FakeDevice device;
  device.computes("larger", larger).reads("larger", select_sass()).reads("larger", select_ptx());
  const Result result = result_of(required(requires_form({CodeForm::direct}, CodeLanguage::sass, "sm_80")), device);
  EXPECT_TRUE(result.as_declared);
  EXPECT_EQ(result.not_inspected, "nothing is required of this code for sm_90");
}

TEST(RunWithRequirements, JudgesNothingWithoutADisassembler) {
  FakeDevice device;
  device.computes("larger", larger).reads("larger", direct_ptx());
  Spec spec = required(requires_form({CodeForm::direct}));
  spec.variants[0].breaks.otherwise = {Obligation::inspect};
  const Result result = result_of(spec, device);
  EXPECT_EQ(result.verdict, Verdict::conforms);
  EXPECT_TRUE(result.as_declared) << "a declared break that cannot be judged is not missing";
  EXPECT_EQ(result.not_inspected, "SASS: no nvdisasm was found");
}

TEST(RunWithRequirements, CompilesToMachineCodeWhereTheInterpreterRuns) {
  FakeDevice device;
  device.has_paths({Path::ptx}).computes("larger", larger).reads("larger", select_sass()).reads("larger", direct_ptx());
  const Result result = result_of(required(requires_form({CodeForm::direct})), device, Path::ptx);
  EXPECT_EQ(result.unmet, Lines({"SASS form is compare_select, required direct"}));
}

TEST(RunWithRequirements, LeavesAVariantWithoutResultAsItIs) {
  FakeDevice device;
  device.computes("larger", larger).lacks("larger");
  const Result result = result_of(required(requires_form({CodeForm::direct})), device);
  EXPECT_EQ(result.verdict, Verdict::unavailable);
  EXPECT_TRUE(result.unmet.empty());
  EXPECT_EQ(result.not_inspected, "");
}

TEST(RunWithRequirements, JudgesNoSupplyByThem) {
  FakeDevice device;
  device.computes("larger", larger).reads("larger", select_sass()).reads("larger", direct_ptx());
  Spec spec = required(requires_form({CodeForm::direct}));
  spec.variants[0].breaks.otherwise = {Obligation::inspect};
  spec.inputs.supplies = {Supply::array, Supply::literal};
  const RunReport report = run_one(spec, device);
  EXPECT_TRUE(report.as_declared());
  for (const Result& result : report.specs[0].results)
    if (result.supply == "literal") {
      EXPECT_TRUE(result.breaks.empty());
      EXPECT_TRUE(result.declared_breaks.empty());
    }
}

}  // namespace
}  // namespace semcheck
