#pragma once

#include <optional>
#include <string_view>

#include "device/ptx/domain.h"

namespace semcheck::ptx {

/// The f64 nearest to a decimal such as `1.5` or `1e-3`; nothing where it has more than 19 digits or needs a
/// power of ten beyond 19.
std::optional<Word> f64_from_decimal(std::string_view text);

}  // namespace semcheck::ptx
