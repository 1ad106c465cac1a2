#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/judge/verdict.h"
#include "core/sweep/swept_laws.h"

namespace semcheck {

/// Results of a variant for two operands.
using PairResults = std::map<std::pair<Bits, Bits>, Bits>;

/// The pairs of operands whose results law_mismatch() asks for and the table lacks. Once the table has these, it may
/// ask for others, whose operands are results.
std::vector<std::pair<Bits, Bits>> missing_pairs(Obligation law, const LawContext& context, const LawOperands& operands,
                                                 const PairResults& results);

/// How a variant breaks a law in one case, as laws.h describes it; nothing where it does not.
/// @param results  all that missing_pairs() asked for
std::optional<Mismatch> law_mismatch(Obligation law, const LawContext& context, const LawOperands& operands,
                                     const PairResults& results);

}  // namespace semcheck
