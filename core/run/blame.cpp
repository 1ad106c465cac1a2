#include "core/run/blame.h"

#include <array>

namespace semcheck {
namespace {

// clang-format off
constexpr std::array kLayers = {
    LayerRow{Layer::source, "source", "the expression itself has these semantics",
             "The variant's own code, computed over types whose operators, conversions and intrinsics are integer algorithms of\n"
             "the reference, gives the same bits. No compiler changed anything: change the code, or the contract.\n"
             "\n"
             "example: x >= z ? x : z gives z where x is a NaN."},
    LayerRow{Layer::front_end, "front end", "the PTX means something else than the source",
             "The variant's code over exact types gives other bits than the PTX that the front end (NVRTC, nvcc) made of it, and the\n"
             "machine does what the PTX says.\n"
             "\n"
             "example: x < 0.f ? x : 0.f, folded to min.f32, gives -0 for x = -0 where the source gives +0."},
    LayerRow{Layer::ptxas, "ptxas", "the assembler changed what the PTX means",
             "The PTX on the interpreter gives other bits than the machine code, and another path or level keeps what the PTX says.\n"
             "\n"
             "example: x > 1.f ? 1.f : x becomes FMNMX.NAN from sm_80 on, and the payload of a NaN is lost; at level 0 it is not."},
    LayerRow{Layer::driver, "driver", "the driver's JIT compiler changed what the PTX means",
             "The machine code that the driver made of the PTX gives other bits than the one that ptxas made of it.\n"
             "\n"
             "example: a driver older than the toolkit, whose compiler lacks a repair."},
    LayerRow{Layer::optimiser, "optimiser", "builds that differ in their level differ in their bits",
             "Two builds whose options are the same but for an optimisation level give different bits.\n"
             "\n"
             "example: ptxas_level = 0 keeps the payload of a NaN that ptxas_level = 3 loses."},
    LayerRow{Layer::hardware, "hardware", "what is executed differs from its PTX on every path and level",
             "ptxas and the driver's compiler, optimising or not, give the same bits, and the PTX on the interpreter gives others:\n"
             "no compiler can be told from another, so the instruction does not do what the manual says.\n"
             "\n"
             "example: which of two NaNs max.f64 returns."},
    LayerRow{Layer::unknown, "unknown", "the layers could not be told apart",
             "The evidence line says what is missing: code that exact types cannot carry (inline PTX), PTX that the interpreter does\n"
             "not support, or an order: what atomics combine in another order on every run tells nothing about a compiler.\n"
             "\n"
             "example: asm(\"max.NaN.f32 …\"): the PTX already has these semantics, and it is no further blamed than that."},
};
// clang-format on

constexpr bool rows_in_order() {
  for (std::size_t i = 0; i < kLayers.size(); ++i)
    if (static_cast<std::size_t>(kLayers[i].layer) != i) return false;
  return true;
}
static_assert(rows_in_order(), "row i of kLayers describes layer i");

}  // namespace

std::span<const LayerRow> layers() {
  return kLayers;
}

std::string_view name(Layer layer) {
  return kLayers[static_cast<std::size_t>(layer)].name;
}

Layer blame(const Testimony& t) {
  if (t.source == t.device) return Layer::source;
  if (!t.ptx || t.order_is_open) return Layer::unknown;
  if (*t.ptx == t.device) return t.source ? Layer::front_end : Layer::unknown;
  const Layer own = t.path == Path::jit ? Layer::driver : Layer::ptxas;
  if (t.other_path && *t.other_path != t.device) return own;
  if (t.other_level == t.ptx) return t.other_path ? Layer::ptxas : own;
  if (t.other_path_and_level == t.ptx) return Layer::ptxas;
  const bool all_agree = t.other_path && t.other_level == t.device && t.other_path_and_level == t.device;
  return all_agree ? Layer::hardware : Layer::unknown;
}

}  // namespace semcheck
