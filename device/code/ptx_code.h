#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "device/code/code.h"
#include "device/code/ptx_listing.h"

namespace semcheck::code {

/// The code of an entry, with the device functions that it calls; nothing when there is no such entry.
/// @param functions  of a PTX text: read_ptx()
std::optional<Code> ptx_code(std::span<const PtxFunction> functions, std::string_view entry);

}  // namespace semcheck::code
