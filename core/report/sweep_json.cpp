#include "core/report/sweep_json.h"

#include <fmt/format.h>

#include "core/report/printable.h"
#include "core/sweep/sweeps.h"

namespace semcheck {
namespace {

Json suspicions_json(const Tally& tally) {
  Json list = Json::array();
  for (const auto& [key, entry] : tally.wrong) {
    const Suspicion suspicion = suspicion_of(key);
    list.push_back({{"likely", name(suspicion.likely)},
                    {"otherwise", name(suspicion.otherwise)},
                    {"third", name(suspicion.third)},
                    {"signaling", has_signaling_operand(key)},
                    {"count", entry.count},
                    {"lowest", entry.lowest}});
  }
  return list;
}

std::string digest_text(Bits digest) {
  return fmt::format("0x{:016x}", digest);
}

Json laws_json(const Tally& laws) {
  return {{"cases", laws.cases},
          {"unchecked", laws.unchecked},
          {"digest", digest_text(laws.digest)},
          {"suspicions", suspicions_json(laws)}};
}

Json range_json(Range range) {
  return Json::array({range.first, range.last});
}

Json ranges_json(const std::vector<Range>& ranges) {
  Json list = Json::array();
  for (const Range& range : ranges) list.push_back(range_json(range));
  return list;
}

Json counts_json(const Sweep& sweep) {
  Json counts = Json::object();
  for (Obligation o : sweep.breaks().items()) counts[std::string(name(o))] = sweep.count[static_cast<std::size_t>(o)];
  return counts;
}

Json examples_json(const Sweep& sweep, const Operation& operation) {
  Json list = Json::array();
  for (const SweepExample& example : sweep.part.examples) {
    Json json = {{"index", example.index}};
    json.update(example_json(operation, example.mismatch));
    if (example.layer || !example.evidence.empty()) {
      json["layer"] = example.layer ? name(*example.layer) : "";
      json["evidence"] = printable(example.evidence);
    }
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

void update_sweep_json(const Sweep& sweep, Json examples, Json& json) {
  const Tally& rules = sweep.part.rules;
  json["share"] = range_json(sweep.share);
  json["done"] = ranges_json(sweep.part.done);
  json["cases"] = rules.cases;
  json["unchecked"] = rules.unchecked;
  json["mismatches"] = rules.mismatches() + sweep.part.laws.mismatches();
  json["digest"] = digest_text(rules.digest);
  json["breaks"] = counts_json(sweep);
  json["suspicions"] = suspicions_json(rules);
  json["laws"] = laws_json(sweep.part.laws);
  json["audited"] = sweep.part.audited;
  json["error"] = printable(sweep.error);
  json["examples"] = std::move(examples);
}

Json sweeps_json(const Result& result, const Operation& operation) {
  Json list = Json::array();
  for (const Sweep& sweep : result.sweeps) {
    // One that cannot be made has no space.
    const bool has_space = sweep.total > 0;
    Json json = {{"kind", has_space ? name(sweep.space.kind) : ""},
                 {"supplied", sweep.supplied},
                 {"identity", printable(sweep.part.identity)},
                 {"seed", sweep.space.seed},
                 {"total", sweep.total},
                 {"not_swept", printable(sweep.not_swept)},
                 {"no_laws", printable(sweep.no_laws)}};
    update_sweep_json(sweep, examples_json(sweep, operation), json);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace semcheck
