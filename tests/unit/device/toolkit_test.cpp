#include "device/toolkit/toolkit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace semcheck {
namespace {

namespace fs = std::filesystem;

/// A folder of empty files, gone after the test.
class ToolkitTest : public ::testing::Test {
 protected:
  ToolkitTest() {
    std::string pattern = (fs::temp_directory_path() / "semcheck_toolkit_XXXXXX").string();
    root_ = mkdtemp(pattern.data());
  }
  ~ToolkitTest() override { fs::remove_all(root_); }

  fs::path file(const std::string& name) {
    fs::path path = root_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path).put('\n');
    return path;
  }
  /// The places of a search that have their root in the test's folder.
  std::vector<Place> own_places(const ToolkitSearch& search) {
    std::vector<Place> places = toolkit_places(search);
    std::erase_if(places, [&](const Place& place) { return !place.root.string().starts_with(root_.string()); });
    return places;
  }

  fs::path root_;
};

TEST_F(ToolkitTest, FindsAToolkitsOwnFolders) {
  const fs::path nvrtc = file("cuda/lib64/libnvrtc.so.13");
  file("cuda/include/cuda_fp16.h");
  const fs::path nvdisasm = file("cuda/bin/nvdisasm");
  const Toolkit toolkit = find_toolkit({{"CUDA_HOME", root_ / "cuda"}});
  EXPECT_EQ(toolkit.nvrtc, nvrtc);
  EXPECT_EQ(toolkit.include, root_ / "cuda/include");
  EXPECT_EQ(toolkit.nvdisasm, nvdisasm);
  EXPECT_EQ(toolkit.cuobjdump, "");
  EXPECT_EQ(toolkit.origin, "CUDA_HOME");
}

TEST_F(ToolkitTest, FindsThePythonPackagesOfCuda13) {
  const fs::path nvrtc = file("site/nvidia/cu13/lib/libnvrtc.so.13");
  file("site/nvidia/cu13/lib/libnvrtc-builtins.so.13.5");
  file("site/nvidia/cu13/include/cuda_fp16.h");
  const Toolkit toolkit = find_toolkit({{"Python", root_ / "site"}});
  EXPECT_EQ(toolkit.nvrtc, nvrtc);
  EXPECT_EQ(toolkit.include, root_ / "site/nvidia/cu13/include");
}

TEST_F(ToolkitTest, FindsThePythonPackagesBeforeCuda13) {
  const fs::path nvrtc = file("site/nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
  file("site/nvidia/cuda_nvrtc/include/nvrtc.h");
  file("site/nvidia/cuda_runtime/include/cuda_fp16.h");
  const Toolkit toolkit = find_toolkit({{"Python", root_ / "site"}});
  EXPECT_EQ(toolkit.nvrtc, nvrtc);
  EXPECT_EQ(toolkit.include, root_ / "site/nvidia/cuda_runtime/include");
}

TEST_F(ToolkitTest, TakesTheNewestLibraryOfAFolderAndNoOtherFile) {
  file("cuda/lib64/libnvrtc.so");
  file("cuda/lib64/libnvrtc.so.12");
  file("cuda/lib64/libnvrtc.so.13.0.88");
  file("cuda/lib64/libnvrtc.alt.so.14");
  file("cuda/lib64/libnvrtc-builtins.so.15");
  const fs::path newest = file("cuda/lib64/libnvrtc.so.13");
  EXPECT_EQ(find_toolkit({{"", root_ / "cuda"}}).nvrtc, newest);
}

TEST_F(ToolkitTest, TakesTheHeadersThatBelongToTheLibrary) {
  file("headers/include/cuda_fp16.h");
  file("cuda/lib64/libnvrtc.so.13");
  file("cuda/include/cuda_fp16.h");
  const std::vector<Place> places = {{"CUDA_HOME", root_ / "headers"}, {"usual path", root_ / "cuda"}};
  EXPECT_EQ(find_toolkit(places).include, root_ / "cuda/include");
  fs::remove(root_ / "cuda/include/cuda_fp16.h");
  EXPECT_EQ(find_toolkit(places).include, root_ / "headers/include");
}

TEST_F(ToolkitTest, ReportsEveryPlaceItLookedAt) {
  const Toolkit toolkit = find_toolkit({{"CUDA_HOME", root_ / "none"}, {"Python", root_ / "neither"}});
  EXPECT_EQ(toolkit.nvrtc, "");
  EXPECT_EQ(toolkit.searched, (std::vector<std::string>{"CUDA_HOME: " + (root_ / "none").string(),
                                                        "Python: " + (root_ / "neither").string()}));
  EXPECT_TRUE(toolkit_help(toolkit).starts_with("looked at CUDA_HOME: " + (root_ / "none").string() + "; Python: "));
}

TEST_F(ToolkitTest, LooksNowhereElseWhenAFolderIsGiven) {
  ToolkitSearch search;
  search.asked = "/given";
  search.cuda_home = "/home";
  const std::vector<Place> places = toolkit_places(search);
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].root, "/given");
}

TEST_F(ToolkitTest, TriesTheEnvironmentFirstThenPythonThenTheFolderBesideTheProgram) {
  file("venv/lib/python3.11/site-packages/nvidia/cu13/lib/libnvrtc.so.13");
  file("python/bin/python3");
  file("python/lib/python3.12/site-packages/nvidia/__init__.py");
  file("python/lib/python3.12/dist-packages/other");
  file("toolkit/bin/nvcc");
  const std::string path = "/none:" + (root_ / "python/bin").string() + ":" + (root_ / "toolkit/bin").string();
  const auto places = own_places({"", (root_ / "a").string(), (root_ / "b").string(), (root_ / "venv").string(), path,
                                  "", root_ / "build/release/semcheck"});
  std::vector<std::string> roots;
  roots.reserve(places.size());
  for (const Place& place : places) roots.push_back(place.origin + " " + fs::relative(place.root, root_).string());
  EXPECT_EQ(roots,
            (std::vector<std::string>{
                "CUDA_HOME a", "CUDA_PATH b", "nvcc on PATH toolkit", "VIRTUAL_ENV venv/lib/python3.11/site-packages",
                "Python on PATH python/lib/python3.12/site-packages", "beside the program build/release/cuda",
                "beside the program build/cuda", "beside the program build/share/semcheck/cuda"}));
}

}  // namespace
}  // namespace semcheck
