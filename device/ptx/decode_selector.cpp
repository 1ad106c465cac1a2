#include <algorithm>

#include <fmt/format.h>

#include "device/ptx/decoder.h"

namespace semcheck::ptx {

namespace {

// PTX ISA, Video Instructions: vop works on words, or on parts that selectors name: `.b0` to `.b3`, `.h0` or `.h1`.
// vop2 selects two half words and vop4 four bytes of both operands together, `.h32` or `.b7654`, the highest first.

/// How many parts a video instruction works on at once: its name ends in it.
std::size_t parts_of(const OpcodeRow& row) {
  const char last = opcode_name(row.form).back();
  return last == '2' ? 2 : last == '4' ? 4 : 1;
}

/// Parts of `width` bits by their numbers, the lowest part's first.
struct Selector {
  std::size_t width = 32;
  std::vector<std::size_t> numbers;
};

/// A selector of an instruction on so many parts, of an operand of so many bits.
Selector read_selector(Decoder& decoder, std::string_view text, std::size_t parts, std::size_t bits) {
  Selector selector;
  selector.width = text.starts_with(".b") ? 8 : 16;
  for (const char digit : text.substr(std::min<std::size_t>(2, text.size())))
    selector.numbers.insert(selector.numbers.begin(), static_cast<std::size_t>(digit - '0'));
  const bool named = text.starts_with(".b") || text.starts_with(".h");
  const bool fits = parts == 1 || selector.width == 32 / parts;
  const bool in_range = std::all_of(selector.numbers.begin(), selector.numbers.end(),
                                    [&](std::size_t number) { return number < bits / selector.width; });
  const bool counted = !selector.numbers.empty() && selector.numbers.size() <= parts;
  if (!named || !fits || !in_range || !counted) reject(decoder, fmt::format("`{}` selects no part here", text));
  return selector;
}

/// What is selected without a selector: all of an operand.
Selector whole(std::size_t parts, bool is_second) {
  Selector selector{32 / parts, {}};
  for (std::size_t i = 0; i < parts; ++i) selector.numbers.push_back(is_second ? parts + i : i);
  return selector;
}

Selection selection_of(const Selector& selector) {
  Selection selection;
  selection.width = static_cast<std::uint8_t>(selector.width);
  for (std::size_t i = 0; i < selection.parts.size(); ++i)
    selection.parts[i] = static_cast<std::uint8_t>(selector.numbers[i % selector.numbers.size()]);
  return selection;
}

void set_destination_parts(Decoder& decoder, const OpcodeRow& row, const Selector& selector, Form& form) {
  form.part_width = static_cast<std::uint8_t>(selector.width);
  unsigned parts = 0;
  for (const std::size_t number : selector.numbers) parts |= 1U << number;
  form.parts = static_cast<std::uint8_t>(parts);
  const bool merges = static_cast<Secondary>(form.q.secondary) == Secondary::merge;
  if (parts_of(row) == 1 && selector.width < 32 && !merges)
    reject(decoder, "a selected part of the destination beside a secondary operation");
}

}  // namespace

void take_selector(Decoder& decoder, const OpcodeRow& row, char letter, Operand& operand, Form& form) {
  const std::size_t parts = parts_of(row);
  const bool is_second = letter == 'y';
  const std::size_t dot = operand.name.rfind('.');
  Selector selector = whole(parts, is_second);
  if (dot != std::string_view::npos) {
    selector = read_selector(decoder, operand.name.substr(dot), parts, parts > 1 && letter != 'z' ? 64 : 32);
    operand.name = operand.name.substr(0, dot);
    if (parts == 1 && is_second) selector.numbers[0] += 32 / selector.width;
  }
  if (letter == 'z') return set_destination_parts(decoder, row, selector, form);
  if (selector.numbers.size() != parts) reject(decoder, "a selector of fewer parts than the instruction works on");
  (is_second ? form.second : form.first) = selection_of(selector);
}

}  // namespace semcheck::ptx
