#include "device/ptx/approximation.h"
#include "device/ptx/effects.h"
#include "device/ptx/effects_atomic.h"
#include "device/ptx/effects_warp.h"
#include "device/ptx/forms.h"
#include "device/ptx/lanes.h"
#include "device/ptx/semantics_address.h"
#include "device/ptx/semantics_atomic.h"
#include "device/ptx/semantics_bits.h"
#include "device/ptx/semantics_compare.h"
#include "device/ptx/semantics_convert.h"
#include "device/ptx/semantics_divide.h"
#include "device/ptx/semantics_float.h"
#include "device/ptx/semantics_integer.h"
#include "device/ptx/semantics_video.h"

namespace semcheck::ptx {

namespace {

// NOLINTBEGIN(bugprone-macro-parentheses): what would have to stand in parentheses are template arguments and strings
#define PTX_VALUE(form, types, operands, body) {form, types, operands, &run<&body<Word>>, &run_pairs<&body<Word>>},
#define PTX_PACKED(form, types, operands, body) {form, types, operands, &run<&body<Word>>, &run<&body<Word>>},
#define PTX_CARRY(form, types, operands, body, carry) \
  {form, types, operands, &run_with_carry<&body<Word>, &carry<Word>>, nullptr},
#define PTX_KNOWN(form, types, operands, body) \
  {form, types, operands, &run_known<&body<Word>, 1>, &run_known<&body<Word>, 2>},
#define PTX_ATOMIC(form, types, operands, body) \
  {form, types, operands, &update<&body<Word>, 1>, &update<&body<Word>, 2>},
#define PTX_REDUCE(form, types, operands, body) {form, types, operands, &reduce<&body<Word>>, nullptr},
#define PTX_EFFECT(form, types, operands, body) {form, types, operands, &body, &body},
constexpr OpcodeRow kOpcodes[] = {
#include "device/ptx/opcodes.def"
#include "device/ptx/opcodes_video.def"
};
#undef PTX_VALUE
#undef PTX_PACKED
#undef PTX_CARRY
#undef PTX_KNOWN
#undef PTX_ATOMIC
#undef PTX_REDUCE
#undef PTX_EFFECT
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace

std::span<const OpcodeRow> opcode_rows() {
  return kOpcodes;
}

}  // namespace semcheck::ptx
