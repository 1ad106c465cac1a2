#include "core/spec/characters.h"

#include <fmt/format.h>

#include <array>

namespace semcheck {
namespace {

/// A row of Unicode 15, table 3-7: which second bytes may follow a first byte, and how long the sequence is.
struct WellFormed {
  unsigned char first_from, first_to, second_from, second_to;
  std::size_t length;
};

constexpr std::array kWellFormed = {
    WellFormed{0xc2, 0xdf, 0x80, 0xbf, 2}, WellFormed{0xe0, 0xe0, 0xa0, 0xbf, 3}, WellFormed{0xe1, 0xec, 0x80, 0xbf, 3},
    WellFormed{0xed, 0xed, 0x80, 0x9f, 3}, WellFormed{0xee, 0xef, 0x80, 0xbf, 3}, WellFormed{0xf0, 0xf0, 0x90, 0xbf, 4},
    WellFormed{0xf1, 0xf3, 0x80, 0xbf, 4}, WellFormed{0xf4, 0xf4, 0x80, 0x8f, 4},
};

unsigned char byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

bool continues(std::string_view text, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i)
    if ((byte_at(text, i) & 0xc0) != 0x80) return false;
  return true;
}

/// C0, DEL and C1, which terminals act on; line breaks and tabs as well, which have no place within a line.
bool is_control(std::string_view sequence) {
  const unsigned char first = byte_at(sequence, 0);
  return first < 0x20 || first == 0x7f || (first == 0xc2 && byte_at(sequence, 1) < 0xa0);
}

}  // namespace

std::size_t sequence_length(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned char first = byte_at(text, 0);
  if (first < 0x80) return 1;
  for (const WellFormed& row : kWellFormed) {
    if (first < row.first_from || first > row.first_to || text.size() < row.length) continue;
    const unsigned char second = byte_at(text, 1);
    if (second >= row.second_from && second <= row.second_to && continues(text, 2, row.length)) return row.length;
  }
  return 0;
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return std::nullopt;
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++count) i += std::max<std::size_t>(1, sequence_length(text.substr(i)));
  return count;
}

std::string displayed(std::string_view text, std::size_t limit) {
  std::string out;
  for (std::size_t i = 0, count = 0; i < text.size(); ++count) {
    if (count == limit) return out + "…";
    const std::size_t length = sequence_length(text.substr(i));
    const std::string_view sequence = text.substr(i, std::max<std::size_t>(1, length));
    if (length == 0 || is_control(sequence)) {
      for (char c : sequence) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += sequence;
    }
    i += sequence.size();
  }
  return out;
}

}  // namespace semcheck
