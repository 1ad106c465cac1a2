#include "cli/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "cli/terminal.h"

namespace semcheck {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view kEraseLine = "\r\033[K";

/// `310 G`, `2.10 G`, `65.5 k`: three digits and a power of 1000.
std::string in_short(double number) {
  constexpr std::array<std::string_view, 6> kPowers = {"", " k", " M", " G", " T", " P"};
  std::size_t power = 0;
  // What would be written as 1000 is 1.00 of the next power.
  for (; number >= 999.5 && power + 1 < kPowers.size(); ++power) number /= 1000;
  const int digits = power == 0 || number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
  return fmt::format("{:.{}f}{}", number, digits, kPowers[power]);
}

/// `3 s`, `12 min`, `5.1 h`.
std::string duration(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::size_t terminal_columns() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string progress_text(const Progress& progress, double seconds, std::size_t columns) {
  std::string text = fmt::format("[{}/{}] {}, {:.0f} s", progress.done, progress.total, progress.what, seconds);
  if (progress.done > 0) {
    const double each = seconds / static_cast<double>(progress.done);
    text += fmt::format(", about {:.0f} s left", each * static_cast<double>(progress.total - progress.done));
  }
  return text.substr(0, columns);
}

std::string sweep_progress_text(const Progress& progress, std::uint64_t before, double seconds, std::size_t columns) {
  std::string text =
      fmt::format("{}: swept {} of {} cases", progress.what, in_short(static_cast<double>(progress.swept)),
                  in_short(static_cast<double>(progress.to_sweep)));
  if (progress.swept > before && seconds > 0) {
    const double rate = static_cast<double>(progress.swept - before) / seconds;
    const double left = static_cast<double>(progress.to_sweep - std::min(progress.swept, progress.to_sweep)) / rate;
    text += fmt::format(", {}/s, about {} left", in_short(rate), duration(left));
  }
  return text.substr(0, columns);
}

ProgressLine::ProgressLine(bool enabled) {
  if (enabled) drawer_ = std::thread([this] { draw_until_stopped(); });
}

ProgressLine::~ProgressLine() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_one();
  if (drawer_.joinable()) drawer_.join();
}

void ProgressLine::update(const Progress& progress) {
  const std::lock_guard lock(mutex_);
  progress_ = progress;
  if (progress.to_sweep == 0 || swept_before_) return;
  swept_before_ = progress.swept;
  sweep_start_ = std::chrono::steady_clock::now();
}

std::string ProgressLine::text(std::size_t columns) const {
  const auto seconds_since = [](std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  return swept_before_ ? sweep_progress_text(*progress_, *swept_before_, seconds_since(sweep_start_), columns)
                       : progress_text(*progress_, seconds_since(start_), columns);
}

void ProgressLine::draw_until_stopped() {
  std::unique_lock lock(mutex_);
  bool drawn = false;
  auto next = start_ + 500ms;
  while (!changed_.wait_until(lock, next, [this] { return stopped_; })) {
    next = std::chrono::steady_clock::now() + 100ms;
    if (!progress_) continue;
    print_diagnostic(std::string(kEraseLine) + text(terminal_columns() - 1));
    drawn = true;
  }
  if (drawn) print_diagnostic(kEraseLine);
}

}  // namespace semcheck
