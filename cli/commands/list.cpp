#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/commands/command.h"
#include "cli/options.h"
#include "cli/topics.h"
#include "cli/usage_error.h"
#include "device/devices.h"

namespace semcheck {

namespace {

constexpr const char* kTables =
    "operations|rules|laws|dtypes|profiles|matrices|supplies|sweeps|draws|forms|layers|devices";

struct Given {
  std::string table;
  bool names = false;
};

std::vector<Topic> devices() {
  std::vector<Topic> topics;
  for (const ListedDevice& device : list_devices())
    topics.push_back({device.name, fmt::format("{}, {}", device.info.name, device.info.arch), {}});
  return topics;
}

std::vector<Topic> topics_of(const std::string& table) {
  if (table == "devices") return devices();
  const auto found = std::ranges::find(topic_tables(), std::string_view(table), &TopicTable::name);
  return found->topics();
}

ExitCode list(const Given& given) {
  require_choice("TABLE", given.table, kTables);
  const std::vector<Topic> topics = topics_of(given.table);
  std::size_t width = 0;
  for (const Topic& topic : topics) width = std::max(width, topic.name.size());
  for (const Topic& topic : topics)
    print(given.names ? topic.name + "\n" : fmt::format("{:<{}}  {}\n", topic.name, width, topic.summary));
  return ExitCode::as_declared;
}

}  // namespace

Action add_list(CLI::App& command, CommonOptions&) {
  const auto given = std::make_shared<Given>();
  command.add_option("TABLE", given->table, "what to list")->type_name(kTables)->required();
  command.add_flag("--names", given->names, "print only the names, one a line");
  return [given](const Terminal&) { return list(*given); };
}

}  // namespace semcheck
