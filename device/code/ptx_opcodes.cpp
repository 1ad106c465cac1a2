#include "device/code/ptx_opcodes.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace semcheck::code {
namespace {

using Kind = InstructionKind;

// PTX ISA 9.0, chapter 9.7.
constexpr PtxOpcode kOpcodes[] = {
    {"max", Kind::extremum},
    {"min", Kind::extremum},
    {"vmax", Kind::extremum},
    {"vmin", Kind::extremum},
    {"vmax2", Kind::extremum},
    {"vmin2", Kind::extremum},
    {"vmax4", Kind::extremum},
    {"vmin4", Kind::extremum},
    {"selp", Kind::select},
    {"slct", Kind::select},
    {"setp", Kind::predicate},
    {"set", Kind::predicate},
    {"vset", Kind::predicate},
    {"vset2", Kind::predicate},
    {"vset4", Kind::predicate},
    {"testp", Kind::predicate},
    {"isspacep", Kind::predicate},
    {"bra", Kind::branch, false},
    {"brx", Kind::branch, false},
    {"cvt", Kind::convert},
    {"szext", Kind::convert},
    {"ld", Kind::memory},
    {"ldu", Kind::memory},
    {"ldmatrix", Kind::memory},
    {"st", Kind::memory, false},
    {"stmatrix", Kind::memory, false},
    {"prefetch", Kind::memory, false},
    {"prefetchu", Kind::memory, false},
    {"applypriority", Kind::memory, false},
    {"discard", Kind::memory, false},
    {"cp", Kind::memory, false},
    {"membar", Kind::memory, false},
    {"fence", Kind::memory, false},
    {"mbarrier", Kind::barrier, false},
    {"multimem", Kind::memory},
    {"tex", Kind::memory},
    {"tld4", Kind::memory},
    {"txq", Kind::memory},
    {"suld", Kind::memory},
    {"sust", Kind::memory, false},
    {"sured", Kind::atomic, false},
    {"suq", Kind::memory},
    {"atom", Kind::atomic},
    {"red", Kind::atomic, false},
    {"shfl", Kind::shuffle},
    {"vote", Kind::shuffle},
    {"match", Kind::shuffle},
    {"redux", Kind::shuffle},
    {"activemask", Kind::move},
    {"elect", Kind::control},
    {"bar", Kind::barrier, false},
    {"barrier", Kind::barrier, false},
    {"mov", Kind::move},
    {"cvta", Kind::move},
    {"mapa", Kind::move},
    {"getctarank", Kind::move},
    {"alloca", Kind::move},
    {"stacksave", Kind::move},
    {"stackrestore", Kind::move, false},
    {"createpolicy", Kind::move},
    {"istypep", Kind::predicate},
    {"movmatrix", Kind::move},
    {"ret", Kind::control, false},
    {"exit", Kind::control, false},
    {"call", Kind::control, false},
    {"trap", Kind::control, false},
    {"brkpt", Kind::control, false},
    {"pmevent", Kind::control, false},
    {"nanosleep", Kind::control, false},
    {"setmaxnreg", Kind::control, false},
    {"griddepcontrol", Kind::control, false},
    {"add", Kind::arithmetic},
    {"addc", Kind::arithmetic},
    {"sub", Kind::arithmetic},
    {"subc", Kind::arithmetic},
    {"mul", Kind::arithmetic},
    {"mul24", Kind::arithmetic},
    {"mad", Kind::arithmetic},
    {"madc", Kind::arithmetic},
    {"mad24", Kind::arithmetic},
    {"fma", Kind::arithmetic},
    {"div", Kind::arithmetic},
    {"rem", Kind::arithmetic},
    {"abs", Kind::arithmetic},
    {"neg", Kind::arithmetic},
    {"sad", Kind::arithmetic},
    {"and", Kind::arithmetic},
    {"or", Kind::arithmetic},
    {"xor", Kind::arithmetic},
    {"not", Kind::arithmetic},
    {"cnot", Kind::arithmetic},
    {"lop3", Kind::arithmetic},
    {"shl", Kind::arithmetic},
    {"shr", Kind::arithmetic},
    {"shf", Kind::arithmetic},
    {"bfe", Kind::arithmetic},
    {"bfi", Kind::arithmetic},
    {"bfind", Kind::arithmetic},
    {"bmsk", Kind::arithmetic},
    {"brev", Kind::arithmetic},
    {"clz", Kind::arithmetic},
    {"popc", Kind::arithmetic},
    {"fns", Kind::arithmetic},
    {"prmt", Kind::arithmetic},
    {"copysign", Kind::arithmetic},
    {"sqrt", Kind::arithmetic},
    {"rsqrt", Kind::arithmetic},
    {"rcp", Kind::arithmetic},
    {"sin", Kind::arithmetic},
    {"cos", Kind::arithmetic},
    {"lg2", Kind::arithmetic},
    {"ex2", Kind::arithmetic},
    {"tanh", Kind::arithmetic},
    {"dp2a", Kind::arithmetic},
    {"dp4a", Kind::arithmetic},
    {"vadd", Kind::arithmetic},
    {"vsub", Kind::arithmetic},
    {"vabsdiff", Kind::arithmetic},
    {"vshl", Kind::arithmetic},
    {"vshr", Kind::arithmetic},
    {"vmad", Kind::arithmetic},
    {"vadd2", Kind::arithmetic},
    {"vsub2", Kind::arithmetic},
    {"vavrg2", Kind::arithmetic},
    {"vabsdiff2", Kind::arithmetic},
    {"vadd4", Kind::arithmetic},
    {"vsub4", Kind::arithmetic},
    {"vavrg4", Kind::arithmetic},
    {"vabsdiff4", Kind::arithmetic},
    {"mma", Kind::arithmetic},
    {"wmma", Kind::arithmetic},
    {"wgmma", Kind::arithmetic, false},
    {"tcgen05", Kind::arithmetic, false},
};

constexpr std::array<std::string_view, 6> kSpaces = {"global", "shared", "local", "const", "param", "generic"};
constexpr std::array<std::string_view, 6> kSpaceNames = {"global",   "shared",    "local",
                                                         "constant", "parameter", "generic"};
static_assert(kSpaces.size() == kSpaceNames.size());

bool has(std::span<const std::string_view> qualifiers, std::string_view wanted) {
  return std::ranges::find(qualifiers, wanted) != qualifiers.end();
}

bool is_float(std::string_view type) {
  return type.starts_with('f') || type.starts_with("bf") || type.starts_with("tf") || type.starts_with('e') ||
         type.starts_with("ue");
}

std::string_view space_of(std::span<const std::string_view> qualifiers) {
  for (std::string_view qualifier : qualifiers) {
    const std::string_view space = qualifier.substr(0, qualifier.find(':'));
    const auto found = std::ranges::find(kSpaces, space);
    if (found != kSpaces.end()) return kSpaceNames[static_cast<std::size_t>(found - kSpaces.begin())];
  }
  return "generic";
}

/// 4 of `v4`, 1 for a scalar.
std::uint32_t elements_of(std::span<const std::string_view> qualifiers) {
  for (const auto& [name, count] : {std::pair("v2", 2U), std::pair("v4", 4U), std::pair("v8", 8U)})
    if (has(qualifiers, name)) return count;
  return 1;
}

}  // namespace

std::span<const PtxOpcode> ptx_opcodes() {
  return kOpcodes;
}

const PtxOpcode* find_ptx_opcode(std::string_view name) {
  const auto* found = std::ranges::find(kOpcodes, name, &PtxOpcode::name);
  return found == std::end(kOpcodes) ? nullptr : found;
}

std::optional<std::uint32_t> type_bits(std::string_view qualifier) {
  if (qualifier == "pred") return 1;
  const std::size_t letters = qualifier.starts_with("bf") || qualifier.starts_with("tf") ? 2 : 1;
  if (qualifier.size() <= letters || std::string_view("bsuft").find(qualifier.front()) == std::string_view::npos)
    return std::nullopt;
  std::uint32_t bits = 0;
  const char* end = qualifier.data() + qualifier.size();
  const auto [stop, fault] = std::from_chars(qualifier.data() + letters, end, bits);
  if (fault != std::errc{} || bits > 256) return std::nullopt;
  const std::string_view rest(stop, static_cast<std::size_t>(end - stop));
  if (rest == "x2") return 2 * bits;
  return rest.empty() ? std::optional(bits) : std::nullopt;
}

bool takes_extremum(std::string_view name, std::span<const std::string_view> qualifiers) {
  // PTX ISA: .relu clamps to 0 from below, .sat of a floating type to [0, 1].
  if (has(qualifiers, "relu")) return true;
  if (has(qualifiers, "max") || has(qualifiers, "min")) return true;
  if (!has(qualifiers, "sat") || qualifiers.empty() || !is_float(qualifiers.back())) return false;
  return name != "cvt" || qualifiers[qualifiers.size() - 2] == qualifiers.back();
}

bool changes_type(std::string_view name, std::span<const std::string_view> qualifiers) {
  if (name != "cvt" || qualifiers.size() < 2) return false;
  if (has(qualifiers, "pack")) return true;
  const std::string_view to = qualifiers[qualifiers.size() - 2];
  const std::string_view from = qualifiers.back();
  if (is_float(to) || is_float(from)) return to != from;
  return has(qualifiers, "sat");
}

std::optional<MemoryUse> memory_use(std::string_view name, std::span<const std::string_view> qualifiers) {
  const bool is_atomic = name == "atom" || name == "red";
  const bool load = name == "ld" || name == "ldu" || is_atomic;
  const bool store = name == "st" || is_atomic;
  if (!load && !store) return std::nullopt;
  const std::uint32_t elements = elements_of(qualifiers);
  const auto bits = type_bits(qualifiers.empty() ? "" : qualifiers.back());
  return MemoryUse{space_of(qualifiers), load, store, bits.value_or(0) * elements / 8, elements};
}

}  // namespace semcheck::code
