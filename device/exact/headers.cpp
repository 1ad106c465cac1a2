#include "device/exact/headers.h"

#include <fmt/format.h>

#include <string>

#include "core/values/dtype.h"
#include "device/exact/tokens.h"

namespace semcheck {
namespace {

/// The unsigned type that holds the patterns of a format.
std::string_view storage(const Format& format) {
  switch (format.width) {
    case 8: return "unsigned char";
    case 16: return "unsigned short";
    case 32: return "unsigned int";
    default: return "unsigned long long";
  }
}

std::string traits(const DtypeRow& row) {
  const Format& f = row.format;
  return fmt::format(
      "template <>\n"
      "struct Traits<Kind::{}> {{\n"
      "  using Storage = {};\n"
      "  SEMCHECK_HD static constexpr Format format() {{ return {{NumberKind::floating, {}, {}, {}, {}}}; }}\n"
      "  SEMCHECK_HD static constexpr Bits canonical_nan() {{ return 0x{:x}; }}\n"
      "}};\n",
      row.name, storage(f), f.width, f.exponent_bits, f.fraction_bits, f.has_infinity, row.canonical_nan);
}

/// The table of dtypes as the device takes it: a kind for each floating one, and what it is like.
std::string formats() {
  std::string kinds, all;
  for (const DtypeRow& row : kDtypes) {
    if (!is_floating(row.format)) continue;
    kinds += fmt::format("{}{}", kinds.empty() ? "" : ", ", row.name);
    all += traits(row);
  }
  return fmt::format(
      "#pragma once\n#include \"core/values/format.h\"\nnamespace semcheck::exact {{\n"
      "enum class Kind : unsigned char {{ {} }};\ntemplate <Kind K>\nstruct Traits;\n{}}}\n",
      kinds, all);
}

/// Whether a header is one that programs over exact types include, and not one of sweeps.
bool is_of_exact_types(std::string_view name) {
  return !name.starts_with("device/") && !name.starts_with("core/judge/") && !name.starts_with("core/sweep/");
}

}  // namespace

std::vector<HeaderText> exact_headers() {
  static const std::string text = formats();
  std::vector<HeaderText> headers{{"exact/formats.cuh", text.c_str()}};
  headers.insert(headers.end(), embedded_headers().begin(), embedded_headers().end());
  return headers;
}

bool is_in_exact_headers(std::string_view word) {
  for (const HeaderText& header : embedded_headers()) {
    if (!is_of_exact_types(header.name)) continue;
    for (const Token& token : tokens_of(header.text)) {
      // SEMCHECK_ROUNDINGS and the like make names of four suffixes.
      if (token.kind != Token::Kind::word) continue;
      if (token.text == word) return true;
      const std::size_t suffix = word.rfind('_');
      if (suffix != std::string_view::npos && suffix > 1 && token.text == word.substr(0, suffix)) return true;
    }
  }
  return false;
}

}  // namespace semcheck
