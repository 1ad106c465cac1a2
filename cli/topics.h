#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace semcheck {

/// Something that `list` shows and `explain` explains.
struct Topic {
  std::string name;
  std::string summary;
  std::function<std::string()> explanation;  ///< the long text, made when it is asked for
};

/// Topics of one kind: `rules`, `laws`, … and what one of them is called.
struct TopicTable {
  std::string_view name;
  std::string_view singular;
  std::vector<Topic> (*topics)();
};

/// All tables of topics, in the order in which they are searched. Each is read from the one table of its part.
const std::vector<TopicTable>& topic_tables();

}  // namespace semcheck
