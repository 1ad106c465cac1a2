#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "device/ptx/interpreter.h"

// Runs single instructions on rows of operands: each in an entry of its own that reads 64-bit words, hands their lower
// bits to the instruction in registers of the right type and writes the result back.

namespace semcheck::ptx {

/// An instruction with the types of its result and operands; `pred2` is a pair of predicates, p in bit 0
/// and q in bit 1. A type such as `u32.h1` is that of an operand with a selector.
struct SingleInstruction {
  std::string spelling;
  std::string result;
  std::vector<std::string> operands;
  std::string immediate;  ///< a last operand that is a number
};

inline const std::string kHead = ".version 9.0\n.target sm_90\n.address_size 64\n";

/// The type of the register that holds a value of a type.
inline std::string register_type(const std::string& type) {
  if (type.starts_with("pred")) return "pred";
  if (type == "f32" || type == "f64") return type;
  if (type.ends_with("x2") || type.starts_with("u32.") || type.ends_with("32")) return "b32";
  if (type == "b8") return type;
  return type.ends_with("64") ? "b64" : "b16";
}

/// PTX that sets a register `name` from the 64-bit register `word`.
inline std::string from_word(const std::string& type, const std::string& name, const std::string& word) {
  const std::string reg = register_type(type);
  std::string text = fmt::format("  .reg .{} {};\n", reg, name);
  if (reg == "pred") {
    text += fmt::format("  .reg .b64 {0}_word;\n  and.b64 {0}_word, {1}, 1;\n  setp.ne.s64 {0}, {0}_word, 0;\n", name,
                        word);
  } else if (reg == "f32") {
    text += fmt::format("  .reg .b32 {0}_bits;\n  cvt.u32.u64 {0}_bits, {1};\n  mov.b32 {0}, {0}_bits;\n", name, word);
  } else if (reg == "b64" || reg == "f64") {
    text += fmt::format("  mov.b64 {}, {};\n", name, word);
  } else {
    text += fmt::format("  cvt.u{}.u64 {}, {};\n", reg.substr(1), name, word);
  }
  return text;
}

/// PTX that sets the 64-bit register %result from %d, and from %q where there is a pair of predicates.
inline std::string to_word(const std::string& type) {
  const std::string reg = register_type(type);
  if (reg == "pred") {
    std::string text = "  selp.b64 %result, 1, 0, %d;\n";
    if (type == "pred2") text += "  @%q add.s64 %result, %result, 2;\n";
    return text;
  }
  if (reg == "f32") return "  .reg .b32 %bits;\n  mov.b32 %bits, %d;\n  cvt.u64.u32 %result, %bits;\n";
  if (reg == "b64" || reg == "f64") return "  mov.b64 %result, %d;\n";
  return "  cvt.u64.u" + reg.substr(1) + " %result, %d;\n";
}

/// The selector at the end of an operand's type, or nothing.
inline std::string selector_of(const std::string& type) {
  return type.substr(std::min(type.find('.'), type.size()));
}

/// An entry (out, in): thread i reads its operands from in[4 * i] on and writes out[i].
inline std::string entry_text(const std::string& name, const SingleInstruction& instruction) {
  std::string text = fmt::format(R"(.visible .entry {}(.param .u64 out, .param .u64 in)
{{
  .reg .b64 %out, %in, %offset, %result;
  .reg .b32 %t, %n, %c;
  .reg .{} %d, %q;
  ld.param.u64 %out, [out];
  ld.param.u64 %in, [in];
  mov.u32 %t, %tid.x;
  mov.u32 %n, %ntid.x;
  mov.u32 %c, %ctaid.x;
  mad.lo.u32 %t, %c, %n, %t;
  mul.wide.u32 %offset, %t, 32;
  add.u64 %in, %in, %offset;
  mul.wide.u32 %offset, %t, 8;
  add.u64 %out, %out, %offset;
)",
                                 name, register_type(instruction.result));
  std::string operands = (instruction.result == "pred2" ? "%d|%q" : "%d") + selector_of(instruction.result);
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    text += fmt::format("  .reg .b64 %word{0};\n  ld.global.b64 %word{0}, [%in+{1}];\n", i, 8 * i);
    text += from_word(instruction.operands[i], fmt::format("%o{}", i), fmt::format("%word{}", i));
    operands += fmt::format(", %o{}{}", i, selector_of(instruction.operands[i]));
  }
  if (!instruction.immediate.empty()) operands += ", " + instruction.immediate;
  text += fmt::format("  {} {};\n{}", instruction.spelling, operands, to_word(instruction.result));
  return text + "  st.global.b64 [%out], %result;\n  ret;\n}\n";
}

using Row = std::vector<std::uint64_t>;

/// Runs an entry made by entry_text() on rows of operands.
inline std::vector<std::uint64_t> evaluate(const Module& module, const std::string& name,
                                           const std::vector<Row>& rows) {
  constexpr std::uint32_t kBlock = 128;
  const auto blocks = static_cast<std::uint32_t>((rows.size() + kBlock - 1) / kBlock);
  const std::size_t threads = std::size_t{blocks} * kBlock;
  Memory memory;
  const std::uint64_t out = memory.allocate(threads * 8);
  const std::uint64_t in = memory.allocate(threads * 32);
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::memcpy(memory.at(in).data() + 32 * i, rows[i].data(), 8 * std::min<std::size_t>(rows[i].size(), 4));
  const std::uint64_t parameters[] = {out, in};
  launch(module, {name, {blocks}, {kBlock}, std::as_bytes(std::span(parameters))}, memory);
  std::vector<std::uint64_t> results(rows.size());
  std::memcpy(results.data(), memory.at(out).data(), 8 * results.size());
  return results;
}

inline std::vector<std::uint64_t> evaluate(const SingleInstruction& instruction, const std::vector<Row>& rows) {
  return evaluate(*parse(kHead + entry_text("entry", instruction)), "entry", rows);
}

inline std::uint64_t evaluate_one(const SingleInstruction& instruction, const Row& row) {
  return evaluate(instruction, {row})[0];
}

/// A text file of the repository.
inline std::string read_file(const std::string& path) {
  std::ifstream file(std::string(SEMCHECK_SOURCE_DIR) + "/" + path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  std::string piece;
  for (const char c : text) {
    if (c == '\r') continue;
    if (c != separator) {
      piece += c;
    } else if (!piece.empty() || separator != ' ') {
      pieces.push_back(std::exchange(piece, {}));
    }
  }
  if (!piece.empty()) pieces.push_back(piece);
  return pieces;
}

}  // namespace semcheck::ptx
