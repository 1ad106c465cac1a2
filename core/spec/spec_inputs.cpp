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
constexpr std::array<std::string_view, 7> kInputKeys = {"matrices",   "random",     "supplies", "sizes",
                                                        "exhaustive", "structured", "sweep"};
constexpr std::size_t kMostSizes = 256;
constexpr std::int64_t kLongestRow = 1 << 20;
/// Around warps, blocks and powers of two.
constexpr std::array<std::uint32_t, 18> kDefaultSizes = {0,  1,  2,  3,   4,   5,   31,  32,  33,
                                                         63, 64, 65, 127, 128, 255, 256, 257, 1025};
constexpr std::array<std::string_view, 2> kRandomKeys = {"count", "seed"};
constexpr std::array<std::string_view, 2> kDefaultMatrices = {"special", "boundaries"};
constexpr Random kDefaultRandom = {65536, 1};
constexpr Random kDefaultRandomRows = {256, 1};

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

Random read_random(const TomlReader& reader, const toml::table* inputs, const Operation* operation) {
  const bool rows = operation != nullptr && is_row_operation(operation->kind);
  Random random = rows ? kDefaultRandomRows : kDefaultRandom;
  const toml::table* table = inputs == nullptr ? nullptr : read_table(reader, *inputs, "random");
  if (table == nullptr) return random;
  check_keys(reader, *table, "`random`", kRandomKeys);
  if (const auto count = read_integer(reader, *table, "count", 0, kMostRandomCases))
    random.count = static_cast<std::uint64_t>(*count);
  if (const auto seed = read_integer(reader, *table, "seed", 0, std::numeric_limits<std::int64_t>::max()))
    random.seed = static_cast<std::uint64_t>(*seed);
  return random;
}

std::vector<Supply> read_supplies(const TomlReader& reader, const toml::table* inputs, const Operation* operation) {
  std::vector<Supply> supplies = {Supply::array};
  if (inputs == nullptr || !inputs->contains("supplies")) return supplies;
  if (operation != nullptr && is_row_operation(operation->kind))
    reader.report(key_span(*inputs, "supplies"), fmt::format("`supplies` does not apply to {}", name(operation->kind)));
  const auto words = read_strings(reader, *inputs, "supplies", kNameLimit, kSupplies.size());
  for (const Text& word : words.value_or(std::vector<Text>())) {
    const auto supply = find_supply(word.value);
    if (!supply)
      reader.report(word.span, fmt::format("unknown supply \"{}\"", displayed(word.value)),
                    suggest(word.value, names_of(kSupplies)));
    else if (std::find(supplies.begin(), supplies.end(), *supply) == supplies.end())
      supplies.push_back(*supply);
  }
  return supplies;
}

/// The greatest number of elements whose indices fit in the result of an index reduction.
std::int64_t longest_row(const Operation& operation) {
  const Format& f = format(operation.result);
  if (row(operation.kind).result != ResultType::index || f.width > 16) return kLongestRow;
  return std::int64_t{1} << (f.kind == NumberKind::signed_integer ? f.width - 1 : f.width);
}

void check_size(const TomlReader& reader, const Operation& operation, std::int64_t size, const Span& span) {
  if (size <= longest_row(operation)) return;
  reader.report(span, fmt::format("{} is too small for the indices of a row of {}", name(operation.result), size),
                fmt::format("rows have at most {} elements, or `result` is a wider integer", longest_row(operation)));
}

std::vector<std::uint32_t> read_sizes(const TomlReader& reader, const toml::table* inputs, const Operation& operation) {
  std::vector<std::uint32_t> sizes;
  const toml::node* node = inputs == nullptr ? nullptr : inputs->get("sizes");
  if (!is_row_operation(operation.kind)) {
    if (node != nullptr)
      reader.report(key_span(*inputs, "sizes"), fmt::format("`sizes` does not apply to {}", name(operation.kind)));
    return sizes;
  }
  if (node == nullptr) {
    for (std::uint32_t size : kDefaultSizes)
      if (size <= longest_row(operation)) sizes.push_back(size);
    return sizes;
  }
  for (const Integer& size : read_integers(reader, *inputs, "sizes", 0, kLongestRow, kMostSizes)) {
    check_size(reader, operation, size.value, size.span);
    sizes.push_back(static_cast<std::uint32_t>(size.value));
  }
  return sizes;
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
  inputs.random = read_random(reader, table, operation);
  inputs.supplies = read_supplies(reader, table, operation);
  inputs.sweeps = read_sweeps(reader, table, operation);
  if (operation != nullptr) inputs.sizes = read_sizes(reader, table, *operation);
  if (names.empty() && inputs.random.count == 0)
    reader.report(table == nullptr ? Span{} : span_of(*table), "no inputs: no matrix and no random cases");
  return inputs;
}

}  // namespace semcheck
