#include <algorithm>

#include "core/report/blame.h"
#include "core/report/json_reader.h"
#include "core/report/printable.h"
#include "core/report/result_json.h"
#include "core/run/conclude.h"

namespace semcheck {
namespace {

Dtype dtype_of(const std::string& word) {
  if (const auto dtype = find_dtype(word)) return *dtype;
  throw ReportFault("one of its dtypes is none");
}

Verdict verdict_at(const Json& json) {
  const std::string word = string_at(json, "verdict");
  for (const VerdictRow& row : verdicts())
    if (row.name == word) return row.verdict;
  throw ReportFault("one of its verdicts is none");
}

Layer layer_at(const Json& json) {
  const std::string word = string_at(json, "layer");
  for (const LayerRow& row : layers())
    if (row.name == word) return row.layer;
  throw ReportFault("one of its layers is none");
}

ObligationSet obligations_at(const Json& json, const char* key) {
  ObligationSet set;
  for (const Json& word : list_at(json, key)) {
    if (!word.is_string()) throw ReportFault("one of its rules is none");
    set.insert(known_obligation(word.get<std::string>()));
  }
  return set;
}

Judgement read_judgement(const Json& json) {
  Judgement judgement;
  judgement.cases = count_at(json, "cases");
  judgement.unchecked = count_at(json, "unchecked_cases");
  judgement.mismatches = count_at(json, "mismatches");
  const Json& counts = member(json, "counts");
  if (!counts.is_object() || judgement.unchecked > judgement.cases) throw ReportFault("one of its results is none");
  for (const auto& [word, count] : counts.items())
    judgement.count[static_cast<std::size_t>(known_obligation(word))] = count_of(count);
  return judgement;
}

/// Those of the special cases.
std::vector<Blame> read_blames(const Json& json, const ObligationSet& broken) {
  std::vector<Blame> blames;
  for (const Json& item : list_at(json, "blames")) {
    const Obligation rule = obligation_at(item, "rule");
    if (broken.contains(rule))
      blames.push_back({rule, layer_at(item), count_at(item, "mismatches"), string_at(item, "evidence")});
  }
  return blames;
}

}  // namespace

Operation read_operation(const Json& spec) {
  const auto kind = find_operation(string_at(spec, "operation"));
  if (!kind) throw ReportFault("one of its operations is none");
  Operation operation = operation_over(*kind, dtype_of(string_at(spec, "dtype")));
  operation.name = string_at(spec, "name");
  operation.result = dtype_of(string_at(spec, "result"));
  operation.operands.clear();
  for (const Json& word : list_at(spec, "operands"))
    operation.operands.push_back(dtype_of(word.is_string() ? word.get<std::string>() : ""));
  if (operation.operands.empty() || operation.operands.size() > static_cast<std::size_t>(kMostOperands))
    throw ReportFault("one of its operations has no operands");
  return operation;
}

ReportedResult read_result(const Json& json) {
  ReportedResult read;
  Result& result = read.result;
  result.variant = string_at(json, "variant");
  result.build = string_at(json, "build");
  result.supply = string_at(json, "supply");
  result.judgement = read_judgement(json);
  result.declared_breaks = obligations_at(json, "declared_breaks");
  result.verdict = verdict_at(json);
  result.as_declared = flag_at(json, "as_declared");
  result.breaks = result.judgement.breaks();
  result.blames = read_blames(json, result.breaks);
  result.error = string_at(json, "error");
  if (is_of_a_sweep(result.error)) result.error.clear();
  for (const Json& sweep : list_at(json, "sweeps")) read.sweeps.push_back(read_sweep(sweep));
  return read;
}

void take_swept_out(Json& json) {
  const ReportedResult read = read_result(json);
  json["blames"] = blames_json(read.result.blames);
  json["error"] = read.result.error;
  if (read.result.verdict != Verdict::unavailable)
    for (const char* key : {"verdict", "as_declared", "breaks", "layer"}) json.erase(key);
  for (Json& sweep : json["sweeps"]) update_sweep_json({}, Json::array(), sweep);
}

void update_verdict_json(const Result& result, Json& json) {
  json["verdict"] = name(result.verdict);
  json["as_declared"] = result.as_declared;
  json["breaks"] = list_of(result.breaks);
  json["layer"] = layer_of(result);
  json["blames"] = blames_json(result.blames);
  json["error"] = printable(result.error);
}

}  // namespace semcheck
