#include "core/report/json_parts.h"

namespace semcheck {

Json list_of(const ObligationSet& set) {
  Json list = Json::array();
  for (std::string_view word : names(set)) list.push_back(word);
  return list;
}

Json rules_json(const Rules& rules) {
  Json object = Json::object();
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    const ObligationRow& rule = row(static_cast<Obligation>(i));
    Json values = Json::array();
    for (std::size_t v = 0; v < rule.values.size(); ++v)
      if (((rules.allowed[i] >> v) & 1) != 0) values.push_back(rule.values[v].name);
    if (!values.empty()) object[std::string(rule.name)] = values.size() == 1 ? values.front() : values;
  }
  return object;
}

}  // namespace semcheck
