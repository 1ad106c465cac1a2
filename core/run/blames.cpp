#include "core/run/blames.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "core/run/hearing.h"
#include "core/run/law_check.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

/// Elements that exact types are asked about for one trial: rows can be long, and their arithmetic is interpreted.
constexpr std::size_t kMostElements = 1 << 16;

std::size_t elements_of(const Cases& cases, std::size_t i) {
  return cases.starts.empty() ? cases.operands.size() : cases.starts[i + 1] - cases.starts[i];
}

/// The faults that are followed: all of them as long as their elements are few, and the first of each obligation.
std::vector<Fault> followed(const std::vector<Fault>& faults, const Cases& cases) {
  std::vector<Fault> some;
  std::size_t elements = 0;
  ObligationSet seen;
  for (const Fault& fault : faults) {
    const std::size_t more = elements_of(cases, fault.index);
    if (seen.contains(fault.breaks) && elements + more > kMostElements) continue;
    seen.insert(fault.breaks);
    elements += more;
    some.push_back(fault);
  }
  return some;
}

std::vector<std::size_t> numbers_of(const std::vector<Fault>& faults) {
  std::vector<std::size_t> numbers;
  numbers.reserve(faults.size());
  for (const Fault& fault : faults) numbers.push_back(fault.index);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

/// Which of the others keeps what the PTX says.
std::string who_keeps_it(const Testimony& t) {
  const std::string_view own = name(t.path), other = name(other_of(t.path));
  if (t.other_path == t.ptx) return fmt::format("; {} keeps it", other);
  if (t.other_level == t.ptx) return fmt::format("; {} at another level keeps it", own);
  if (t.other_path_and_level == t.ptx) return fmt::format("; {} at another level keeps it", other);
  return "";
}

/// The paths that gave what the device gave.
std::string_view by_whom(const Testimony& t) {
  return t.path != Path::ptx && t.other_path == t.device ? "cubin and jit" : name(t.path);
}

/// Why the layers could not be told apart.
std::string what_is_unknown(const Hearing& hearing, const Testimony& t, const std::string& told) {
  if (t.order_is_open && t.ptx) return fmt::format("{}, in another order of its atomics", told);
  if (!t.ptx) return fmt::format("the interpreter cannot run its PTX: {}", hearing.ptx_missing());
  if (t.ptx == t.device)
    return fmt::format("its PTX gives the same, but its source was not carried: {}", hearing.source_missing());
  const bool heard = t.other_path && t.other_level && t.other_path_and_level;
  return fmt::format("{}; {}", told, heard ? "paths and levels disagree" : "not every path and level gave a result");
}

std::string evidence_line(const Operation& operation, const Hearing& hearing, std::size_t number, Layer layer) {
  const Testimony t = hearing.testimony(number);
  const std::string where = case_name(operation, hearing.witness(number));
  const auto bits = [&](const std::optional<Bits>& b) { return hex(operation.result, b.value_or(0)); };
  const std::string assembled =
      fmt::format("{} is {} by its PTX, {} by {}", where, bits(t.ptx), bits(t.device), by_whom(t));
  switch (layer) {
    case Layer::source: return fmt::format("{} is {} over exact types too", where, bits(t.device));
    case Layer::front_end:
      return fmt::format("{} is {} over exact types, {} by its PTX", where, bits(t.source), bits(t.device));
    case Layer::ptxas:
    case Layer::driver: return assembled + who_keeps_it(t);
    case Layer::hardware: return assembled + " at every level";
    default: return what_is_unknown(hearing, t, assembled);
  }
}

/// The blame for an obligation at a layer, which is added where it is not there yet.
Blame& entry(std::vector<Blame>& blames, Obligation breaks, Layer layer) {
  const auto found = std::find_if(blames.begin(), blames.end(),
                                  [&](const Blame& b) { return b.breaks == breaks && b.layer == layer; });
  return found != blames.end() ? *found : blames.emplace_back(Blame{breaks, layer, 0, ""});
}

void charge(const Operation& operation, const Hearing& hearing, const Fault& fault, Layer layer,
            std::vector<Blame>& blames) {
  Blame& charged = entry(blames, fault.breaks, layer);
  if (charged.mismatches++ == 0) charged.evidence = evidence_line(operation, hearing, fault.index, layer);
}

Suspect suspect_of(const Trial& trial, const Workload& work, const Trial* other_path) {
  return {*trial.kernel, trial.supply ? trial.supply->cases : work.cases, trial.supply, trial.bits,
          other_path != nullptr ? &other_path->bits : nullptr};
}

/// Where a supply follows its source, `array` is what went astray.
Suspect array_of(const Trial& trial, const Trial* other_path) {
  return {*trial.kernel, trial.supply->cases, nullptr, trial.reference,
          other_path != nullptr ? &other_path->reference : nullptr};
}

const Trial* on_other_path(const Trial& trial, const std::vector<Trial>& siblings) {
  for (const Trial& other : siblings)
    if (other.kernel->variant == trial.kernel->variant && other.supply == trial.supply &&
        other.kernel->path != trial.kernel->path && !other.bits.empty())
      return &other;
  return nullptr;
}

void charge_invariance(const Operation& operation, const Trial& trial, const Hearing& hearing,
                       const std::vector<Fault>& faults, const Trial* other_path, Evidence& evidence,
                       std::vector<Blame>& blames) {
  std::vector<Fault> astray;
  for (const Fault& fault : faults) {
    const Layer layer = blame(hearing.testimony(fault.index));
    if (layer == Layer::source)
      astray.push_back(fault);
    else
      charge(operation, hearing, fault, layer, blames);
  }
  if (astray.empty()) return;
  const Hearing array(array_of(trial, other_path), numbers_of(astray), evidence);
  for (const Fault& fault : astray) charge(operation, array, fault, blame(array.testimony(fault.index)), blames);
}

/// The laws that break when a layer evaluates the operation; nothing when it cannot.
std::optional<ObligationSet> broken_laws(const Spec& spec, const Workload& work, const Trial& trial,
                                         const Evaluate& evaluate) {
  Judgement judgement;
  if (!check_laws_of(spec, work, trial.rules, {}, evaluate, 0, judgement)) return std::nullopt;
  return judgement.breaks();
}

Evaluate evaluator(std::function<Statement(const Cases&)> layer) {
  return [layer = std::move(layer)](const Cases& cases) -> std::optional<std::vector<Bits>> {
    Statement statement = layer(cases);
    return statement.why_not.empty() ? std::optional(std::move(statement.bits)) : std::nullopt;
  };
}

/// A part of the workload that shows the broken laws: of rows the short special ones, if they do.
Workload enough_for_laws(const Spec& spec, const Workload& all, const Trial& trial, const ObligationSet& broken,
                         Evidence& evidence) {
  if (!is_row_operation(spec.operation.kind)) return {{}, all.values, {}};
  constexpr std::size_t kShort = 17;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < all.cases.special; ++i)
    if (elements_of(all.cases, i) <= kShort) numbers.push_back(i);
  Workload some{cases_at(all.cases, numbers), all.values, {}};
  const Feed array;
  const auto seen =
      broken_laws(spec, some, trial, evaluator([&](const Cases& cases) {
                    return evidence.as_built(*trial.kernel->variant, trial.kernel->path, {{&array, &cases}});
                  }));
  return seen && (broken - *seen).empty() ? some : Workload{all.cases, all.values, {}};
}

/// Who breaks the laws of a trial, layer by layer.
struct LawBreakers {
  std::optional<ObligationSet> source, ptx, other_path, other_level, other_path_and_level;
};

LawBreakers law_breakers(const Spec& spec, const Workload& work, const Trial& trial, const ObligationSet& broken,
                         Evidence& evidence) {
  const Variant& variant = *trial.kernel->variant;
  const Path own = trial.kernel->path;
  const Path other = other_of(own);
  const Feed array;
  const auto laws_of = [&](std::function<Statement(const Cases&)> layer) {
    return broken_laws(spec, work, trial, evaluator(std::move(layer)));
  };
  LawBreakers breakers;
  breakers.source = laws_of([&](const Cases& cases) { return evidence.source(variant, cases); });
  breakers.ptx = own == Path::ptx ? broken : laws_of([&](const Cases& c) {
    return evidence.ptx(variant, {{&array, &c}});
  });
  if (!breakers.ptx || (broken - *breakers.ptx).empty()) return breakers;
  breakers.other_path = laws_of([&](const Cases& c) { return evidence.as_built(variant, other, {{&array, &c}}); });
  breakers.other_level = laws_of([&](const Cases& c) { return evidence.at_other_level(variant, own, {{&array, &c}}); });
  breakers.other_path_and_level = laws_of([&](const Cases& c) {
    return evidence.at_other_level(variant, other, {{&array, &c}});
  });
  return breakers;
}

/// 1 for a layer that breaks the law, 0 for one that keeps it.
std::optional<Bits> breaks(const std::optional<ObligationSet>& laws, Obligation law) {
  return laws ? std::optional<Bits>(laws->contains(law)) : std::nullopt;
}

std::string law_evidence(Layer layer) {
  switch (layer) {
    case Layer::source: return "over exact types it does not hold either";
    case Layer::front_end: return "over exact types it holds, by its PTX it does not";
    case Layer::ptxas:
    case Layer::driver: return "by its PTX it holds";
    case Layer::hardware: return "by its PTX it holds, by cubin and jit at no level";
    default: return "its source or its PTX could not be asked";
  }
}

}  // namespace

std::vector<Blame> rule_blames(const Spec& spec, const Workload& work, const Trial& trial, const Judgement& judgement,
                               const std::vector<Trial>& siblings, Evidence& evidence) {
  std::vector<Blame> blames;
  if (judgement.faults.empty()) return blames;
  const Trial* other_path = on_other_path(trial, siblings);
  const Suspect suspect = suspect_of(trial, work, other_path);
  const std::vector<Fault> faults = followed(judgement.faults, suspect.cases);
  const Hearing hearing(suspect, numbers_of(faults), evidence);
  std::vector<Fault> invariance;
  for (const Fault& fault : faults)
    if (fault.breaks == Obligation::supply_invariant)
      invariance.push_back(fault);
    else
      charge(spec.operation, hearing, fault, blame(hearing.testimony(fault.index)), blames);
  charge_invariance(spec.operation, trial, hearing, invariance, other_path, evidence, blames);
  return blames;
}

std::vector<Blame> law_blames(const Spec& spec, const Workload& all, const Trial& trial, const Judgement& judgement,
                              Evidence& evidence) {
  ObligationSet broken;
  for (Obligation o : judgement.breaks().items())
    if (is_law(o)) broken.insert(o);
  std::vector<Blame> blames;
  if (broken.empty()) return blames;
  const Workload work = enough_for_laws(spec, all, trial, broken, evidence);
  const LawBreakers by = law_breakers(spec, work, trial, broken, evidence);
  for (Obligation law : broken.items()) {
    const Layer layer = blame({trial.kernel->path, 1, breaks(by.source, law), breaks(by.ptx, law),
                               breaks(by.other_path, law), breaks(by.other_level, law),
                               breaks(by.other_path_and_level, law), has_open_order(*trial.kernel->variant)});
    blames.push_back({law, layer, judgement.count[static_cast<std::size_t>(law)], law_evidence(layer)});
  }
  return blames;
}

}  // namespace semcheck
