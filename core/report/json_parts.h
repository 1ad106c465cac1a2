#pragma once

#include <nlohmann/json.hpp>

#include "core/run/run.h"

namespace semcheck {

/// JSON whose keys keep the order they were written in.
using Json = nlohmann::ordered_json;

/// Texts of other programs or of specs, made printable.
Json strings_json(const std::vector<std::string>& strings);

/// Where kernels ran.
Json device_json(const DeviceInfo& device);

/// The flags in effect, by their names.
Json flags_json(const std::vector<std::pair<std::string, std::string>>& flags);

/// With what a kernel was made; null without.
Json toolchain_json(const Toolchain* toolchain);

/// One case that breaks an obligation, with what was allowed and what was seen.
Json example_json(const Operation& operation, const Mismatch& mismatch);
Json operands_json(const Operation& operation, const std::vector<Bits>& operands);

/// Who is to blame for what is broken.
Json blames_json(const std::vector<Blame>& blames);

/// The names of a set, in order.
Json list_of(const ObligationSet& set);

/// Each rule with its value; a list where several values are allowed or cannot be told apart.
Json rules_json(const Rules& rules);

}  // namespace semcheck
