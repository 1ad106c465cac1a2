#include "device/sass/disassembler.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "core/run/environment_error.h"
#include "device/code/text.h"
#include "device/toolkit/child_process.h"
#include "device/toolkit/temporary_folder.h"
#include "device/toolkit/toolkit.h"

namespace semcheck::sass {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kTimeout{60};
constexpr std::string_view kHelp =
    "install nvdisasm of CUDA 13 or newer: with the CUDA Toolkit, or the Python package nvidia-cuda-nvdisasm";

bool is_nvdisasm(const fs::path& program) {
  return program.filename().string().starts_with("nvdisasm");
}

Disassembly failed(std::string error) {
  return {{}, std::move(error), std::string(kHelp)};
}

/// What a program said of its failure: the first line that is not empty.
std::string first_line(std::string_view said) {
  said = code::trim(said);
  return std::string(said.substr(0, said.find('\n')));
}

Disassembly run(const fs::path& program, const fs::path& file) {
  const std::string option = is_nvdisasm(program) ? "-c" : "-sass";
  const ChildResult result = run_child({program.string(), option, file.string()}, kTimeout);
  const std::string name = program.filename().string();
  if (!result.failure.empty()) return failed(fmt::format("{} failed: {}", name, result.failure));
  if (result.exit_code != 0)
    return failed(fmt::format("{} cannot read this machine code: {}", name,
                              first_line(result.err.empty() ? result.out : result.err)));
  Disassembly disassembly{read_sass(result.out), "", ""};
  if (disassembly.functions.empty()) return failed(fmt::format("{} found no functions in this machine code", name));
  return disassembly;
}

void add(std::vector<fs::path>& programs, const fs::path& program) {
  if (!program.empty() && std::ranges::find(programs, program) == programs.end()) programs.push_back(program);
}

}  // namespace

Disassembly disassemble(const fs::path& program, std::string_view cubin) {
  try {
    const TemporaryFolder folder;
    const std::string file = folder.file("kernels.cubin");
    std::ofstream out(file, std::ios::binary);
    out.write(cubin.data(), static_cast<std::streamsize>(cubin.size()));
    out.close();
    return out ? run(program, file) : failed("cannot write " + file);
  } catch (const EnvironmentError& error) {
    return {{}, error.what(), error.help()};
  }
}

std::shared_ptr<const Disassembly> Disassembler::read(const std::shared_ptr<const Image>& image) {
  return known_.get(image,
                    [&](const Image& code) { return std::make_shared<const Disassembly>(disassembly_of(code)); });
}

Disassembly Disassembler::disassembly_of(const Image& image) const {
  Disassembly disassembly = failed("neither nvdisasm nor cuobjdump was found");
  for (std::size_t i = 0; i < programs_.size() && !disassembly.error.empty(); ++i) {
    Disassembly attempt = disassemble(programs_[i], image.bytes);
    // The first program's failure tells most: it is the one that was wanted.
    if (i == 0 || attempt.error.empty()) disassembly = std::move(attempt);
  }
  return disassembly;
}

std::vector<fs::path> find_disassemblers(const std::vector<fs::path>& asked) {
  std::vector<Toolkit> toolkits;
  toolkits.reserve(asked.size() + 1);
  for (const fs::path& folder : asked)
    toolkits.push_back(find_toolkit(toolkit_places(toolkit_search(folder.string()))));
  toolkits.push_back(find_toolkit(toolkit_places(toolkit_search(""))));
  std::vector<fs::path> programs;
  for (const Toolkit& toolkit : toolkits) add(programs, toolkit.nvdisasm);
  for (const Toolkit& toolkit : toolkits) add(programs, toolkit.cuobjdump);
  return programs;
}

}  // namespace semcheck::sass
