#include "core/spec/case_count.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>

#include "core/spec/characters.h"

namespace semcheck {
namespace {

struct Suffix {
  std::string_view name;
  std::uint64_t factor;
};
constexpr std::array<Suffix, 5> kSuffixes = {
    {{"", 1}, {"k", 1'000}, {"M", 1'000'000}, {"G", 1'000'000'000}, {"T", 1'000'000'000'000}}};

std::optional<std::uint64_t> factor_of(std::string_view suffix) {
  for (const Suffix& s : kSuffixes)
    if (s.name == suffix) return s.factor;
  return std::nullopt;
}

}  // namespace

CaseCount parse_case_count(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto factor = factor_of(text.substr(static_cast<std::size_t>(end - text.data())));
  const bool is_number = end != text.data() && factor.has_value();
  if (!is_number)
    return {0, fmt::format("\"{}\" is not a number of cases", displayed(text)),
            "write a whole number, with k, M, G or T for powers of 1000: 10G"};
  if (error != std::errc() || number > kMostCases / *factor)
    return {0, fmt::format("{} cases are more than a sweep draws", displayed(text)), "expected at most 1000T"};
  if (number == 0) return {0, "a sweep of 0 cases checks nothing", "expected 1 to 1000T"};
  return {number * *factor, "", ""};
}

}  // namespace semcheck
