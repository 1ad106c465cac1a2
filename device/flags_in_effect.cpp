#include "device/flags_in_effect.h"

#include <array>
#include <string_view>

#include "core/spec/compiler_flags.h"

namespace semcheck {
namespace {

/// What a flag is where no option states it, of its own and under --use_fast_math; "" where it is nothing.
struct DefaultRow {
  CompilerFlag flag;
  std::string_view plain;
  std::string_view fast;
};
// NVRTC documentation, Supported Compile Options.
constexpr std::array kDefaults = {
    DefaultRow{CompilerFlag::fmad, "true", "true"},
    DefaultRow{CompilerFlag::ftz, "false", "true"},
    DefaultRow{CompilerFlag::prec_div, "true", "false"},
    DefaultRow{CompilerFlag::prec_sqrt, "true", "false"},
    DefaultRow{CompilerFlag::use_fast_math, "false", "false"},
    DefaultRow{CompilerFlag::device_debug, "false", "false"},
    DefaultRow{CompilerFlag::dopt, "on", "on"},
    DefaultRow{CompilerFlag::vectorization, "false", "false"},
    DefaultRow{CompilerFlag::fast_compile, "", ""},
    DefaultRow{CompilerFlag::registers, "", ""},
    DefaultRow{CompilerFlag::standard, "", ""},
};

/// The value of a flag, or "". What --use_fast_math implies gives way to what is stated, before it or after it.
std::string value_of(const DefaultRow& row, std::span<const StatedFlag> stated) {
  if (const auto flag = last_stated(stated, row.flag)) return flag->value;
  if (row.flag == CompilerFlag::dopt && is_unoptimised(stated)) return "off";
  return std::string(last_stated(stated, CompilerFlag::use_fast_math) ? row.fast : row.plain);
}

/// The level of ptxas, or "" where another flag chooses it.
std::string ptxas_level(std::span<const StatedFlag> stated) {
  if (const auto level = stated_ptxas_level(stated)) return std::to_string(level->level);
  const auto fast_compile = last_stated(stated, CompilerFlag::fast_compile);
  if (fast_compile && fast_compile->value != "0") return "";
  return std::to_string(is_unoptimised(stated) ? 0 : kMostPtxasLevel);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> flags_in_effect(std::span<const std::string> options, Path path,
                                                                 std::optional<unsigned> jit_level) {
  const std::vector<StatedFlag> stated = stated_flags(options);
  std::vector<std::pair<std::string, std::string>> flags;
  const auto add = [&](std::string_view name, std::string value) {
    if (!value.empty()) flags.emplace_back(name, std::move(value));
  };
  for (const DefaultRow& row : kDefaults) add(semcheck::row(row.flag).name, value_of(row, stated));
  if (path == Path::cubin) add(kPtxasLevelFlag, ptxas_level(stated));
  if (path == Path::jit) add(kJitLevelFlag, std::to_string(jit_level.value_or(kMostJitLevel)));
  return flags;
}

}  // namespace semcheck
