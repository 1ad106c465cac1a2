#include "device/reproducer.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "device/reproducer_host.h"
#include "tests/unit/device/spec_fixture.h"

namespace semcheck {
namespace {

using testing::SpecText;

constexpr Bits kPlusZero = 0, kMinusZero = 0x80000000;

Mismatch mismatch(Obligation breaks, std::vector<Bits> operands, Expected expected, Bits actual,
                  std::string supplied = "") {
  return {breaks, std::move(operands), std::move(expected), actual, std::move(supplied)};
}

/// The report of a run of one variant, `ternary`, with one result on a GPU.
struct OneResult {
  explicit OneResult(SpecText text) : spec(std::move(text)) {
    result.variant = "ternary";
    result.build = "default";
    result.arch = "sm_90";
    result.path = Path::cubin;
    device.kind = "cuda";
    device.name = "NVIDIA H200";
    device.driver = "580.159.04";
    device.nvrtc = "13.0";
  }
  OneResult& breaks(Mismatch example) {
    result.breaks.insert(example.breaks);
    result.judgement.examples.push_back(std::move(example));
    return *this;
  }
  std::vector<Reproducer> files() const {
    RunReport report;
    report.device = device;
    report.specs.push_back({&spec.spec(), 1, false, {result}});
    return reproducers(report);
  }

  SpecText spec;
  Result result;
  DeviceInfo device;
};

OneResult ternary() {
  OneResult one(SpecText().expr("ternary", "x >= z ? x : z"));
  one.result.rules.set(Obligation::signed_zero, SignedZero::ordered);
  one.breaks(mismatch(Obligation::signed_zero, {kMinusZero, kPlusZero}, {exactly(kPlusZero)}, kMinusZero));
  return one;
}

std::string golden() {
  std::ifstream file(SEMCHECK_SOURCE_DIR "/tests/unit/device/data/reproducer.cu");
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Reproducer, IsOneFileThatHoldsTheKernelTheCasesAndHowToCompileIt) {
  OneResult one = ternary();
  one.result.blames.push_back(
      {Obligation::signed_zero, Layer::source, 1, "the code over exact types gives 0x80000000"});
  const auto files = one.files();
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].file, "max.ternary.default.cubin.cu");
  EXPECT_EQ(files[0].text, golden());
}

TEST(Reproducer, IsOfUndeclaredBreaksWhereThereAreAny) {
  OneResult one = ternary();
  one.breaks(mismatch(Obligation::nan, {0x7fc00000, kPlusZero}, {exactly(kPlusZero)}, 0x7fc00000));
  one.result.declared_breaks = {Obligation::nan};
  ASSERT_EQ(one.files().size(), 1u);
  EXPECT_EQ(one.files()[0].text.find("breaks nan"), std::string::npos);
  one.result.declared_breaks = one.result.breaks;
  ASSERT_EQ(one.files().size(), 1u);
  EXPECT_NE(one.files()[0].text.find("breaks nan"), std::string::npos);
  EXPECT_NE(one.files()[0].text.find("breaks signed_zero"), std::string::npos);
}

TEST(Reproducer, IsNotMadeOfLawsNorWithoutExamples) {
  OneResult one(SpecText().expr("ternary", "x >= z ? x : z"));
  one.breaks(mismatch(Obligation::associative, {1, 2, 3}, {exactly(1)}, 2));
  EXPECT_TRUE(one.files().empty());
  one = ternary();
  one.result.judgement.examples.clear();
  EXPECT_TRUE(one.files().empty());
}

TEST(Reproducer, HasANameOfItsOwnForEveryResult) {
  const OneResult one = ternary();
  RunReport report;
  report.device = one.device;
  Result supplied = one.result;
  supplied.supply = "vector4";
  report.specs.push_back({&one.spec.spec(), 1, false, {one.result, one.result, supplied}});
  const auto files = reproducers(report);
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0].file, "max.ternary.default.cubin.cu");
  EXPECT_EQ(files[1].file, "max.ternary.default.cubin.2.cu");
  EXPECT_EQ(files[2].file, "max.ternary.default.cubin.vector4.cu");
}

TEST(Reproducer, IsCompiledAsTheBuildAndThePathAre) {
  using Words = std::vector<std::string>;
  Build build;
  build.options = {"--ftz=true", "-default-device"};
  build.ptxas_level = 0;
  Result result;
  result.arch = "sm_90a";
  result.path = Path::cubin;
  EXPECT_EQ(nvcc_arguments(build, result), (Words{"-std=c++17", "--ftz=true", "-arch=sm_90a", "-Xptxas", "-O0"}));
  // The driver's own compiler makes the machine code where there is none in the file.
  result.path = Path::jit;
  EXPECT_EQ(nvcc_arguments(build, result),
            (Words{"-std=c++17", "--ftz=true", "-arch=compute_90a", "-code=compute_90a"}));
}

// NVRTC documentation, Supported Compile Options: what nvcc's own list does not have.
TEST(Reproducer, LeavesOptionsOutThatOnlyNvrtcHas) {
  Build build;
  build.options = {"-builtin-move-forward=false",
                   "--builtin-initializer-list",
                   "true",
                   "--fmad=false",
                   "--device-int128",
                   "--modify-stack-limit=false",
                   "--pch-dir",
                   "dir",
                   "--pch",
                   "-no-source-include",
                   "-D",
                   "pch",
                   "-DN"};
  Result result;
  result.arch = "sm_90";
  result.path = Path::cubin;
  EXPECT_EQ(nvcc_arguments(build, result),
            (std::vector<std::string>{"-std=c++17", "--fmad=false", "-D", "pch", "-DN", "-arch=sm_90"}));
}

TEST(Reproducer, ShowsTextFromOutsideOnOneLineOfItsComment) {
  OneResult one = ternary();
  one.device.name = "GPU\nint x;\\";
  const std::string text = one.files().at(0).text;
  EXPECT_NE(text.find("// seen on GPU int x;\\ ., driver"), std::string::npos) << text;
}

// The ranges and the outcomes are held against each other over every pattern of a format with and without infinities.
TEST(PatternRange, HoldsThePatternsThatAnOutcomeAllows) {
  for (Dtype dtype : {Dtype::e4m3, Dtype::e5m2, Dtype::f16, Dtype::s8}) {
    const Format& f = format(dtype);
    std::vector<Outcome> outcomes = {exactly(0x81), {OutcomeKind::either_sign, 0x81}};
    if (is_floating(f))
      for (const Bits sign : {Bits{0}, sign_mask(f)})
        for (OutcomeKind kind : {OutcomeKind::any_quiet_nan, OutcomeKind::quiet_nan_of_sign, OutcomeKind::any_nan,
                                 OutcomeKind::nan_of_sign, OutcomeKind::any_zero, OutcomeKind::anything})
          outcomes.push_back({kind, sign});
    for (const Outcome& outcome : outcomes) {
      const PatternRange range = range_of(f, outcome);
      for (Bits bits = 0; bits <= value_mask(f); ++bits) {
        const bool inside = range.least <= (bits & range.mask) && (bits & range.mask) <= range.most;
        ASSERT_EQ(inside, allows(f, outcome, bits))
            << name(dtype) << " " << static_cast<int>(outcome.kind) << " " << bits;
      }
    }
  }
}

std::vector<ReproducedLaunch> launches_under(Supply supply, const std::string& how = "") {
  static const SpecText text = SpecText().expr("ternary", "x >= z ? x : z");
  static Result result;
  result = {};
  result.supply = name(supply);
  const Obligation broken = how.empty() ? Obligation::signed_zero : Obligation::supply_invariant;
  result.judgement.examples = {mismatch(broken, {kMinusZero, kPlusZero}, {exactly(kPlusZero)}, kMinusZero, how)};
  return reproduced_launches(text.spec(), result, {broken});
}

TEST(ReproducedLaunches, GiveEveryOperandThatMayHaveComeByValue) {
  const auto launches = launches_under(Supply::literal);
  ASSERT_EQ(launches.size(), 2u);
  EXPECT_EQ(launches[0].feed.operand, 0u);
  EXPECT_EQ(launches[1].feed.operand, 1u);
  for (const ReproducedLaunch& launch : launches) {
    ASSERT_EQ(launch.checked.size(), 1u);
    EXPECT_EQ(launch.cases.at(launch.checked[0].first), (std::vector<Bits>{kMinusZero, kPlusZero}));
  }
}

TEST(ReproducedLaunches, GiveOnlyTheOperandThatIsSaidToHaveComeByValue) {
  const auto launches = launches_under(Supply::literal, "literal z");
  ASSERT_EQ(launches.size(), 1u);
  EXPECT_EQ(launches[0].feed.operand, 1u);
}

TEST(ReproducedLaunches, HaveACaseAtEveryPlaceOfAVectorAndOfABlock) {
  const auto vectors = launches_under(Supply::vector4, "vector4, element 2");
  ASSERT_EQ(vectors.size(), 1u);
  EXPECT_EQ(vectors[0].checked.at(0).first, 0u);
  EXPECT_EQ(vectors[0].checked.at(0).step, 1u);
  EXPECT_GE(vectors[0].cases.size(), 4u);
  const auto tails = launches_under(Supply::tail, "tail, element 700 of 1023");
  ASSERT_EQ(tails.size(), 1u);
  EXPECT_EQ(tails[0].checked.at(0).step, 1u);
}

/// nvcc, or "" where there is none.
std::string find_nvcc() {
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* home = std::getenv(variable))
      if (const std::string path = std::string(home) + "/bin/nvcc"; std::filesystem::exists(path)) return path;
  return std::filesystem::exists("/usr/local/cuda/bin/nvcc") ? "/usr/local/cuda/bin/nvcc" : "";
}

/// A folder of its own that goes with the test.
struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / "semcheck_reproducer_XXXXXX";
  Folder() {
    std::string name = path.string();
    if (mkdtemp(name.data())) path = name;
  }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
};

/// What nvcc says of a reproducer: "" when it compiles it without a warning.
std::string compile(const std::string& nvcc, const OneResult& one) {
  const Folder folder;
  const auto files = one.files();
  if (files.size() != 1) return "there is no reproducer";
  const std::string source = folder.path / "reproducer.cu", log = folder.path / "log";
  std::ofstream(source) << files[0].text;
  std::string command = "'" + nvcc + "'";
  for (const std::string& argument : nvcc_arguments(one.spec.spec().builds[0], one.result)) command += " " + argument;
  const int status = std::system(
      (command + " " + source + " -o " + (folder.path / "program").string() + " > " + log + " 2>&1").c_str());
  std::ifstream file(log);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  return status == 0 ? text : text + "\n" + files[0].text;
}

class CompiledReproducer : public ::testing::Test {
 protected:
  void SetUp() override {
    nvcc_ = find_nvcc();
    if (nvcc_.empty()) GTEST_SKIP() << "no nvcc was found";
  }
  std::string nvcc_;
};

TEST_F(CompiledReproducer, OfAnArray) {
  EXPECT_EQ(compile(nvcc_, ternary()), "");
}

TEST_F(CompiledReproducer, OfLiteralsOfATypeOfAHeader) {
  OneResult one(SpecText(Dtype::bf16).expr("ternary", "x >= z ? x : z"));
  one.result.supply = "literal";
  one.result.path = Path::jit;
  one.breaks(mismatch(Obligation::signed_zero, {0x8000, 0}, {{OutcomeKind::any_quiet_nan, 0}, exactly(0)}, 0x8000));
  EXPECT_EQ(compile(nvcc_, one), "");
}

TEST_F(CompiledReproducer, OfARow) {
  SpecText text = SpecText().expr("ternary", "x >= z ? x : z");
  Spec spec = text.spec();
  spec.operation = given::operation("reduce", OperationKind::reduce_max, Dtype::f32, {Dtype::f32});
  spec.variants[0].strategy = Strategy::two_stage;
  OneResult one(text.with(spec));
  one.breaks(mismatch(Obligation::signed_zero, {kMinusZero, kPlusZero, kMinusZero}, {exactly(kPlusZero)}, kMinusZero));
  EXPECT_EQ(compile(nvcc_, one), "");
}

}  // namespace
}  // namespace semcheck
