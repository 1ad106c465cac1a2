#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace semcheck {

/// How a program ended, and what it said.
struct ChildResult {
  int exit_code = -1;  ///< -1 when it did not end by itself
  bool timed_out = false;
  std::string out;
  std::string err;
  std::string
      failure;  ///< why there is no exit code: "cannot start nvcc: …", "timed out after 120 s"; "" when there is
};

/// Runs a program to its end, with nothing on its input and no shell between. It and what it starts are killed when the
/// time is over. A program without '/' in its name is looked for on PATH.
ChildResult run_child(const std::vector<std::string>& command, std::chrono::milliseconds timeout);

}  // namespace semcheck
