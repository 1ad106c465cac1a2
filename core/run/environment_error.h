#pragma once

#include <stdexcept>
#include <string>

namespace semcheck {

/// The environment cannot do what was asked: a missing GPU, driver, compiler or file. Caught in main, exit code 3.
class EnvironmentError : public std::runtime_error {
 public:
  EnvironmentError(const std::string& what, std::string help) : std::runtime_error(what), help_(std::move(help)) {}
  /// What to install or to change.
  const std::string& help() const { return help_; }

 private:
  std::string help_;
};

}  // namespace semcheck
