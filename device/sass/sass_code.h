#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "device/code/code.h"
#include "device/sass/listing.h"

namespace semcheck::sass {

/// The code of a function of a listing, with the functions of the listing that it calls; nothing when it has none of
/// that name.
std::optional<code::Code> code_of(std::span<const Function> functions, std::string_view entry);

}  // namespace semcheck::sass
