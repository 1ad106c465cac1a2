#pragma once

/// @file
/// Facts about code made by hand.

#include <string>
#include <utility>
#include <vector>

#include "core/run/inspection.h"

namespace semcheck::testing {

struct Line {
  std::string text;
  InstructionKind kind;
  bool decides = false;
};

/// Facts with this form, whose listing is these lines and whose counts are those of the listing; of opcodes the first
/// word of a line, behind a predicate.
inline CodeFacts code(CodeLanguage language, CodeForm form, const std::vector<Line>& lines) {
  CodeFacts facts;
  facts.language = language;
  facts.form = form;
  facts.instructions = lines.size();
  for (const Line& line : lines) {
    ++facts.kinds[line.kind];
    ++facts.opcodes[line.text.substr(0, line.text.find(' '))];
    facts.listing.push_back({line.text, line.kind, line.decides});
  }
  return facts;
}

// semantics.md, SASS of CUDA 13.0: f32 direct is FMNMX, a select is FSETP and FSEL.
inline CodeFacts direct_sass() {
  return code(CodeLanguage::sass, CodeForm::direct,
              {{"LDG.E R2, [R2.64]", InstructionKind::memory},
               {"FMNMX R9, R2, R5, !PT", InstructionKind::extremum, true},
               {"STG.E [R6.64], R9", InstructionKind::memory}});
}
inline CodeFacts select_sass() {
  return code(CodeLanguage::sass, CodeForm::compare_select,
              {{"LDG.E R2, [R2.64]", InstructionKind::memory},
               {"FSETP.GE.AND P0, PT, R2, R5, PT", InstructionKind::predicate, true},
               {"FSEL R9, R2, R5, P0", InstructionKind::select, true},
               {"STG.E [R6.64], R9", InstructionKind::memory}});
}
inline CodeFacts direct_ptx() {
  return code(CodeLanguage::ptx, CodeForm::direct, {{"max.f32 %f3, %f1, %f2;", InstructionKind::extremum, true}});
}
inline CodeFacts select_ptx() {
  return code(CodeLanguage::ptx, CodeForm::compare_select,
              {{"setp.ge.f32 %p1, %f1, %f2;", InstructionKind::predicate, true},
               {"selp.f32 %f3, %f1, %f2, %p1;", InstructionKind::select, true}});
}

/// A requirement of these forms on SASS for every architecture.
inline CodeRequirement requires_form(std::vector<CodeForm> forms, CodeLanguage language = CodeLanguage::sass,
                                     std::string arch = "") {
  CodeRequirement requirement;
  requirement.language = language;
  requirement.arch = std::move(arch);
  requirement.forms = std::move(forms);
  return requirement;
}

}  // namespace semcheck::testing
