#pragma once

#include <string>
#include <string_view>

namespace semcheck {

enum class ColorChoice { automatic, always, never };

/// What is known about the terminal, decided once.
struct Terminal {
  bool color_out = false;  ///< escape sequences on stdout
  bool color_err = false;
  bool progress = false;    ///< stderr is a terminal that takes a progress line
  std::size_t columns = 0;  ///< characters of a line on stdout; 0 where it is no terminal
};

/// Decides by the user's choice, then NO_COLOR, then CLICOLOR_FORCE, then what the streams are.
Terminal open_terminal(ColorChoice choice);

/// Writes text to stdout.
void print(std::string_view text);
/// Writes text to stderr.
void print_diagnostic(std::string_view text);
/// `semcheck: error: …` and, when there is one, `help: …` on stderr.
void print_error(const Terminal& terminal, std::string_view message, std::string_view help);

/// Flushes stdout. Returns false when what was written could not be delivered (a full disk).
bool flush_output();

}  // namespace semcheck
