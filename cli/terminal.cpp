#include "cli/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "core/report/printable.h"

namespace semcheck {

namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_terminal(int stream) {
  return isatty(stream) == 1 && environment("TERM") != "dumb";
}

bool wants_color(ColorChoice choice, int stream) {
  if (choice != ColorChoice::automatic) return choice == ColorChoice::always;
  // https://no-color.org: set and not empty. https://bixense.com/clicolors: CLICOLOR_FORCE set and not 0.
  if (!environment("NO_COLOR").empty()) return false;
  const std::string_view force = environment("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return true;
  return is_terminal(stream);
}

std::size_t columns_of(int stream) {
  winsize size{};
  return isatty(stream) == 1 && ioctl(stream, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::string painted(bool color, std::string_view code, std::string_view text) {
  return color ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

}  // namespace

Terminal open_terminal(ColorChoice choice) {
  return {wants_color(choice, STDOUT_FILENO), wants_color(choice, STDERR_FILENO), is_terminal(STDERR_FILENO),
          columns_of(STDOUT_FILENO)};
}

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void print_diagnostic(std::string_view text) {
  std::fflush(stdout);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print_error(const Terminal& terminal, std::string_view message, std::string_view help) {
  std::string text =
      fmt::format("semcheck: {} {}\n", painted(terminal.color_err, "1;31", "error:"), printable(message));
  if (!help.empty()) text += fmt::format("{} {}\n", painted(terminal.color_err, "1", "help:"), printable(help));
  print_diagnostic(text);
}

bool flush_output() {
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

}  // namespace semcheck
