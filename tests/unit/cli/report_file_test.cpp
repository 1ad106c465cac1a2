#include "cli/report_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>

#include "cli/usage_error.h"
#include "core/run/environment_error.h"

namespace semcheck {
namespace {

namespace fs = std::filesystem;

class ReportFile : public testing::Test {
 protected:
  ReportFile() {
    std::string name = testing::TempDir() + "semcheck_report_XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~ReportFile() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return folder_ / name; }
  static std::string content(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

  fs::path folder_;
};

TEST_F(ReportFile, LeavesNothingBehindWhenItIsOnlyTried) {
  require_writable("--json", path("report.json"));
  EXPECT_EQ(files(), 0);
}

TEST_F(ReportFile, ReplacesTheContentAndNothingElse) {
  std::ofstream(path("report.json")) << "a longer text than the new one";
  chmod(path("report.json").c_str(), 0640);
  write_report(path("report.json"), "new\n");
  EXPECT_EQ(content(path("report.json")), "new\n");
  EXPECT_EQ(fs::status(path("report.json")).permissions(), fs::perms{0640});
  EXPECT_EQ(files(), 1);
}

TEST_F(ReportFile, IsANewFileForTheReaderOfTheOldOne) {
  std::ofstream(path("report.json")) << "old";
  fs::create_hard_link(path("report.json"), path("reader"));
  write_report(path("report.json"), "new");
  EXPECT_EQ(content(path("reader")), "old");
}

TEST_F(ReportFile, FollowsALink) {
  fs::create_symlink("target", path("link"));
  write_report(path("link"), "new");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content(path("target")), "new");
}

TEST_F(ReportFile, RefusesAFolderAndAMissingFolder) {
  EXPECT_THROW(require_writable("--json", folder_), UsageError);
  EXPECT_THROW(require_writable("--json", path("missing/report.json")), UsageError);
}

TEST_F(ReportFile, SaysWhenTheTextCannotBeDelivered) {
  EXPECT_THROW(write_report("/dev/full", "text"), EnvironmentError);
  EXPECT_THROW(write_report(path("missing/report.json"), "text"), EnvironmentError);
}

}  // namespace
}  // namespace semcheck
