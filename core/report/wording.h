#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/run.h"

namespace semcheck {

/// 71234 as `71,234`.
std::string with_separators(std::size_t n);
/// `1 variant`, `5 variants`.
std::string counted(std::size_t n, std::string_view noun);
std::string join(std::span<const std::string_view> words, std::string_view separator);
std::string first_line(std::string_view text);

/// `NVIDIA H200, sm_90, driver 580.159.04, NVRTC 13.0`: where kernels ran and, in brackets, why there.
std::string device_line(const DeviceInfo& device);

/// `breaks nan, tie; not declared: tie`: the verdict and how it stands to the declaration.
std::string verdict_line(const Result& result);

/// `behaves as nan = "second", tie = "first"`: the rules a breaking variant follows where they differ from those it
/// was held to; "" when there is nothing to say.
std::string behaviour_line(const Result& result, const RuleSubject& subject);

/// `(+0, -0): 0x80000000 (-0), expected 0x00000000 (+0)`: one case that breaks an obligation. Where that is
/// `supply_invariant`, `(-0, +0) [literal z]: 0x80000000 (-0), array gives 0x00000000 (+0)`.
std::string example_line(const Operation& operation, const Mismatch& mismatch);

/// True for a value that allows every result, so that its rule checks nothing.
bool leaves_open(const Rules& rules, Obligation rule);

/// True when results of the variant were compared with what the rules expect.
bool was_judged(const Result& result);

}  // namespace semcheck
