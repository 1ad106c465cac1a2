#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/run/device.h"
#include "device/compiler.h"
#include "device/sass/disassembler.h"

namespace semcheck {

/// Reads the code of kernels, whatever device they are for. Disassemblers are looked for when the first machine code
/// is to be read. Its functions may be called from several threads.
class Inspector {
 public:
  /// One for each kernel, in order: a kernel without an image has its error.
  std::vector<Inspection> inspect(std::span<const Kernel> kernels, std::span<const Compiler> compilers);

 private:
  std::shared_ptr<sass::Disassembler> disassembler(std::span<const Compiler> compilers);

  std::mutex guard_;
  std::shared_ptr<sass::Disassembler> disassembler_;
};

}  // namespace semcheck
