#pragma once

#include <nlohmann/json.hpp>

#include "core/spec/rules.h"

namespace semcheck {

/// JSON whose keys keep the order they were written in.
using Json = nlohmann::ordered_json;

/// The names of a set, in order.
Json list_of(const ObligationSet& set);

/// Each rule with its value; a list where several values are allowed or cannot be told apart.
Json rules_json(const Rules& rules);

}  // namespace semcheck
