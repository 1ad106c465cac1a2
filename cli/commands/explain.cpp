#include <fmt/format.h>

#include <memory>

#include "cli/commands/command.h"
#include "cli/options.h"
#include "cli/topics.h"
#include "cli/usage_error.h"
#include "core/spec/diagnostic.h"

namespace semcheck {

namespace {

struct Given {
  std::string term;
  bool names = false;
};

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const TopicTable& table : topic_tables())
    for (const Topic& topic : table.topics()) names.push_back(topic.name);
  return names;
}

/// The texts of every topic of that name: `max` may be an operation and, one day, something else besides.
std::string explanations(const std::string& term) {
  std::string text;
  for (const TopicTable& table : topic_tables())
    for (const Topic& topic : table.topics())
      if (topic.name == term)
        text += fmt::format("{}{} {}: {}\n\n{}", text.empty() ? "" : "\n", table.singular, topic.name, topic.summary,
                            topic.explanation());
  return text;
}

ExitCode explain(const Given& given) {
  const std::vector<std::string> names = all_names();
  if (given.names) {
    print(fmt::format("{}\n", fmt::join(names, "\n")));
    return ExitCode::as_declared;
  }
  if (given.term.empty()) throw UsageError("TERM is required", "semcheck explain --names prints every term");
  const std::string text = explanations(given.term);
  if (text.empty()) {
    std::string help = did_you_mean(given.term, {names.begin(), names.end()});
    if (help.empty()) help = "semcheck explain --names prints every term";
    throw UsageError(fmt::format("nothing is called \"{}\"", given.term), help);
  }
  print(text);
  return ExitCode::as_declared;
}

}  // namespace

Action add_explain(CLI::App& command, CommonOptions&) {
  const auto given = std::make_shared<Given>();
  command.add_option("TERM", given->term, "what to explain: any word that list or a report shows")->type_name("TERM");
  command.add_flag("--names", given->names, "print every term, one a line");
  return [given](const Terminal&) { return explain(*given); };
}

}  // namespace semcheck
