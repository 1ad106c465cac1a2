#include "device/toolkit/nvrtc.h"

#include <nvrtc.h>

#include <cstdlib>
#include <string_view>
#include <utility>

#include "core/run/environment_error.h"
#include "device/toolkit/library.h"

namespace semcheck {

struct Nvrtc::Functions {
  decltype(nvrtcVersion)* version = nullptr;
  decltype(nvrtcGetNumSupportedArchs)* count_architectures = nullptr;
  decltype(nvrtcGetSupportedArchs)* architectures = nullptr;
  decltype(nvrtcGetErrorString)* error_string = nullptr;
  decltype(nvrtcCreateProgram)* create = nullptr;
  decltype(nvrtcDestroyProgram)* destroy = nullptr;
  decltype(nvrtcCompileProgram)* compile = nullptr;
  decltype(nvrtcGetProgramLogSize)* log_size = nullptr;
  decltype(nvrtcGetProgramLog)* log = nullptr;
  decltype(nvrtcGetPTXSize)* ptx_size = nullptr;
  decltype(nvrtcGetPTX)* ptx = nullptr;
  decltype(nvrtcGetCUBINSize)* cubin_size = nullptr;
  decltype(nvrtcGetCUBIN)* cubin = nullptr;

  bool resolve(const Library& library) {
    return library.resolve("nvrtcVersion", version) &&
           library.resolve("nvrtcGetNumSupportedArchs", count_architectures) &&
           library.resolve("nvrtcGetSupportedArchs", architectures) &&
           library.resolve("nvrtcGetErrorString", error_string) && library.resolve("nvrtcCreateProgram", create) &&
           library.resolve("nvrtcDestroyProgram", destroy) && library.resolve("nvrtcCompileProgram", compile) &&
           library.resolve("nvrtcGetProgramLogSize", log_size) && library.resolve("nvrtcGetProgramLog", log) &&
           library.resolve("nvrtcGetPTXSize", ptx_size) && library.resolve("nvrtcGetPTX", ptx) &&
           library.resolve("nvrtcGetCUBINSize", cubin_size) && library.resolve("nvrtcGetCUBIN", cubin);
  }
};

namespace {

constexpr std::pair kOldest = {12, 4};
constexpr const char* kInstall = "install a CUDA Toolkit (12.4 or newer), or name one with --toolkit DIR";

Library open_library(const std::filesystem::path& path) {
  std::string reason;
  auto library = Library::open(path.string(), reason);
  if (!library) throw EnvironmentError("NVRTC cannot be loaded: " + reason, kInstall);
  return *library;
}

/// Loads the library that NVRTC asks for by its name alone when it first compiles, from beside it: the name is not
/// found everywhere (a sanitizer's dlopen does not look there).
void load_builtins(const std::filesystem::path& nvrtc, const std::string& version) {
  std::string error;
  Library::open((nvrtc.parent_path() / ("libnvrtc-builtins.so." + version)).string(), error);
}

/// A text that NVRTC hands out in two calls: its size with a terminating zero, then its bytes.
template <class Size, class Get>
std::string text_of(nvrtcProgram program, Size* size_of, Get* get) {
  std::size_t size = 0;
  if (size_of(program, &size) != NVRTC_SUCCESS || size == 0) return {};
  std::string text(size, '\0');
  if (get(program, text.data()) != NVRTC_SUCCESS) return {};
  return text;
}

std::string without_trailing(std::string text, std::string_view characters) {
  text.erase(text.find_last_not_of(characters) + 1);
  return text;
}

std::string_view without_prefix(std::string_view log) {
  constexpr std::string_view prefix = "nvrtc: error: ";
  return log.starts_with(prefix) ? log.substr(prefix.size()) : log;
}

}  // namespace

Nvrtc::Nvrtc(const std::filesystem::path& library_path) {
  // Where there is a driver, NVRTC keeps machine code in the driver's cache and, as seen with NVRTC 13.0, finds what
  // the same source gave under other options: a cubin for --use_fast_math that does not flush.
  setenv("CUDA_CACHE_DISABLE", "1", 1);
  const Library library = open_library(library_path);
  Functions functions;
  if (!functions.resolve(library))
    throw EnvironmentError(library_path.string() + " lacks functions of NVRTC 12.4", kInstall);
  int major = 0, minor = 0;
  functions.version(&major, &minor);
  version_ = std::to_string(major) + "." + std::to_string(minor);
  if (std::pair(major, minor) < kOldest)
    throw EnvironmentError("NVRTC " + version_ + " (" + library_path.string() + ") is older than 12.4", kInstall);
  int count = 0;
  if (functions.count_architectures(&count) == NVRTC_SUCCESS && count > 0) {
    architectures_.resize(static_cast<std::size_t>(count));
    functions.architectures(architectures_.data());
  }
  path_ = library.path();
  functions_ = std::make_unique<const Functions>(functions);
  load_builtins(path_, version_);
}

Nvrtc::~Nvrtc() = default;
Nvrtc::Nvrtc(Nvrtc&&) noexcept = default;

Compilation Nvrtc::compile(const std::string& source, const std::string& name, const std::vector<std::string>& options,
                           std::span<const HeaderText> headers) const {
  Compilation result;
  nvrtcProgram program = nullptr;
  std::vector<const char*> texts, names;
  for (const HeaderText& header : headers) {
    texts.push_back(header.text);
    names.push_back(header.name);
  }
  nvrtcResult status = functions_->create(&program, source.c_str(), name.c_str(), static_cast<int>(headers.size()),
                                          texts.data(), names.data());
  if (status == NVRTC_SUCCESS) {
    std::vector<const char*> arguments;
    arguments.reserve(options.size());
    for (const std::string& option : options) arguments.push_back(option.c_str());
    status = functions_->compile(program, static_cast<int>(arguments.size()), arguments.data());
    result.log = without_trailing(text_of(program, functions_->log_size, functions_->log), std::string_view("\0\n", 2));
  }
  result.succeeded = status == NVRTC_SUCCESS;
  if (result.succeeded) {
    result.ptx = without_trailing(text_of(program, functions_->ptx_size, functions_->ptx), std::string_view("\0", 1));
    result.cubin = text_of(program, functions_->cubin_size, functions_->cubin);
  } else if (result.log.empty()) {
    result.log = functions_->error_string(status);
  }
  if (status == NVRTC_ERROR_INVALID_OPTION)
    result.refusal = "rejects the options of this build: " + std::string(without_prefix(result.log));
  if (program) functions_->destroy(&program);
  return result;
}

}  // namespace semcheck
