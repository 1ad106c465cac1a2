#include "device/ptx/approximation.h"

#include <fmt/format.h>

namespace semcheck::ptx {

void refuse_operands(Warp& warp, const Instruction& instruction, std::size_t operands, unsigned lane) {
  std::string text;
  for (std::size_t i = 0; i < operands; ++i) {
    text += fmt::format("{}{:#0{}x}", i == 0 ? "" : ", ", warp.lanes(instruction.s[i])[lane],
                        instruction.form.source_width / 4 + 2);
  }
  const Place& at = place(warp);
  throw PtxError(at.line, std::string(at.spelling),
                 fmt::format("`{}` is an approximation whose result for {} PTX does not fix", at.spelling, text));
}

}  // namespace semcheck::ptx
