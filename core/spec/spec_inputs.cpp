#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>

#include "core/spec/characters.h"
#include "core/spec/spec_parts.h"

namespace semcheck {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostMatrices = 16;
constexpr std::int64_t kMostRandomCases = 1 << 24;
constexpr std::array<std::string_view, 2> kInputKeys = {"matrices", "random"};
constexpr std::array<std::string_view, 2> kRandomKeys = {"count", "seed"};
constexpr std::array<std::string_view, 2> kDefaultMatrices = {"special", "boundaries"};
constexpr Random kDefaultRandom = {65536, 1};

/// `did you mean` among the shipped matrices, or what they are called.
std::string suggest_matrix(const SpecContext& context, std::string_view name) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(context.search.shipped / "matrices", error))
    if (entry.path().extension() == ".toml") found.push_back(entry.path().stem().string());
  std::sort(found.begin(), found.end());
  return suggest(name, {found.begin(), found.end()});
}

std::optional<Matrix> load_matrix(const SpecContext& context, const Text& word, const Operation* operation) {
  const TomlReader& reader = context.reader;
  const auto path = find_file(word.value, fs::path(reader.file.path).parent_path(), "matrices", context.search);
  if (!path) {
    reader.report(word.span, fmt::format("there is no matrix \"{}\"", displayed(word.value)),
                  suggest_matrix(context, word.value));
    return std::nullopt;
  }
  const auto file = read_text_file(*path, reader.diagnostics);
  auto matrix = file ? parse_matrix(*file, reader.diagnostics) : std::nullopt;
  if (!matrix || operation == nullptr) return matrix;
  for (Dtype dtype : operation->operands)
    if (resolve(*matrix, dtype).empty()) {
      reader.report(word.span, fmt::format("matrix \"{}\" has no value of {}", displayed(word.value), name(dtype)));
      break;
    }
  return matrix;
}

std::vector<Text> read_matrix_names(const TomlReader& reader, const toml::table* table) {
  std::vector<Text> names;
  if (table == nullptr || !table->contains("matrices")) {
    for (std::string_view name : kDefaultMatrices)
      names.push_back({std::string(name), table == nullptr ? Span{} : span_of(*table)});
    return names;
  }
  constexpr TextLimit kPathLimit{4096, false};
  for (Text& text : read_strings(reader, *table, "matrices", kPathLimit, kMostMatrices).value_or(std::vector<Text>())) {
    const auto same = [&](const Text& other) { return other.value == text.value; };
    if (std::any_of(names.begin(), names.end(), same))
      reader.report(text.span, fmt::format("matrix \"{}\" is listed twice", displayed(text.value)));
    else
      names.push_back(std::move(text));
  }
  return names;
}

Random read_random(const TomlReader& reader, const toml::table* inputs) {
  Random random = kDefaultRandom;
  const toml::table* table = inputs == nullptr ? nullptr : read_table(reader, *inputs, "random");
  if (table == nullptr) return random;
  check_keys(reader, *table, "`random`", kRandomKeys);
  if (const auto count = read_integer(reader, *table, "count", 0, kMostRandomCases))
    random.count = static_cast<std::uint64_t>(*count);
  if (const auto seed = read_integer(reader, *table, "seed", 0, std::numeric_limits<std::int64_t>::max()))
    random.seed = static_cast<std::uint64_t>(*seed);
  return random;
}

}  // namespace

Inputs read_inputs(const SpecContext& context, const Operation* operation) {
  const TomlReader& reader = context.reader;
  const toml::table* table = read_table(reader, context.root, "inputs");
  if (table != nullptr) check_keys(reader, *table, "[inputs]", kInputKeys);
  Inputs inputs;
  const std::vector<Text> names = read_matrix_names(reader, table);
  for (const Text& text : names)
    if (auto matrix = load_matrix(context, text, operation)) inputs.matrices.push_back(std::move(*matrix));
  inputs.random = read_random(reader, table);
  if (names.empty() && inputs.random.count == 0)
    reader.report(span_of(*table), "no inputs: no matrix and no random cases");
  return inputs;
}

}  // namespace semcheck
