#include "core/spec/files.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/unit/spec/reading.h"

namespace semcheck {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test.
class Files : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder = fs::path(testing::TempDir()) / ("semcheck_files_" + std::string(info->name()));
    fs::remove_all(folder);
    fs::create_directories(folder / "here");
    fs::create_directories(folder / "shipped" / "matrices");
  }
  void TearDown() override { fs::remove_all(folder); }
  void write(const fs::path& path, const std::string& text) const {
    std::ofstream(folder / path, std::ios::binary) << text;
  }
  std::string errors(const fs::path& path) const {
    std::vector<Diagnostic> diagnostics;
    const bool was_read = read_text_file(path, diagnostics).has_value();
    EXPECT_EQ(was_read, diagnostics.empty());
    return render_all(diagnostics, "");
  }
  fs::path folder;
};

TEST_F(Files, AreReadByteByByte) {
  write("a.toml", "a = \"é\"\r\n\t");
  std::vector<Diagnostic> diagnostics;
  const auto file = read_text_file(folder / "a.toml", diagnostics);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->text, "a = \"é\"\r\n\t");
  EXPECT_EQ(file->path, (folder / "a.toml").string());
}

TEST_F(Files, ThatCannotBeReadSayWhy) {
  EXPECT_EQ(errors(folder / "none"), (folder / "none").string() + ": error: no such file\n");
  EXPECT_EQ(errors(folder), folder.string() + ": error: is a folder, not a file\n");
  EXPECT_EQ(errors("/dev/zero"), "/dev/zero: error: is not a regular file\n");
}

TEST_F(Files, OfTenMegabytesAreRefused) {
  write("big.toml", std::string(10 << 20, 'a'));
  EXPECT_EQ(errors(folder / "big.toml"),
            (folder / "big.toml").string() + ": error: the file is larger than 1048576 bytes\n");
  write("full.toml", std::string(kMaxFileSize, '\n'));
  EXPECT_EQ(errors(folder / "full.toml"), "");
}

TEST_F(Files, ThatAreNotUtf8ShowTheByte) {
  write("a.toml", "a = 1\nb = \"é\xff\"");
  EXPECT_EQ(errors(folder / "a.toml"), (folder / "a.toml").string() +
                                           ":2:7: error: not UTF-8: byte 0xff at offset 13\n"
                                           "help: save the file as UTF-8 text\n");
}

TEST_F(Files, AreFoundBesideTheOneThatNamesThemThenAmongTheShipped) {
  const SearchPath search{folder / "shipped"};
  write("here/own.toml", "");
  write("shipped/matrices/special.toml", "");
  EXPECT_EQ(find_file("own", folder / "here", "matrices", search), folder / "here/own.toml");
  EXPECT_EQ(find_file("own.toml", folder / "here", "matrices", search), folder / "here/own.toml");
  EXPECT_EQ(find_file("special", folder / "here", "matrices", search), folder / "shipped/matrices/special.toml");
  EXPECT_EQ(find_file("special", folder / "here", "specs", search), std::nullopt);
  write("here/special.toml", "");
  EXPECT_EQ(find_file("special", folder / "here", "matrices", search), folder / "here/special.toml");
  EXPECT_EQ(find_file((folder / "here/own.toml").string(), "", "matrices", {}), folder / "here/own.toml");
}

TEST_F(Files, AreNotFoundUnderNamesThatNoFileHas) {
  const SearchPath search{folder / "shipped"};
  EXPECT_EQ(find_file("", folder, "matrices", search), std::nullopt);
  EXPECT_EQ(find_file("here", folder, "matrices", search), std::nullopt);
  EXPECT_EQ(find_file(std::string_view("here\0x", 6), folder, "matrices", search), std::nullopt);
  EXPECT_EQ(find_file(std::string(100000, 'a'), folder, "matrices", search), std::nullopt);
  EXPECT_EQ(find_file("special", folder, "matrices", {}), std::nullopt);
}

}  // namespace
}  // namespace semcheck
