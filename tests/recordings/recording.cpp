#include "tests/recordings/recording.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "core/run/plan.h"

namespace semcheck {
namespace {

const std::filesystem::path kSource = SEMCHECK_SOURCE_DIR;

std::size_t add_results(Recording& recording, std::vector<Bits> results) {
  const auto found = std::find(recording.results.begin(), recording.results.end(), results);
  if (found != recording.results.end()) return static_cast<std::size_t>(found - recording.results.begin());
  recording.results.push_back(std::move(results));
  return recording.results.size() - 1;
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

/// Records the kernels of one build.
class Recorder {
 public:
  Recorder(Recording& recording, const Spec& spec, const Build& build, Device& device)
      : recording_(recording), spec_(spec), build_(build), device_(device) {}

  void record(Supply supply, const std::vector<Feed>& feeds, const std::vector<Cases>& cases) {
    std::vector<const Variant*> variants;
    for (const Variant& variant : spec_.variants) variants.push_back(&variant);
    const std::vector<Kernel> kernels =
        device_.compile({spec_, build_, arch_of(build_, device_.info()), variants, feeds});
    std::vector<RecordedKernel> recorded;
    std::vector<std::vector<Bits>> results;
    for (std::size_t f = 0; f < feeds.size(); ++f) {
      std::vector<Kernel> fed;
      for (const Kernel& kernel : kernels)
        if (kernel.feed == feeds[f]) fed.push_back(kernel);
      const std::vector<Execution> executions =
          device_.execute(fed, spec_.operation, cases[f], std::chrono::milliseconds{10000});
      for (std::size_t k = 0; k < fed.size(); ++k) {
        if (f == 0) {
          recorded.push_back(
              {fed[k].variant->name, build_.name, std::string(name(fed[k].path)), std::string(name(supply))});
          results.emplace_back();
        }
        if (recorded[k].error.empty()) recorded[k].error = fed[k].error + executions[k].error;
        results[k].insert(results[k].end(), executions[k].results.begin(), executions[k].results.end());
      }
    }
    for (std::size_t k = 0; k < recorded.size(); ++k) {
      if (recorded[k].error.empty()) recorded[k].results = add_results(recording_, std::move(results[k]));
      recording_.kernels.push_back(std::move(recorded[k]));
    }
  }

 private:
  Recording& recording_;
  const Spec& spec_;
  const Build& build_;
  Device& device_;
};

std::string kernel_line(const RecordedKernel& kernel) {
  const bool array = kernel.supply == name(Supply::array);
  const std::string which = fmt::format("{} {} {}{}{}", kernel.variant, kernel.build, kernel.path, array ? "" : " ",
                                        array ? "" : kernel.supply);
  const std::string error = kernel.error.substr(0, kernel.error.find('\n'));
  if (array)
    return error.empty() ? fmt::format("kernel {} {}\n", which, kernel.results)
                         : fmt::format("failed {} {}\n", which, error);
  return error.empty() ? fmt::format("supplied {} {}\n", which, kernel.results)
                       : fmt::format("failed_supply {} {}\n", which, error);
}

/// The line of a kernel, or nothing for another line.
std::optional<RecordedKernel> read_kernel(const std::string& key, std::istringstream& words) {
  const bool supplied = key == "supplied" || key == "failed_supply";
  const bool failed = key == "failed" || key == "failed_supply";
  if (key != "kernel" && !supplied && !failed) return std::nullopt;
  RecordedKernel kernel;
  words >> kernel.variant >> kernel.build >> kernel.path;
  if (supplied) words >> kernel.supply;
  if (failed)
    std::getline(words >> std::ws, kernel.error);
  else
    words >> kernel.results;
  return kernel;
}

}  // namespace

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

Cases special_cases(const Spec& spec) {
  Inputs inputs = spec.inputs;
  inputs.random.count = 0;
  return make_cases(spec.operation, inputs);
}

Workload special_work(const Spec& spec) {
  Spec special = spec;
  special.inputs.random.count = 0;
  return make_workload(special, {});
}

const Cases& cases_of(const Workload& work, std::string_view supply) {
  for (const SupplyWork& other : work.supplies)
    if (name(other.supply) == supply) return other.cases;
  return work.cases;
}

Recording record(const Spec& spec, Device& device) {
  const DeviceInfo& info = device.info();
  const Workload work = special_work(spec);
  Recording recording;
  recording.device = fmt::format("{}, driver {}, NVRTC {}, {}", info.name, info.driver, info.nvrtc, info.arch);
  recording.spec = spec.operation.name;
  recording.cases.push_back({"array", work.cases.size(), digest(work.cases)});
  for (const SupplyWork& supply : work.supplies)
    recording.cases.push_back({std::string(name(supply.supply)), supply.cases.size(), digest(supply.cases)});
  for (const Build& build : spec.builds) {
    Recorder recorder(recording, spec, build, device);
    recorder.record(Supply::array, {Feed{}}, {work.cases});
    for (const SupplyWork& supply : work.supplies) recorder.record(supply.supply, supply.feeds, supply.by_feed);
  }
  return recording;
}

void write(const Recording& recording, Dtype dtype, const std::filesystem::path& file) {
  const RecordedCases& array = recording.cases.front();
  std::string text = fmt::format("device {}\nspec {}\ncases {}\noperands {}\n", recording.device, recording.spec,
                                 array.count, array.operands);
  for (const RecordedCases& cases : recording.cases)
    if (cases.supply != array.supply)
      text += fmt::format("supply {} {} {}\n", cases.supply, cases.count, cases.operands);
  for (const RecordedKernel& kernel : recording.kernels) text += kernel_line(kernel);
  for (const std::vector<Bits>& results : recording.results) {
    text += "results ";
    for (const Bits bits : results) text += fmt::format("{:0{}x}", bits, digits_of(dtype));
    text += '\n';
  }
  write_gzip(file, text);
}

Recording read(const std::filesystem::path& file, Dtype dtype) {
  Recording recording;
  recording.cases.push_back({"array", 0, ""});
  std::istringstream lines(read_gzip(file));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    const std::string key = line.substr(0, space);
    const std::string rest = line.substr(space + 1);
    std::istringstream words(rest);
    if (key == "device") recording.device = rest;
    if (key == "spec") recording.spec = rest;
    if (key == "cases") words >> recording.cases.front().count;
    if (key == "operands") recording.cases.front().operands = rest;
    if (key == "results") recording.results.push_back(parse_digits(rest, digits_of(dtype)));
    if (key == "supply") {
      RecordedCases& cases = recording.cases.emplace_back();
      words >> cases.supply >> cases.count >> cases.operands;
    }
    if (auto kernel = read_kernel(key, words)) recording.kernels.push_back(std::move(*kernel));
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
  const auto add = [&hash](std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) hash = (hash ^ ((number >> shift) & 0xff)) * 0x100000001b3;
  };
  for (const std::vector<Bits>& operand : cases.operands)
    for (const Bits bits : operand) add(bits);
  for (const std::size_t start : cases.starts) add(start);
  return fmt::format("{:016x}", hash);
}

}  // namespace semcheck
