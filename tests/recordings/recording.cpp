#include "tests/recordings/recording.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <stdexcept>

namespace semcheck {
namespace {

const std::filesystem::path kSource = SEMCHECK_SOURCE_DIR;

std::size_t add_results(Recording& recording, std::vector<Bits> results) {
  const auto found = std::find(recording.results.begin(), recording.results.end(), results);
  if (found != recording.results.end()) return static_cast<std::size_t>(found - recording.results.begin());
  recording.results.push_back(std::move(results));
  return recording.results.size() - 1;
}

std::string read_gzip(const std::filesystem::path& file) {
  gzFile stream = gzopen(file.c_str(), "rb");
  if (!stream) throw std::runtime_error("cannot open " + file.string());
  std::string text;
  std::array<char, 1 << 16> buffer{};
  for (int n = 0; (n = gzread(stream, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(n));
  gzclose(stream);
  return text;
}

void write_gzip(const std::filesystem::path& file, const std::string& text) {
  gzFile stream = gzopen(file.c_str(), "wb9");
  if (!stream || gzwrite(stream, text.data(), static_cast<unsigned>(text.size())) == 0 || gzclose(stream) != Z_OK)
    throw std::runtime_error("cannot write " + file.string());
}

std::vector<Bits> parse_digits(std::string_view digits, std::size_t width) {
  std::vector<Bits> results;
  for (std::size_t at = 0; at + width <= digits.size(); at += width) {
    Bits bits = 0;
    std::from_chars(digits.data() + at, digits.data() + at + width, bits, 16);
    results.push_back(bits);
  }
  return results;
}

std::size_t digits_of(Dtype dtype) {
  return static_cast<std::size_t>(format(dtype).width) / 4;
}

}  // namespace

Cases special_cases(const Spec& spec) {
  Inputs inputs = spec.inputs;
  inputs.random.count = 0;
  return make_cases(spec.operation, inputs);
}

Recording record(const Spec& spec, Device& device) {
  const DeviceInfo& info = device.info();
  const Cases cases = special_cases(spec);
  Recording recording;
  recording.device = fmt::format("{}, driver {}, NVRTC {}, {}", info.name, info.driver, info.nvrtc, info.arch);
  recording.spec = spec.operation.name;
  recording.cases = cases.size();
  recording.operands = digest(cases);
  for (const Build& build : spec.builds) {
    std::vector<const Variant*> variants;
    for (const Variant& variant : spec.variants) variants.push_back(&variant);
    const std::vector<Kernel> kernels =
        device.compile({spec, build, build.arch.empty() ? info.arch : build.arch, variants});
    std::vector<Execution> executions =
        device.execute(kernels, spec.operation, cases, std::chrono::milliseconds{10000});
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      RecordedKernel kernel{kernels[k].variant->name, build.name, std::string(name(kernels[k].path)),
                            kernels[k].error + executions[k].error, 0};
      if (kernel.error.empty()) kernel.results = add_results(recording, std::move(executions[k].results));
      recording.kernels.push_back(std::move(kernel));
    }
  }
  return recording;
}

void write(const Recording& recording, Dtype dtype, const std::filesystem::path& file) {
  std::string text = fmt::format("device {}\nspec {}\ncases {}\noperands {}\n", recording.device, recording.spec,
                                 recording.cases, recording.operands);
  for (const RecordedKernel& kernel : recording.kernels)
    text += kernel.error.empty()
                ? fmt::format("kernel {} {} {} {}\n", kernel.variant, kernel.build, kernel.path, kernel.results)
                : fmt::format("failed {} {} {} {}\n", kernel.variant, kernel.build, kernel.path,
                              kernel.error.substr(0, kernel.error.find('\n')));
  for (const std::vector<Bits>& results : recording.results) {
    text += "results ";
    for (const Bits bits : results) text += fmt::format("{:0{}x}", bits, digits_of(dtype));
    text += '\n';
  }
  write_gzip(file, text);
}

Recording read(const std::filesystem::path& file, Dtype dtype) {
  Recording recording;
  std::istringstream lines(read_gzip(file));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    const std::string key = line.substr(0, space);
    const std::string rest = line.substr(space + 1);
    std::istringstream words(rest);
    if (key == "device") recording.device = rest;
    if (key == "spec") recording.spec = rest;
    if (key == "cases") words >> recording.cases;
    if (key == "operands") recording.operands = rest;
    if (key == "results") recording.results.push_back(parse_digits(rest, digits_of(dtype)));
    if (key != "kernel" && key != "failed") continue;
    RecordedKernel& kernel = recording.kernels.emplace_back();
    words >> kernel.variant >> kernel.build >> kernel.path;
    if (key == "kernel") words >> kernel.results;
    if (key == "failed") std::getline(words >> std::ws, kernel.error);
  }
  return recording;
}

Spec load_shipped_spec(const std::string& name) {
  const SearchPath search{kSource};
  std::vector<Diagnostic> diagnostics;
  const std::vector<Profile> profiles = load_profiles(search, diagnostics);
  const auto file = read_text_file(kSource / "specs" / (name + ".toml"), diagnostics);
  std::optional<Spec> spec = file ? parse_spec(*file, search, profiles, diagnostics) : std::nullopt;
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += render(diagnostic, file ? file->text : "");
  if (!spec) throw std::runtime_error(text);
  return std::move(*spec);
}

std::vector<std::string> shipped_specs() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kSource / "specs"))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string digest(const Cases& cases) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::vector<Bits>& operand : cases.operands)
    for (const Bits bits : operand)
      for (int shift = 0; shift < 64; shift += 8) hash = (hash ^ ((bits >> shift) & 0xff)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

}  // namespace semcheck
