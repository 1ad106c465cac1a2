#include "device/ptx/effects.h"
#include "device/ptx/forms.h"
#include "device/ptx/lanes.h"
#include "device/ptx/semantics_address.h"
#include "device/ptx/semantics_bits.h"
#include "device/ptx/semantics_compare.h"
#include "device/ptx/semantics_convert.h"
#include "device/ptx/semantics_float.h"
#include "device/ptx/semantics_integer.h"

namespace semcheck::ptx {

namespace {

// NOLINTBEGIN(bugprone-macro-parentheses): what would have to stand in parentheses are template arguments and strings
#define PTX_VALUE(form, types, operands, body) {form, types, operands, &run<&body<Word>>, &run_pairs<&body<Word>>},
#define PTX_EFFECT(form, types, operands, body) {form, types, operands, &body, &body},
constexpr OpcodeRow kOpcodes[] = {
#include "device/ptx/opcodes.def"
};
#undef PTX_VALUE
#undef PTX_EFFECT
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace

std::span<const OpcodeRow> opcode_rows() {
  return kOpcodes;
}

}  // namespace semcheck::ptx
