#pragma once

#include "tests/unit/ptx/evaluate.h"

// Runs an entry (out) made from the text of its body.

namespace semcheck::ptx {

/// A module with one entry `k(out)`, whose body may use the registers declared here.
inline std::string entry(const std::string& body) {
  return kHead +
         ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<4>;\n.reg .b16 %h<8>;\n.reg .b32 %r<16>;\n.reg .b64 "
         "%rd<8>;\n"
         ".reg .f32 %f<4>;\nld.param.u64 %rd0, [out];\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %rd1, %r0, 4;\nadd.s64 %rd1, "
         "%rd0, %rd1;\n" +
         body + "\nret;\n}\n";
}

/// Runs the entry of a module on one block and returns the 32-bit words of `out`.
inline std::vector<std::uint32_t> run(const std::string& text, std::uint32_t threads, std::size_t words,
                                      Dim3 grid = {}) {
  const auto module = parse(text);
  Memory memory;
  const std::uint64_t out = memory.allocate(words * 4);
  launch(*module, {"k", grid, {threads}, std::as_bytes(std::span(&out, 1)), std::chrono::milliseconds(2000)}, memory);
  std::vector<std::uint32_t> result(words);
  std::memcpy(result.data(), memory.at(out).data(), words * 4);
  return result;
}

/// The text of the Trap that a body ends in.
inline std::string trap_of(const std::string& body, std::uint32_t threads = 32,
                           std::chrono::milliseconds timeout = std::chrono::milliseconds(2000)) {
  const auto module = parse(entry(body));
  Memory memory;
  const std::uint64_t out = memory.allocate(128);
  try {
    launch(*module, {"k", {2}, {threads}, std::as_bytes(std::span(&out, 1)), timeout}, memory);
  } catch (const Trap& trap) {
    return trap.what();
  }
  return "no trap";
}

}  // namespace semcheck::ptx
