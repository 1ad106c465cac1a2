#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace semcheck {

/// The top level of a PTX module: its directives, variables and functions, as views into its text.
class PtxItems {
 public:
  explicit PtxItems(std::string_view text);

  /// The text of an entry and of everything that it can reach, in a form that depends neither on names at the top level
  /// nor on comments, line numbers and the numbers that a compiler gives to functions; "" when there is no such entry.
  std::string reachable(std::string_view entry) const;

 private:
  std::string_view text_;
  std::vector<std::string_view> headers_;                    ///< .version, .target, .address_size, .pragma
  std::multimap<std::string_view, std::string_view> named_;  ///< a declaration and its definition share a name
};

}  // namespace semcheck
