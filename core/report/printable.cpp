#include "core/report/printable.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>

namespace semcheck {

namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t length = 1;
};

/// Bytes of the character that starts with `lead`; 0 for a byte that starts none.
std::size_t length_of(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  if (lead >= 0xf0 && lead < 0xf5) return 4;
  return 0;
}

/// The UTF-8 character at the front of `text`, or nothing when its bytes are not well formed (RFC 3629, section 4).
std::optional<Character> front_character(std::string_view text) {
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = length_of(lead);
  if (length == 0 || length > text.size()) return std::nullopt;
  std::uint32_t code = length == 1 ? lead : lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0) != 0x80) return std::nullopt;
    code = code << 6 | (byte & 0x3fu);
  }
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (code < kSmallest[length] || code > 0x10ffff || surrogate) return std::nullopt;
  return Character{code, length};
}

bool is_printable(std::uint32_t code) {
  if (code == '\n' || code == '\t') return true;
  // XML 1.0, production [2] Char: no U+FFFE, no U+FFFF; C0 and C1 controls steer terminals.
  return code >= 0x20 && (code < 0x7f || code > 0x9f) && code != 0xfffe && code != 0xffff;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::optional<Character> c = front_character(text);
    const std::size_t length = c ? c->length : 1;
    if (!c)
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    else if (is_printable(c->code))
      result += text.substr(0, length);
    else
      result += c->code < 0x100 ? fmt::format("\\x{:02x}", c->code) : fmt::format("\\u{:04x}", c->code);
    text.remove_prefix(length);
  }
  return result;
}

}  // namespace semcheck
