#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "device/ptx/forms.h"
#include "device/ptx/names.h"
#include "device/ptx/program.h"
#include "device/ptx/syntax.h"

namespace semcheck::ptx {

/// What the entries of a module have in common.
struct ModuleContext {
  const ModuleText& text;
  const Scope& scope;
  std::unordered_map<std::string_view, const FunctionText*> functions;  ///< with a body
  std::unordered_map<std::string_view, std::vector<Fit>> fits;          ///< of the spellings seen so far
  std::size_t items = 0;                                                ///< decoded so far, once for every call
};

/// An entry being made into a program.
struct Decoder {
  ModuleContext& module;
  Program program;
  std::vector<Scope> scopes;          ///< of the function being decoded, the innermost last
  std::vector<std::uint32_t> labels;  ///< the program counter of each label, once it is known
  std::map<Word, Slot> constants;
  std::map<Special, Slot> specials;
  std::map<std::uint64_t, Slot> variables;
  std::map<std::string_view, Entity> shared;  ///< the shared variables of the module that are used
  std::vector<std::size_t> return_labels;     ///< of the functions being decoded; empty in the entry
  Place place;                                ///< of the instruction being decoded
  Slot dynamic_shared = kNoSlot;              ///< holds the address of dynamic shared memory
  Slot carry = kNoSlot;                       ///< the condition code register, once an instruction uses it
};

/// Decodes an entry. A PtxError that only concerns it becomes its `error`.
Program decode(ModuleContext& module, const FunctionText& entry);

/// Ends with a PtxError at the instruction being decoded.
[[noreturn]] void reject(const Decoder& decoder, const std::string& message);

/// What a name stands for; rejects an unknown one.
const Entity& find(Decoder& decoder, std::string_view name);

void declare(Decoder& decoder, const Declaration& declaration);

/// Slots: a new one, and those that hold a constant, a special register or the address of a variable of the module.
Slot new_slot(Decoder& decoder);
Slot constant(Decoder& decoder, Word value);
Slot special_slot(Decoder& decoder, Special special);
Slot variable_slot(Decoder& decoder, std::uint64_t number);
Slot dynamic_shared_slot(Decoder& decoder);

Slot carry_slot(Decoder& decoder);

/// The bits of a number as an operand of a type.
Word literal(Decoder& decoder, const Operand& operand, Type type);

/// Appends an instruction that stands at the place being decoded.
void emit(Decoder& decoder, const Instruction& instruction);

/// Sets the operands of an instruction by the letters of its row. `text` has as many operands as the row.
void set_operands(Decoder& decoder, const OpcodeRow& row, const Spelling& spelling, const InstructionText& text,
                  Instruction& instruction);

/// Whether the operands of an instruction are of the kinds that a row asks for.
bool operands_fit(const OpcodeRow& row, const Spelling& spelling, const std::vector<Operand>& operands);

/// Takes the selector from the end of an operand of a video instruction, such as `.h1` of `%r1.h1`, and sets what the
/// letter `x`, `y` or `z` of its row asks for.
void take_selector(Decoder& decoder, const OpcodeRow& row, char letter, Operand& operand, Form& form);

/// The slot of a predicate register.
Slot predicate(Decoder& decoder, std::string_view name);

/// Decodes `call` by decoding the function in its place.
void decode_call(Decoder& decoder, const InstructionText& text);

/// Decodes the items of a function, its parameters declared.
void decode_body(Decoder& decoder, const FunctionText& function);

void emit_branch(Decoder& decoder, std::size_t label, Slot guard, bool guard_negated);
void emit_copy(Decoder& decoder, Slot to, Slot from, unsigned width);

std::size_t new_label(Decoder& decoder);
void place_label(Decoder& decoder, std::size_t label);

}  // namespace semcheck::ptx
