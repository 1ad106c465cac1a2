#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "core/run/run.h"

namespace semcheck {

/// One line on stderr that says how far the work is, from half a second on, and is erased at the end.
class ProgressLine {
 public:
  /// @param enabled  false draws nothing
  explicit ProgressLine(bool enabled);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void update(const Progress& progress);

 private:
  void draw_until_stopped();
  std::string text(std::size_t columns) const;

  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Progress> progress_;
  std::optional<std::uint64_t> swept_before_;  ///< cases that sweeps had behind them when they began to show
  std::chrono::steady_clock::time_point sweep_start_;
  bool stopped_ = false;
  std::thread drawer_;
};

/// `[3/8] max_f32 [strict] · 2 s, about 4 s left`, cut to `columns` characters.
std::string progress_text(const Progress& progress, double seconds, std::size_t columns);

/// `max_f16 [default]: swept 2.10 G of 4.29 G cases, 310 G/s, about 7 s left`, cut to `columns` characters.
/// @param before   cases that were swept when the time began
/// @param seconds  since then
std::string sweep_progress_text(const Progress& progress, std::uint64_t before, double seconds, std::size_t columns);

}  // namespace semcheck
