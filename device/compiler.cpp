#include "device/compiler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <future>

#include "core/run/environment_error.h"
#include "device/arch.h"
#include "device/embedded/headers.h"
#include "device/exact/headers.h"
#include "device/toolkit/library.h"

namespace semcheck {
namespace {

/// Loads what NVRTC takes for the driver (no_driver/libcuda.cpp), from beside the program or from where it is
/// installed.
void keep_driver_out(const std::filesystem::path& executable) {
  for (const char* file : {"no_driver/libcuda.so.1", "../libexec/semcheck/libcuda.so.1"}) {
    std::string error;
    if (Library::open((executable.parent_path() / file).string(), error)) return;
  }
}

std::string arch_option(const Recipe& recipe) {
  const auto arch = parse_arch(recipe.arch);
  const bool virtual_arch = recipe.front_end == FrontEnd::nvrtc && !recipe.machine_code && arch;
  return "-arch=" + (virtual_arch ? spell_compute(*arch) : recipe.arch);
}

/// The headers of the reference and of sweeps. Those of the exact types stand in for CUDA's own, which these kernels
/// need.
std::vector<HeaderText> judging_headers() {
  std::vector<HeaderText> headers;
  for (const HeaderText& header : embedded_headers()) {
    const std::string_view name = header.name;
    if (name.starts_with("core/") || name.starts_with("device/")) headers.push_back(header);
  }
  return headers;
}

Compilation compile_now(const Compiler& compiler, const Recipe& recipe) {
  std::vector<std::string> options = options_of(recipe);
  if (recipe.front_end == FrontEnd::nvcc) return compile(compiler.nvcc, recipe.source, options, recipe.machine_code);
  if (recipe.types == Types::exact) return compiler.nvrtc.compile(recipe.source, "semcheck", options, exact_headers());
  const std::vector<HeaderText> headers = recipe.judges ? judging_headers() : std::vector<HeaderText>();
  if (!compiler.include.empty()) options.insert(options.begin(), "-I" + compiler.include.string());
  return compiler.nvrtc.compile(recipe.source, "semcheck", options, headers);
}

}  // namespace

Compiler open_compiler(const std::string& asked) {
  const ToolkitSearch search = toolkit_search(asked);
  const Toolkit toolkit = find_toolkit(toolkit_places(search));
  if (toolkit.nvrtc.empty()) throw EnvironmentError("NVRTC (libnvrtc.so) was not found", toolkit_help(toolkit));
  // nvcc says its version while NVRTC is loaded.
  std::future<Nvcc> nvcc = std::async(std::launch::async, open_nvcc, toolkit.nvcc);
  keep_driver_out(search.executable);
  Compiler compiler{Nvrtc(toolkit.nvrtc), toolkit.include, toolkit_help(toolkit), nvcc.get()};
  compiler.asked = asked;
  return compiler;
}

std::vector<Compiler> open_compilers(const std::vector<std::string>& asked) {
  if (asked.empty()) return only(open_compiler(""));
  std::vector<Compiler> compilers;
  compilers.reserve(asked.size());
  for (const std::string& folder : asked) compilers.push_back(open_compiler(folder));
  return compilers;
}

std::vector<Compiler> only(Compiler compiler) {
  std::vector<Compiler> compilers;
  compilers.push_back(std::move(compiler));
  return compilers;
}

void describe_compilers(std::span<const Compiler> compilers, DeviceInfo& info) {
  for (const Compiler& compiler : compilers)
    info.toolkits.push_back(
        {compiler.nvrtc.version(), compiler.nvrtc.path().string(), compiler.nvcc.version, compiler.nvcc.path.string()});
  info.nvrtc = info.toolkits.front().nvrtc;
  info.nvrtc_path = info.toolkits.front().nvrtc_path;
}

bool is_known_arch(const Nvrtc& nvrtc, std::string_view text) {
  const auto arch = parse_arch(text);
  const std::vector<int>& known = nvrtc.architectures();
  return arch && std::find(known.begin(), known.end(), arch->number) != known.end();
}

std::string unknown_arch(const Nvrtc& nvrtc, std::string_view arch) {
  return fmt::format("NVRTC {} does not compile for {}; it knows sm_{}", nvrtc.version(), arch,
                     fmt::join(nvrtc.architectures(), ", sm_"));
}

std::string title(const Compiler& compiler, FrontEnd front_end) {
  return fmt::format("{} {}", row(front_end).title,
                     front_end == FrontEnd::nvcc ? compiler.nvcc.version : compiler.nvrtc.version());
}

std::vector<std::string> options_of(const Recipe& recipe) {
  std::vector<std::string> options{recipe.types == Types::exact || recipe.judges ? "-std=c++20" : "-std=c++17"};
  if (recipe.front_end == FrontEnd::nvrtc) options.emplace_back("-default-device");
  options.insert(options.end(), recipe.options.begin(), recipe.options.end());
  if (recipe.machine_code && recipe.ptxas_level)
    options.push_back(fmt::format("--ptxas-options=-O{}", *recipe.ptxas_level));
  options.push_back(arch_option(recipe));
  return options;
}

CompilationMemo::Made compile(const Compiler& compiler, const Recipe& recipe) {
  return compiler.memo->get(recipe, [&](const Recipe& asked) { return compile_now(compiler, asked); });
}

}  // namespace semcheck
