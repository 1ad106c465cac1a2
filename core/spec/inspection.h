#pragma once

/// @file
/// What the code of a variant may be required to look like: the tables [variant.inspect] of a spec.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/spec/diagnostic.h"

namespace semcheck {

/// The two languages that a kernel's code is read in.
enum class CodeLanguage : std::uint8_t { ptx, sass };
constexpr std::string_view name(CodeLanguage language) {
  return language == CodeLanguage::ptx ? "ptx" : "sass";
}
/// As a report writes it.
constexpr std::string_view title(CodeLanguage language) {
  return language == CodeLanguage::ptx ? "PTX" : "SASS";
}

/// How code chooses its result.
enum class CodeForm : std::uint8_t { direct, compare_select, branch, converted, mixed, other };

struct CodeFormRow {
  CodeForm form;
  std::string_view name;
  std::string_view summary;
  std::string_view explanation;  ///< the long text of `semcheck explain`
};
// clang-format off
inline constexpr std::array kCodeForms = {
    CodeFormRow{CodeForm::direct, "direct", "by an instruction for minimum or maximum",
                "What such an instruction does with NaN and zeros is stated by the PTX ISA, and not by the source's comparison.\n"
                "\n"
                "example: fmaxf(x, z) is max.f32 and FMNMX; so is x > 0.f ? x : 0.f, which ptxas and NVRTC rewrite."},
    CodeFormRow{CodeForm::compare_select, "compare_select", "by a comparison and a select or predicated instructions",
                "NaN and ties go the way of the comparison, and the chosen operand keeps its bits.\n"
                "\n"
                "example: x >= z ? x : z is setp and selp, FSETP and FSEL; so is the branch if (x >= z) return x; return z;."},
    CodeFormRow{CodeForm::branch, "branch", "by a comparison and a branch",
                "Threads of a warp may part. Short branches rarely stay: compilers make selects and predicated instructions of\n"
                "them.\n"
                "\n"
                "example: a loop whose condition compares the operands."},
    CodeFormRow{CodeForm::converted, "converted", "through another type: conversions around the choice, or alone",
                "What the other type cannot hold is lost or rounded before the choice is made.\n"
                "\n"
                "example: __hmax for sm_75, which has no maximum of f16, converts to f32, takes FMNMX and converts back."},
    CodeFormRow{CodeForm::mixed, "mixed", "by more than one of these",
                "The listing tells which instructions decide: semcheck inspect SPEC --listing marks them.\n"
                "\n"
                "example: float y = fmaxf(x, z); return x != x ? x : y; has a maximum and a select."},
    CodeFormRow{CodeForm::other, "other", "by none of these: arithmetic, bit operations, copies",
                "There is no choice in the code, or one that is made of arithmetic.\n"
                "\n"
                "example: a sum, or a maximum made of bit operations."},
};
// clang-format on
constexpr std::string_view name(CodeForm form) {
  return kCodeForms[static_cast<std::size_t>(form)].name;
}

/// How many instructions of an opcode there must be. `FMNMX` is any instruction of that opcode, `FMNMX.NAN` one that
/// has this modifier too.
struct OpcodeBound {
  std::string opcode;
  std::uint32_t least = 0;
  std::optional<std::uint32_t> most;
  Span span;  ///< where the spec says so
};

/// What the code of a variant must be in one language on one architecture.
struct CodeRequirement {
  CodeLanguage language = CodeLanguage::sass;
  std::string arch;             ///< "sm_80"; "" for every architecture that has no requirement of its own
  std::vector<CodeForm> forms;  ///< any of these; empty for all
  std::vector<OpcodeBound> opcodes;
  std::optional<std::uint32_t> most_instructions;
  std::optional<std::uint32_t> most_registers;  ///< of SASS
  std::optional<std::uint32_t> most_spilled;    ///< bytes, of SASS
  Span span;                                    ///< of its table
};

/// Whether an instruction, written with its modifiers, is of that opcode and has all modifiers that are named with it.
bool is_one_of(std::string_view instruction, std::string_view opcode);

/// What is required of code in that language for that architecture: what its own table says, else the general one; null
/// when that is nothing.
const CodeRequirement* requirement_for(std::span<const CodeRequirement> requirements, CodeLanguage language,
                                       std::string_view arch);

}  // namespace semcheck
