#include "device/toolkit/temporary_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "core/run/environment_error.h"

namespace semcheck {
namespace {

/// TMPDIR with another value, as long as it is there.
class OtherPlace {
 public:
  explicit OtherPlace(const char* place) : before_(std::filesystem::temp_directory_path().string()) {
    setenv("TMPDIR", place, 1);
  }
  ~OtherPlace() { setenv("TMPDIR", before_.c_str(), 1); }
  OtherPlace(const OtherPlace&) = delete;
  OtherPlace& operator=(const OtherPlace&) = delete;

 private:
  std::string before_;
};

TEST(TemporaryFolder, IsGoneWithAllThatIsInIt) {
  std::string path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    std::filesystem::create_directories(folder.file("inner"));
  }
  EXPECT_FALSE(path.empty());
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TemporaryFolder, IsNotMadeWhereThereIsNoPlaceForIt) {
  const OtherPlace nowhere("/nowhere");
  try {
    const TemporaryFolder folder;
    FAIL() << folder.path();
  } catch (const EnvironmentError& error) {
    EXPECT_EQ(std::string(error.what()).find("cannot create a temporary folder: "), 0u) << error.what();
    EXPECT_EQ(std::string(error.what()).find("semcheck_"), std::string::npos) << error.what();
    EXPECT_EQ(error.help(), "set TMPDIR to a folder with room");
  }
}

}  // namespace
}  // namespace semcheck
