#pragma once

#include <stdexcept>
#include <string>

namespace semcheck {

/// The command line asks for something that cannot be meant. Caught in main, exit code 2.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& what, std::string help = "")
      : std::runtime_error(what), help_(std::move(help)) {}
  const std::string& help() const { return help_; }

 private:
  std::string help_;
};

}  // namespace semcheck
