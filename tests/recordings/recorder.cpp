/// Records what a real GPU returns for every special case of the shipped specs:
///
///   recorder FOLDER [SPEC…]
///
/// Writes FOLDER/<spec>.gz for each of them and prints a line a spec.

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string_view>

#include "device/devices.h"
#include "tests/recordings/recording.h"

int main(int argc, char** argv) try {
  using namespace semcheck;
  if (argc > 1 && std::string_view(argv[1]) == "__worker") return worker_main(argc, argv);
  if (argc < 2) {
    fmt::print(stderr, "usage: recorder FOLDER [SPEC…]\n");
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::vector<std::string> names(argv + 2, argv + argc);
  if (names.empty()) names = shipped_specs();
  std::filesystem::create_directories(folder);
  const std::unique_ptr<Device> device = open_device({.name = "cuda"});
  for (const std::string& spec_name : names) {
    const Spec spec = load_shipped_spec(spec_name);
    const Recording recording = record(spec, *device);
    write(recording, spec.operation.result, folder / (spec_name + ".gz"));
    fmt::print("{}: {} kernels, {} different sets of results\n", spec_name, recording.kernels.size(),
               recording.results.size());
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "recorder: {}\n", error.what());
  return 1;
}
