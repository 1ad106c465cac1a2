#include "cli/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/terminal.h"

namespace semcheck {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view kEraseLine = "\r\033[K";

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
}

void ProgressLine::draw_until_stopped() {
  std::unique_lock lock(mutex_);
  bool drawn = false;
  auto next = start_ + 500ms;
  while (!changed_.wait_until(lock, next, [this] { return stopped_; })) {
    next = std::chrono::steady_clock::now() + 100ms;
    if (!progress_) continue;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    print_diagnostic(std::string(kEraseLine) + progress_text(*progress_, elapsed.count(), terminal_columns() - 1));
    drawn = true;
  }
  if (drawn) print_diagnostic(kEraseLine);
}

}  // namespace semcheck
