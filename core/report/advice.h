#pragma once

#include <span>
#include <string>

#include "core/run/run.h"

namespace semcheck {

/// What to do about results of one variant that are not as declared: fix it, or declare this.
std::string advice(std::span<const Result* const> results);

/// The result of `array` by the same build and path, among those of one variant; null when there is none.
const Result* array_result(const Result& result, std::span<const Result* const> results);

/// Whether a supply does what `array` does. Laws and requirements on code do not count: only `array` is
/// judged by them.
bool is_alike(const Result& result, const Result& array);

}  // namespace semcheck
