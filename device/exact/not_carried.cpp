#include "device/exact/not_carried.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "device/exact/headers.h"
#include "device/exact/tokens.h"

namespace semcheck {
namespace {

constexpr std::array<std::string_view, 3> kAssembly = {"asm", "__asm", "__asm__"};
/// Those that stand before a bracket.
constexpr std::array<std::string_view, 9> kKeywords = {"if",     "for",     "while",    "switch", "return",
                                                       "sizeof", "alignof", "decltype", "catch"};
constexpr std::array<std::string_view, 4> kFloatingTypes = {".f16", ".bf16", ".f32", ".f64"};

/// The first word of a code that stands before a bracket wherever it first appears, is no keyword and is in no header
/// of the exact types, or "".
std::string called_elsewhere(std::string_view code) {
  std::set<std::string_view> seen(kKeywords.begin(), kKeywords.end());
  for (const Token& token : tokens_of(code)) {
    if (token.kind != Token::Kind::word || !seen.insert(token.text).second) continue;
    const std::size_t next = code.find_first_not_of(" \t\n", token.offset + token.text.size());
    const bool is_call = next != std::string_view::npos && code[next] == '(';
    if (is_call && !is_in_exact_headers(token.text)) return std::string(token.text);
  }
  return "";
}

std::string lacks(std::string_view verb, std::string_view name) {
  return fmt::format("{} {}, which the exact types do not have", verb, name);
}

/// The message of the first error of a log.
std::string first_error(std::string_view log) {
  constexpr std::string_view mark = "error: ";
  const std::size_t at = log.find(mark);
  if (at == std::string_view::npos) return std::string(log.substr(0, log.find('\n')));
  const std::string_view rest = log.substr(at + mark.size());
  return std::string(rest.substr(0, rest.find('\n')));
}

/// An error that says what is missing, the name between its quotes.
struct KnownError {
  std::string_view before;
  std::string_view behind;
  std::string_view verb;
};
constexpr std::array kKnownErrors = {
    KnownError{"no instance of ", "\" matches", "calls"},
    KnownError{"identifier ", "\" is undefined", "uses"},
};

/// The name that an error misses, of `"semcheck::f(int)"` f, or "" where it is another error.
std::string missing_name(std::string_view error, const KnownError& known) {
  const std::size_t start = error.find(known.before);
  const std::size_t open = start == std::string_view::npos ? start : error.find('"', start);
  const std::size_t close = open == std::string_view::npos ? open : error.find(known.behind, open + 1);
  if (close == std::string_view::npos) return "";
  std::string_view name = error.substr(open + 1, close - open - 1);
  name = name.substr(0, name.find_first_of("(<["));
  if (const std::size_t scope = name.rfind("::"); scope != std::string_view::npos) name.remove_prefix(scope + 2);
  return std::string(name);
}

/// A message with the names of the types as the code writes them.
std::string with_plain_names(std::string message) {
  for (const auto& [exact, plain] : {std::pair{"semcheck_float", "float"}, std::pair{"semcheck_double", "double"},
                                     std::pair{"semcheck::exact::Number<semcheck::exact::Kind::f32>", "float"},
                                     std::pair{"semcheck::exact::Number<semcheck::exact::Kind::f64>", "double"}})
    for (std::size_t at = message.find(exact); at != std::string::npos; at = message.find(exact, at))
      message.replace(at, std::string_view(exact).size(), plain);
  return message;
}

}  // namespace

std::string why_not_carried(std::string_view code) {
  for (const Token& token : tokens_of(code))
    if (std::ranges::find(kAssembly, token.text) != kAssembly.end()) return "inline PTX takes no class type";
  return "";
}

std::string why_not_carried(std::string_view code, std::string_view log) {
  const std::string error = first_error(log);
  for (const KnownError& known : kKnownErrors)
    if (const std::string name = missing_name(error, known); !name.empty()) return lacks(known.verb, name);
  // The compiler's own function takes its own type only.
  const std::string called = called_elsewhere(code);
  const bool into_native = error.find("no suitable conversion function") != std::string::npos;
  if (into_native && !called.empty()) return lacks("calls", called);
  if (error.starts_with("ambiguous \"?\""))
    return "selects between a number and a type that converts to it and back, which is ambiguous for classes";
  return "is no program over classes: " + with_plain_names(error);
}

bool has_floating_instructions(std::string_view ptx) {
  return std::ranges::any_of(kFloatingTypes, [&](std::string_view type) { return ptx.find(type) != ptx.npos; });
}

}  // namespace semcheck
