#pragma once

#include <chrono>

#include "core/report/junit.h"

namespace semcheck {

/// Measures wall time from its construction.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// What a report says about this program, this host and this moment.
JunitContext host_context();

}  // namespace semcheck
