/// @file
/// Runs every command of tests/golden/<command>/<case>.txt and of the README's console blocks, and compares what it
/// prints and how it ends with what is written there. `golden_tests --update` writes what it gives instead.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/golden/transcript.h"

namespace semcheck::golden {
namespace {

namespace fs = std::filesystem;

bool updating = false;

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// Runs a shell command and returns what it printed and how it ended.
Step run(const std::string& command) {
  Step step{command, "", -1};
  FILE* pipe = popen(("{ " + command + "\n} 2>&1 </dev/null").c_str(), "r");
  if (pipe == nullptr) return step;
  std::array<char, 4096> buffer{};
  for (std::size_t n; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) step.output.append(buffer.data(), n);
  const int status = pclose(pipe);
  step.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (!step.output.empty() && step.output.back() != '\n') step.output += "\n";
  return step;
}

/// A folder of its own for a test, named to its commands by $SCRATCH.
class Scratch {
 public:
  Scratch() {
    std::string name = "/tmp/semcheck_golden_XXXXXX";
    folder_ = mkdtemp(name.data());
    setenv("SCRATCH", folder_.c_str(), 1);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { fs::remove_all(folder_); }

 private:
  fs::path folder_;
};

void compare(const Step& written, const Step& seen) {
  EXPECT_EQ(without_volatile_parts(written.output), without_volatile_parts(seen.output)) << "$ " << written.command;
  // A README does not say how a command ends; then it ends well.
  EXPECT_EQ(written.exit.value_or(0), seen.exit) << "$ " << written.command;
}

/// The golden files, by their path below tests/golden without the extension.
std::vector<std::string> golden_names() {
  const fs::path folder = SEMCHECK_SOURCE_DIR "/tests/golden";
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path path = entry.path().lexically_relative(folder);
    if (path.extension() == ".txt" && path.has_parent_path()) names.push_back(path.parent_path() / path.stem());
  }
  std::ranges::sort(names);
  return names;
}

/// A path as the name of a test: letters, digits and '_', since a '-' would start a negative filter.
std::string test_name(const testing::TestParamInfo<std::string>& tested) {
  std::string name = tested.param;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, PrintsWhatIsWritten) {
  const fs::path path = "tests/golden/" + GetParam() + ".txt";
  const Scratch scratch;
  std::vector<Step> steps = parse_steps(read(path));
  ASSERT_FALSE(steps.empty()) << path << " has no command";
  for (Step& step : steps) {
    Step seen = run(step.command);
    if (!updating) compare(step, seen);
    seen.output = without_volatile_parts(seen.output);
    step = std::move(seen);
  }
  if (updating) write(path, format_steps(steps));
}

INSTANTIATE_TEST_SUITE_P(Files, Golden, testing::ValuesIn(golden_names()), test_name);

TEST(Readme, ShowsWhatItsCommandsPrint) {
  const Scratch scratch;
  Document document = parse_markdown(read("README.md"));
  ASSERT_FALSE(document.sections.empty()) << "the README has no console block";
  for (Section& section : document.sections)
    for (Step& step : section.steps) {
      const Step seen = run(step.command);
      if (!updating) compare(step, seen);
      step.output = seen.output;
      if (step.exit || seen.exit != 0) step.exit = seen.exit;
    }
  if (updating) write("README.md", format_markdown(document));
}

/// Everything a command may take from its environment is set here; the rest is cleared.
void set_environment() {
  const std::array kept = {"CUDA_HOME", "CUDA_PATH", "UBSAN_OPTIONS"};
  std::vector<std::pair<std::string, std::string>> variables = {
      {"PATH", fs::path(SEMCHECK_PROGRAM).parent_path().string() + ":/usr/bin:/bin"},
      {"LC_ALL", "C.UTF-8"},
      {"NO_COLOR", "1"},
      // The leak checker of a sanitizer build crashes on what NVRTC leaves behind in the main thread.
      {"ASAN_OPTIONS", "detect_leaks=0"}};
  for (const char* name : kept)
    if (const char* value = std::getenv(name)) variables.emplace_back(name, value);
  clearenv();
  for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
}

}  // namespace
}  // namespace semcheck::golden

int main(int argc, char** argv) {
  using namespace semcheck::golden;
  testing::InitGoogleTest(&argc, argv);
  updating = argc > 1 && std::string_view(argv[1]) == "--update";
  fs::current_path(SEMCHECK_SOURCE_DIR);
  set_environment();
  return RUN_ALL_TESTS();
}
