#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/spec/probe_spec.h"
#include "tests/unit/spec/reading.h"

namespace semcheck {
namespace {

/// The files of a fuzzing corpus, in order.
std::vector<SourceFile> corpus(const std::string& name) {
  std::vector<SourceFile> files;
  const std::filesystem::path folder = std::filesystem::path(SEMCHECK_SOURCE_DIR) / "tests/fuzz/corpus" / name;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream stream(entry.path(), std::ios::binary);
    files.push_back({entry.path().string(), {std::istreambuf_iterator<char>(stream), {}}});
  }
  std::sort(files.begin(), files.end(), [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

TEST(Corpus, OfSpecsIsReadOrReported) {
  const std::vector<SourceFile> files = corpus("spec");
  EXPECT_GE(files.size(), 10u);
  for (const SourceFile& file : files) {
    std::vector<Diagnostic> diagnostics;
    const auto spec = parse_spec(file, shipped(), shipped_profiles(), diagnostics);
    EXPECT_EQ(spec.has_value(), diagnostics.empty()) << file.path;
    for (const Diagnostic& d : diagnostics) EXPECT_FALSE(render(d, file.text).empty());
    std::vector<Diagnostic> of_probe;
    const auto probe = parse_probe(file, of_probe);
    EXPECT_EQ(probe.has_value(), of_probe.empty()) << file.path;
  }
}

TEST(Corpus, OfMatricesIsReadOrReported) {
  const std::vector<SourceFile> files = corpus("matrix");
  EXPECT_GE(files.size(), 5u);
  for (const SourceFile& file : files) {
    std::vector<Diagnostic> diagnostics;
    const auto matrix = parse_matrix(file, diagnostics);
    EXPECT_EQ(matrix.has_value(), diagnostics.empty()) << file.path;
    for (const Diagnostic& d : diagnostics) EXPECT_FALSE(render(d, file.text).empty());
  }
}

}  // namespace
}  // namespace semcheck
