#pragma once

#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/run/device.h"
#include "device/code/image_memo.h"
#include "device/ptx/interpreter.h"

namespace semcheck {

/// What the interpreter says about PTX that it cannot read or run.
std::string unsupported(const ptx::PtxError& error);
/// What it says about a launch that no machine makes: of more threads than a block has, or of a kernel that is not
/// there.
std::string refused_launch(const std::invalid_argument& refusal);
/// Launches a kernel. Returns what went wrong, or "".
std::string interpret(const ptx::Module& module, const ptx::Launch& launch, ptx::Memory& memory);

/// Runs kernels of the path `ptx` on the interpreter, whatever device they were compiled by. Its functions may be
/// called from several threads.
class PtxRunner {
 public:
  /// Runs every kernel that has PTX and no error over the cases, several at a time; all have the same feed.
  std::vector<Execution> execute(std::span<const Kernel> kernels, const Operation& operation, const Cases& cases,
                                 const Limits& limits);

  /// Where the interpreter cannot read the PTX of a kernel, compiles that variant alone by `compile`, so that what one
  /// variant uses does not cost the others; what it still cannot read becomes the kernel's error.
  void part_from_unreadable(std::vector<Kernel>& kernels, const Program& program,
                            const std::function<Kernel(const Program&)>& compile);

  /// The parsed image of a kernel, which is read once. Throws PtxError.
  std::shared_ptr<const ptx::Module> module_of(const Kernel& kernel);

 private:
  std::string parse_error(const Kernel& kernel);

  code::ImageMemo<ptx::Module> parsed_;
};

}  // namespace semcheck
