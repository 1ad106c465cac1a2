#pragma once

#include <stdexcept>
#include <string>

namespace semcheck {

/// semcheck contradicts itself, so that none of its verdicts can be trusted. Caught in main, exit code 70.
class InternalError : public std::runtime_error {
 public:
  explicit InternalError(const std::string& what) : std::runtime_error(what) {}
  /// What the user does about it.
  static std::string help() {
    return "this is a mistake of semcheck, and no verdict was given; please report it with the command and the spec";
  }
};

}  // namespace semcheck
