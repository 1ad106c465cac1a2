#include "core/spec/inspection.h"

#include <algorithm>

namespace semcheck {
namespace {

std::vector<std::string_view> parts_of(std::string_view opcode) {
  std::vector<std::string_view> parts;
  for (std::size_t dot = opcode.find('.'); dot != std::string_view::npos; dot = opcode.find('.')) {
    parts.push_back(opcode.substr(0, dot));
    opcode.remove_prefix(dot + 1);
  }
  parts.push_back(opcode);
  return parts;
}

constexpr bool rows_in_order() {
  for (std::size_t i = 0; i < kCodeForms.size(); ++i)
    if (static_cast<std::size_t>(kCodeForms[i].form) != i) return false;
  return true;
}
static_assert(rows_in_order(), "row i of kCodeForms describes form i");

}  // namespace

bool is_one_of(std::string_view instruction, std::string_view opcode) {
  const std::vector<std::string_view> have = parts_of(instruction);
  const std::vector<std::string_view> wanted = parts_of(opcode);
  const auto stands = [&](std::string_view part) { return std::find(have.begin(), have.end(), part) != have.end(); };
  return have.front() == wanted.front() && std::all_of(wanted.begin() + 1, wanted.end(), stands);
}

const CodeRequirement* requirement_for(std::span<const CodeRequirement> requirements, CodeLanguage language,
                                       std::string_view arch) {
  const CodeRequirement* general = nullptr;
  for (const CodeRequirement& requirement : requirements) {
    if (requirement.language != language) continue;
    if (requirement.arch == arch) return &requirement;
    if (requirement.arch.empty()) general = &requirement;
  }
  return general;
}

}  // namespace semcheck
