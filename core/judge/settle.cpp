#include "core/judge/settle.h"

#include <algorithm>
#include <array>

namespace semcheck {
namespace {

/// Of the obligations that explain a result the first that is proved broken, or else the likeliest.
Obligation settled(const Suspicion& suspicion, const ObligationSet& proved) {
  if (proved.contains(suspicion.likely)) return suspicion.likely;
  if (proved.contains(suspicion.otherwise)) return suspicion.otherwise;
  if (suspicion.third != Obligation::value && proved.contains(suspicion.third)) return suspicion.third;
  return suspicion.likely;
}

/// design: `snan` when only signaling operands make one side a NaN and the other not, or a clamp take another bound.
constexpr std::array kShownByNans = {Obligation::nan, Obligation::clamp_form, Obligation::clamp_nan_bound};

void blame_signaling(const ObligationSet& proved, Settlement& settlement) {
  for (Obligation rule : kShownByNans) {
    const bool quiet_too = std::any_of(settlement.begin(), settlement.end(), [&](const auto& entry) {
      return entry.second == rule && !has_signaling_operand(entry.first);
    });
    if (quiet_too || proved.contains(rule)) continue;
    for (auto& [key, obligation] : settlement)
      if (obligation == rule) obligation = Obligation::snan;
  }
}

}  // namespace

Settlement settle(const Operation& operation, const ObligationSet& proved, std::span<const SuspicionKey> keys) {
  ObligationSet proved_by_all = proved;
  for (SuspicionKey key : keys)
    if (suspicion_of(key).certain()) proved_by_all.insert(suspicion_of(key).likely);
  Settlement settlement;
  for (SuspicionKey key : keys) settlement.emplace(key, settled(suspicion_of(key), proved_by_all));
  if (applies_to(Obligation::snan, subject_of(operation))) blame_signaling(proved, settlement);
  return settlement;
}

}  // namespace semcheck
