#include "core/run/probe.h"

#include <gtest/gtest.h>

#include <map>

#include "core/report/probe.h"

namespace semcheck {
namespace {

/// A device whose machine code is a chain of FADD or FFMA, in as many cycles an instruction as the test says.
class FakeChains : public Device {
 public:
  explicit FakeChains(const std::string& kind) {
    info_.kind = kind;
    info_.name = "fake";
    info_.arch = "sm_90";
  }

  const DeviceInfo& info() const override { return info_; }
  std::vector<Kernel> compile(const Program&) override { return {}; }
  std::vector<Execution> execute(std::span<const Kernel>, const Operation&, const Cases&, const Limits&) override {
    return {};
  }
  std::vector<Measurement> measure(std::span<const Kernel>, const Operation&, const Cases&, const Limits&) override {
    return {};
  }

  std::vector<Kernel> compile_chains(const Probe& probe, Path path) override {
    std::vector<Kernel> kernels(probe.roles.size());
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      kernels[i].path = path;
      kernels[i].entry = probe.roles[i].name;
      kernels[i].error = compile_errors[probe.roles[i].name];
      if (kernels[i].error.empty()) kernels[i].image = std::make_shared<Image>();
    }
    return kernels;
  }

  std::vector<SweepKernel> compile_sweep(const SweepProgram&) override { return {}; }
  Swept sweep(const SweepKernel&, const Stretch&, const Limits&) override { return {}; }
  Sample sample(const SweepKernel&, const Stretch&, const Limits&) override { return {}; }
  std::vector<Inspection> inspect(std::span<const Kernel> kernels) override {
    std::vector<Inspection> inspections;
    for (const Kernel& kernel : kernels) inspections.push_back(inspection_of(kernel.entry));
    return inspections;
  }

  Execution run_chain(const Kernel& kernel, const ChainLaunch& launch, const Limits&) override {
    runs.push_back(kernel.entry);
    if (run_errors.contains(kernel.entry)) return {{}, run_errors[kernel.entry], false};
    const std::uint64_t passes =
        kernel.path == Path::ptx ? launch.budget : launch.budget / (cycles.at(kernel.entry) + runs.size() % 2);
    Execution execution;
    for (std::size_t i = 0; i < std::size_t{launch.probe.blocks} * launch.probe.threads; ++i) {
      execution.results.push_back(passes);
      execution.results.push_back(launch.budget);
      execution.results.push_back(0x3f800000 + (wrong == kernel.entry ? 1 : 0));
    }
    return execution;
  }

  std::map<std::string, std::uint64_t> cycles;  ///< of a pass
  std::map<std::string, std::string> compile_errors, run_errors;
  std::string unread, split, wrong;  ///< roles
  std::vector<std::string> runs;

 private:
  Inspection inspection_of(const std::string& role) const {
    if (role == unread) return {std::nullopt, "no nvdisasm was found", "install it"};
    const std::string opcode = role.find("mul") != std::string::npos ? "FMUL" : "FMNMX";
    CodeFacts facts;
    facts.language = CodeLanguage::sass;
    facts.listing = {{".L_x_0:", {}, false}};
    const std::size_t length = std::stoul(role.substr(role.rfind('_') + 1));
    for (std::size_t i = 0; i < length; ++i)
      facts.listing.push_back({role == split && i == 0 ? opcode + " R5, R0, R9" : opcode + " R9, R0, R9", {}, false});
    facts.listing.push_back({"CS2R R2, SR_CLOCKLO", {}, false});
    facts.listing.push_back({"@!P0 BRA `(.L_x_0)", {}, false});
    return {facts, "", ""};
  }

  DeviceInfo info_;
};

std::string repeated(std::size_t times, const std::string& line) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += line;
  return text;
}

// Neither instruction changes an accumulator that holds one, so that the fake knows what it holds.
Probe probe() {
  Probe made;
  made.path = "p.toml";
  made.name = "p";
  made.budget = 1'000'000;
  made.repeats = 4;
  for (const std::string length : {"8", "16"})
    for (const auto& [word, op] : {std::pair("mul", ChainOp::mul), std::pair("max", ChainOp::max)})
      made.roles.push_back({std::string("dependent_") + word + "_" + length,
                            ChainKind::dependent,
                            {op},
                            static_cast<std::uint32_t>(std::stoul(length))});
  made.compare = {{0, 1}, {2, 3}};
  return made;
}

FakeChains gpu() {
  FakeChains device("cuda");
  // 4 cycles an instruction and 18 for the loop, and for every other run of a role one more.
  device.cycles = {
      {"dependent_mul_8", 50}, {"dependent_max_8", 50}, {"dependent_mul_16", 82}, {"dependent_max_16", 164}};
  return device;
}

TEST(Probe, CountsTheInstructionsOfAChainWithinTheBudget) {
  const Probe spec = probe();
  FakeChains device = gpu();
  const ProbeReport report = run_probe(spec, device, {});
  ASSERT_EQ(report.roles.size(), 4u);
  EXPECT_TRUE(report.complete);
  EXPECT_TRUE(report.as_required());
  EXPECT_EQ(report.roles[0].samples, 4u);
  // Every run of this role is an odd one, of 51 cycles a pass.
  EXPECT_EQ(report.roles[0].progress.median, 1'000'000 / 51 * 8);
  EXPECT_EQ(report.roles[1].progress.median, 1'000'000 / 50 * 8);
  EXPECT_EQ(report.roles[1].cycles.median, 50.0 / 8);
}

TEST(Probe, RunsTheRolesInRounds) {
  const Probe spec = probe();
  FakeChains device = gpu();
  ProbeOptions options;
  options.repeats = 2;
  options.roles = {"dependent_max_16", "dependent_mul_8"};
  const ProbeReport report = run_probe(spec, device, options);
  EXPECT_EQ(device.runs,
            (std::vector<std::string>{"dependent_mul_8", "dependent_max_16", "dependent_mul_8", "dependent_max_16"}));
  EXPECT_TRUE(report.comparisons.empty());
}

TEST(Probe, ComparesProgressAndSaysWhatFollows) {
  const Probe spec = probe();
  FakeChains device = gpu();
  const ProbeReport report = run_probe(spec, device, {});
  ASSERT_EQ(report.comparisons.size(), 2u);
  EXPECT_EQ(report.comparisons[0].ratio.median, 156'856.0 / 160'000.0);
  EXPECT_EQ(conclusion(report.comparisons[1]),
            "dependent 16-chains of mul and max: the first advances 1.976 times as far as the second in this shape, on "
            "this GPU at its present clocks");
  RoleComparison near = report.comparisons[0];
  near.ratio = {1.002, 1.001, 1.003};
  EXPECT_EQ(conclusion(near),
            "dependent 8-chains of mul and max advance within 0.2 % of each other: in this shape, on this GPU at its "
            "present clocks, the time from one instruction to the next that needs its result is the same");
  near.ratio = {1.002, 0.95, 1.05};
  EXPECT_EQ(conclusion(near),
            "dependent 8-chains of mul and max cannot be told apart, but their samples lie 10.0 % apart");
}

TEST(Probe, TellsTheCostOfAnInstructionFromThatOfTheLoop) {
  Probe spec = probe();
  spec.roles.erase(spec.roles.begin() + 3);
  spec.roles.erase(spec.roles.begin() + 1);
  spec.compare.clear();
  FakeChains device = gpu();
  // Odd and even runs: 51 and 82 cycles a pass.
  const ProbeReport report = run_probe(spec, device, {});
  ASSERT_EQ(report.steps.size(), 1u);
  EXPECT_EQ(report.steps[0].shorter->name, "dependent_mul_8");
  EXPECT_EQ(report.steps[0].longer->name, "dependent_mul_16");
  EXPECT_NEAR(report.steps[0].cycles, (82 - 51) / 8.0, 0.001);
}

TEST(Probe, DrawsNothingFromARoleWhoseShapeDiffers) {
  Probe spec = probe();
  FakeChains device = gpu();
  device.split = "dependent_max_8";
  ProbeReport report = run_probe(spec, device, {});
  EXPECT_EQ(report.roles[1].shape.verdict, ShapeVerdict::differs);
  EXPECT_TRUE(report.roles[1].measured());
  EXPECT_EQ(conclusion(report.comparisons[0]), "no comparison: the shape of dependent_max_8 differs");
  EXPECT_TRUE(report.comparisons[1].not_drawn.empty());
  EXPECT_EQ(report.steps.size(), 1u);
  EXPECT_TRUE(report.as_required());
  spec.require_shape = true;
  EXPECT_FALSE(report.as_required());
}

TEST(Probe, DrawsNothingFromARoleWhoseShapeWasNotRead) {
  const Probe spec = probe();
  FakeChains device = gpu();
  device.unread = "dependent_mul_8";
  const ProbeReport report = run_probe(spec, device, {});
  EXPECT_EQ(conclusion(report.comparisons[0]), "no comparison: the shape of dependent_mul_8 is unchecked");
  EXPECT_NE(probe_text(report, false).find("help: install it"), std::string::npos);
}

TEST(Probe, GoesOnWhereARoleFails) {
  const Probe spec = probe();
  FakeChains device = gpu();
  device.compile_errors["dependent_mul_8"] = "ptxas does not know it";
  device.run_errors["dependent_max_8"] = "timed out after 10 s";
  device.wrong = "dependent_mul_16";
  const ProbeReport report = run_probe(spec, device, {});
  EXPECT_EQ(report.roles[0].error, "ptxas does not know it");
  EXPECT_EQ(report.roles[1].error, "timed out after 10 s");
  EXPECT_EQ(report.roles[2].error, "computed 1.0000001 in 12195 passes, where the chain makes 1");
  EXPECT_TRUE(report.roles[3].measured());
  EXPECT_FALSE(report.as_required());
  // A role that failed is not run again.
  EXPECT_EQ(std::count(device.runs.begin(), device.runs.end(), "dependent_max_8"), 1);
  EXPECT_EQ(conclusion(report.comparisons[0]), "no comparison: dependent_mul_8 gave no result");
}

TEST(Probe, MeasuresNothingWithoutAGpu) {
  const Probe spec = probe();
  FakeChains device("ptx");
  const ProbeReport report = run_probe(spec, device, {});
  EXPECT_EQ(report.roles[0].shape.verdict, ShapeVerdict::clean);
  EXPECT_FALSE(report.roles[0].measured());
  EXPECT_EQ(report.roles[0].not_measured, "not measured: needs a GPU");
  EXPECT_EQ(conclusion(report.comparisons[0]), "no comparison: dependent_mul_8 was not measured");
  EXPECT_TRUE(report.as_required());
  EXPECT_EQ(device.runs.size(), 4u);
}

TEST(Probe, EndsEarlyWhenItIsInterrupted) {
  const Probe spec = probe();
  FakeChains device = gpu();
  const std::atomic<bool> interrupted = true;
  ProbeOptions options;
  options.interrupted = &interrupted;
  const ProbeReport report = run_probe(spec, device, options);
  EXPECT_FALSE(report.complete);
  EXPECT_TRUE(device.runs.empty());
  EXPECT_NE(probe_text(report, false).find("not measured: interrupted"), std::string::npos);
}

TEST(Probe, ReportsForAPerson) {
  Probe spec = probe();
  spec.roles.resize(2);
  spec.compare = {{0, 1}};
  FakeChains device = gpu();
  device.split = "dependent_max_8";
  EXPECT_EQ(
      probe_text(run_probe(spec, device, {}), false),
      "fake, sm_90\n"
      "\n"
      "p: chains of f32, 1 block of 32 threads, 4 repeats of 1,000,000 clock cycles (p.toml)\n"
      "  clean      dependent_mul_8  8 FMUL through R9\n"
      "                              156,856 instructions (156,856 to 156,856, 0 %), 6.375 cycles each\n"
      "  differs    dependent_max_8  shape differs: 7 of 8 instructions go through R9; the accumulator is used by "
      "1 instruction besides\n"
      "                                FMNMX R5, R0, R9\n" +
          repeated(7, "                                FMNMX R9, R0, R9\n") +
          "                              160,000 instructions (160,000 to 160,000, 0 %), 6.250 cycles each\n"
          "\n"
          "comparisons of progress\n"
          "  dependent_mul_8 / dependent_max_8: no comparison: the shape of dependent_max_8 differs\n");
}

TEST(Probe, ReportsForAProgram) {
  Probe spec = probe();
  spec.roles.resize(1);
  spec.compare.clear();
  FakeChains device = gpu();
  // Half of its runs take 51 cycles a pass, half 50.
  const std::string json = probe_json(run_probe(spec, device, {}), "1.2.3");
  EXPECT_NE(json.find("\"schema\": \"semcheck.probe/1\""), std::string::npos);
  EXPECT_NE(json.find("\"median\": 158428.0"), std::string::npos);
  EXPECT_NE(json.find("\"verdict\": \"clean\""), std::string::npos);
  EXPECT_NE(json.find("\"as_required\": true"), std::string::npos);
}

TEST(Probe, TakesTheMiddleOfItsSamples) {
  EXPECT_EQ(spread_of({3, 1, 2}).median, 2);
  EXPECT_EQ(spread_of({4, 1, 2, 3}).median, 2.5);
  EXPECT_EQ(spread_of({4, 1, 2, 3}).least, 1);
  EXPECT_EQ(spread_of({4, 1, 2, 3}).most, 4);
  EXPECT_EQ(spread_of({1, 2, 3}).relative(), 1);
}

// IEEE 754-2019, table 3.5: the formats' precision and bias. 2^p + 1 is halfway between 2^p and 2^p + 2, and goes to
// the even one.
TEST(Probe, KnowsWhatAChainComputes) {
  Probe spec;
  const Role add{"", ChainKind::dependent, {ChainOp::add}, 8};
  EXPECT_EQ(chain_result(spec, add, 0), 0x3f800000u);           // 1
  EXPECT_EQ(chain_result(spec, add, 1), 0x41100000u);           // 9
  EXPECT_EQ(chain_result(spec, add, 10'000'000), 0x4b800000u);  // 2^24
  const Role mul{"", ChainKind::dependent, {ChainOp::mul}, 8};
  EXPECT_EQ(chain_result(spec, mul, 5), 0x3f800000u);
  const Role turns{"", ChainKind::mixed, {ChainOp::fma, ChainOp::max}, 3};
  EXPECT_EQ(chain_result(spec, turns, 2), 0x40a00000u);  // 1 + 2 × 2
  const Role each{"", ChainKind::independent, {ChainOp::add}, 8};
  EXPECT_EQ(chain_result(spec, each, 3), 0x40800000u);  // 4
  spec.dtype = Dtype::f16;
  EXPECT_EQ(chain_result(spec, add, 1'000'000), 0x6800u);  // 2^11
  spec.dtype = Dtype::bf16;
  EXPECT_EQ(chain_result(spec, add, 1'000'000), 0x4380u);  // 2^8
  spec.dtype = Dtype::f64;
  EXPECT_EQ(chain_result(spec, add, 1), 0x4022000000000000u);  // 9
  spec.dtype = Dtype::s32;
  EXPECT_EQ(chain_result(spec, add, 1000), 8001u);
  EXPECT_EQ(chain_ceiling(Dtype::s32), 0x7fffffffu);
}

}  // namespace
}  // namespace semcheck
