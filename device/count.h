#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/run/device.h"
#include "device/ptx_runner.h"

namespace semcheck {

/// What the interpreter counts while it runs each kernel over the cases, from PTX of its own or of another kernel of
/// the same variant among them. Nothing where there is no such PTX, where it cannot be read, or where it does not end.
/// @param kernels  all fed from arrays
std::vector<std::optional<Counted>> count(PtxRunner& interpreter, std::span<const Kernel> kernels,
                                          const Operation& operation, const Cases& cases, const Limits& limits);

}  // namespace semcheck
