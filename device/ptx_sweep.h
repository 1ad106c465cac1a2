#pragma once

#include "core/run/device.h"
#include "device/ptx_runner.h"

namespace semcheck {

/// Sweeps a stretch on the interpreter: the host makes the cases, the interpreter runs the variant's own kernel over
/// them, several pieces of the stretch at a time, and the host judges the results. The laws are checked by the kernel
/// that checks them on a GPU.
Swept interpret_sweep(PtxRunner& runner, const SweepKernel& kernel, const Stretch& stretch, const Limits& limits);

/// The results of a short stretch, computed in the same way.
Sample interpret_sample(PtxRunner& runner, const SweepKernel& kernel, const Stretch& stretch, const Limits& limits);

}  // namespace semcheck
