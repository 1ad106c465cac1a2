#include "device/arch.h"

#include <charconv>

namespace semcheck {

std::optional<Arch> parse_arch(std::string_view text) {
  constexpr std::string_view prefix = "sm_";
  if (!text.starts_with(prefix)) return std::nullopt;
  text.remove_prefix(prefix.size());
  Arch arch;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), arch.number);
  if (error != std::errc() || arch.number <= 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text == "a" || text == "f") arch.suffix = text.front();
  if (text.size() != (arch.suffix ? 1u : 0u)) return std::nullopt;
  return arch;
}

namespace {

std::string spell(const char* prefix, const Arch& arch) {
  return prefix + std::to_string(arch.number) + (arch.suffix ? std::string(1, arch.suffix) : "");
}

}  // namespace

std::string spell_sm(const Arch& arch) {
  return spell("sm_", arch);
}

std::string spell_compute(const Arch& arch) {
  return spell("compute_", arch);
}

// CUDA C++ Programming Guide, Feature Availability: baseline features carry over to every later architecture, family
// features (f) within the major number, architecture features (a) to no other.
bool provides(const Arch& have, const Arch& need) {
  if (need.suffix == 'a') return have == need;
  if (need.suffix == 'f') return have.suffix != 0 && have.major() == need.major() && have.number >= need.number;
  return have.number >= need.number;
}

// PTX ISA, cvt, Target ISA Notes: .bf16 needs sm_80; .e4m3x2 and .e5m2x2 need sm_89. The other dtypes are older than
// every architecture that compilers know.
Arch oldest_arch(Dtype dtype) {
  switch (dtype) {
    case Dtype::bf16: return {80, 0};
    case Dtype::e4m3:
    case Dtype::e5m2: return {89, 0};
    default: return {};
  }
}

// CUDA C++ Programming Guide, Binary Compatibility.
bool runs_cubin(const Arch& code, const Arch& machine) {
  if (code.suffix == 'a') return code.number == machine.number;
  return code.major() == machine.major() && code.number <= machine.number;
}

// CUDA C++ Programming Guide, PTX Compatibility.
bool runs_ptx(const Arch& code, const Arch& machine) {
  return code.suffix ? runs_cubin(code, machine) : code.number <= machine.number;
}

std::optional<Arch> best_arch(const std::vector<int>& known, const Arch& machine) {
  std::optional<Arch> best;
  for (int number : known)
    if (number <= machine.number && (!best || number > best->number)) best = Arch{number, 0};
  return best;
}

}  // namespace semcheck
