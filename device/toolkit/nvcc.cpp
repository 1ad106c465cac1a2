#include "device/toolkit/nvcc.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "core/run/environment_error.h"
#include "device/toolkit/child_process.h"
#include "device/toolkit/temporary_folder.h"

namespace semcheck {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kPatience{120};
constexpr std::string_view kFatal = "nvcc fatal   : ";
// What nvcc says behind the host compiler's own trouble.
constexpr std::string_view kNoHostCompiler = "Failed to preprocess host compiler properties";

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw EnvironmentError("cannot write " + path, "set TMPDIR to a folder with room");
}

std::string without_line_end(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  return text;
}

void add_words(const char* variable, std::vector<std::string>& words) {
  const char* text = std::getenv(variable);
  std::istringstream stream(text ? text : "");
  for (std::string word; stream >> word;) words.push_back(word);
}

/// What nvcc said; or how it ended, where it ended without a word.
std::string log_of(const ChildResult& result) {
  if (!result.failure.empty()) return "nvcc did not compile: " + result.failure;
  std::string said = without_line_end(result.err);
  if (!said.empty() || result.exit_code == 0) return said;
  return fmt::format("nvcc did not compile: it ended with exit code {} and said nothing", result.exit_code);
}

/// Why nvcc did not read the program, or "". That it was killed, or not done in time, may be the program's fault.
std::string refusal_of(const ChildResult& result) {
  const std::size_t fatal = result.err.find(kFatal);
  if (fatal == std::string::npos) return "";
  const std::string message = without_line_end(result.err.substr(fatal + kFatal.size()));
  if (!message.starts_with(kNoHostCompiler)) return "rejects the options of this build: " + message;
  return fmt::format("finds no host compiler: {} (install g++, or name one in the build's options: -ccbin=PATH)",
                     without_line_end(result.err.substr(0, fatal)));
}

}  // namespace

Nvcc open_nvcc(const fs::path& path) {
  if (path.empty()) return {};
  constexpr std::string_view mark = ", V";
  const std::string said = run_child({path.string(), "--version"}, kPatience).out;
  const std::size_t at = said.find(mark);
  if (at == std::string::npos) return {};
  const std::size_t first = at + mark.size();
  return {path, said.substr(first, said.find_first_not_of("0123456789.", first) - first)};
}

std::vector<std::string> with_environment(const std::vector<std::string>& options) {
  std::vector<std::string> all;
  add_words("NVCC_PREPEND_FLAGS", all);
  all.insert(all.end(), options.begin(), options.end());
  add_words("NVCC_APPEND_FLAGS", all);
  return all;
}

Compilation compile(const Nvcc& nvcc, const std::string& source, const std::vector<std::string>& options,
                    bool machine_code) {
  const TemporaryFolder folder;
  const std::string input = folder.file("semcheck.cu"), ptx = folder.file("semcheck.ptx");
  const std::string cubin = folder.file("semcheck.cubin");
  write_file(input, source);
  std::vector<std::string> command{nvcc.path.string()};
  command.insert(command.end(), options.begin(), options.end());
  const std::vector<std::string> ends =
      machine_code ? std::vector<std::string>{"-cubin", "--keep", "--keep-dir", folder.path(), "-o", cubin, input}
                   : std::vector<std::string>{"-ptx", "-o", ptx, input};
  command.insert(command.end(), ends.begin(), ends.end());
  const ChildResult child = run_child(command, kPatience);
  Compilation result;
  result.log = log_of(child);
  if (child.exit_code != 0) {
    result.refusal = refusal_of(child);
    return result;
  }
  result.ptx = read_file(ptx);
  if (machine_code) result.cubin = read_file(cubin);
  const char* missing = result.ptx.empty() ? "PTX" : machine_code && result.cubin.empty() ? "machine code" : nullptr;
  if (missing) result.log = fmt::format("nvcc left no {}\n{}", missing, result.log);
  result.log = without_line_end(std::move(result.log));
  result.succeeded = !missing;
  return result;
}

}  // namespace semcheck
