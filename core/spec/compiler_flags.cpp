#include "core/spec/compiler_flags.h"

#include <algorithm>

namespace semcheck {
namespace {

constexpr std::string_view kSpaces = " \t";

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(kSpaces) - first + 1));
}

const CompilerFlagRow* find_flag(std::string_view spelling) {
  for (const CompilerFlagRow& row : kCompilerFlags)
    if (spelling == row.long_form || spelling == row.short_form) return &row;
  return nullptr;
}

/// The words of options for ptxas, between commas (nvcc) or spaces.
std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view separators = ", \t";
  std::vector<std::string_view> words;
  for (std::size_t start = text.find_first_not_of(separators); start != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, start), text.size());
    words.push_back(text.substr(start, end - start));
    start = text.find_first_not_of(separators, end);
  }
  return words;
}

/// The level of `-O1`, `-opt-level=1` or `--opt-level` and `1`, in its first and second word; nothing for other words.
std::optional<unsigned> level_of(std::string_view word, std::string_view next) {
  for (std::string_view spelling : {"--opt-level", "-opt-level", "-O"}) {
    if (!word.starts_with(spelling)) continue;
    word.remove_prefix(spelling.size());
    if (word.starts_with('=')) word.remove_prefix(1);
    if (word.empty()) word = next;
    if (word.size() == 1 && word[0] >= '0' && word[0] <= '9') return static_cast<unsigned>(word[0] - '0');
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::vector<StatedFlag> stated_flags(std::span<const std::string> options) {
  std::vector<StatedFlag> stated;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string_view option = options[i];
    const std::size_t equals = option.find('=');
    const CompilerFlagRow* row = find_flag(trimmed(option.substr(0, equals)));
    if (row == nullptr) continue;
    std::string value = "true";
    std::string written(option);
    if (equals != std::string_view::npos) {
      value = trimmed(option.substr(equals + 1));
    } else if (row->takes_value && i + 1 < options.size()) {
      value = trimmed(options[++i]);
      written += ' ' + value;
    }
    stated.push_back({row->flag, value, written});
  }
  return stated;
}

std::optional<StatedFlag> last_stated(std::span<const StatedFlag> stated, CompilerFlag flag) {
  const auto last =
      std::find_if(stated.rbegin(), stated.rend(), [=](const StatedFlag& other) { return other.flag == flag; });
  if (last == stated.rend()) return std::nullopt;
  return *last;
}

std::optional<StatedLevel> stated_ptxas_level(std::span<const StatedFlag> stated) {
  std::optional<StatedLevel> last;
  for (const StatedFlag& flag : stated) {
    if (flag.flag != CompilerFlag::ptxas_options) continue;
    const std::vector<std::string_view> words = words_of(flag.value);
    for (std::size_t w = 0; w < words.size(); ++w)
      if (const auto level = level_of(words[w], w + 1 < words.size() ? words[w + 1] : ""))
        last = StatedLevel{*level, flag.option};
  }
  return last;
}

bool is_unoptimised(std::span<const StatedFlag> stated) {
  const auto dopt = last_stated(stated, CompilerFlag::dopt);
  return last_stated(stated, CompilerFlag::device_debug) && !(dopt && dopt->value == "on");
}

}  // namespace semcheck
