#include <fmt/format.h>

#include <string_view>

#include "cli/command_line.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/parse_error.h"
#include "cli/usage_error.h"
#include "core/run/environment_error.h"
#include "core/run/internal_error.h"
#include "device/devices.h"

namespace semcheck {
namespace {

ColorChoice color_choice(const std::string& word) {
  require_choice("--color", word, "auto|always|never");
  if (word == "auto") return ColorChoice::automatic;
  return word == "always" ? ColorChoice::always : ColorChoice::never;
}

/// Parses the command line and does what it says. Faults are thrown.
ExitCode obey(CommandLine& line, int argc, char** argv, Terminal& terminal) {
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    print(help_text(innermost(line.app)));
    return ExitCode::as_declared;
  } catch (const CLI::CallForVersion& version) {
    print(fmt::format("{}\n", version.what()));
    return ExitCode::as_declared;
  } catch (const CLI::ParseError& error) {
    throw usage_error(error, line.app);
  }
  terminal = open_terminal(color_choice(line.common.color));
  return chosen_action(line)(terminal);
}

ExitCode run_program(int argc, char** argv) {
  const std::unique_ptr<CommandLine> line = make_command_line();
  Terminal terminal = open_terminal(ColorChoice::automatic);
  try {
    const ExitCode code = obey(*line, argc, argv, terminal);
    if (!flush_output()) throw EnvironmentError("cannot write to stdout", "");
    return code;
  } catch (const UsageError& error) {
    print_error(terminal, error.what(), error.help());
    return ExitCode::bad_usage;
  } catch (const EnvironmentError& error) {
    print_error(terminal, error.what(), error.help());
    return ExitCode::environment;
  } catch (const InternalError& error) {
    print_error(terminal, error.what(), InternalError::help());
    return ExitCode::internal_error;
  } catch (const std::exception& error) {
    print_error(terminal, fmt::format("internal error: {}", error.what()),
                "this is a mistake of semcheck; please report it with the command and the spec");
    return ExitCode::internal_error;
  }
}

}  // namespace
}  // namespace semcheck

int main(int argc, char** argv) {
  // Variants run in a child process that is this program again, so that one that crashes costs only itself.
  if (argc > 1 && std::string_view(argv[1]) == "__worker") return semcheck::worker_main(argc, argv);
  return static_cast<int>(semcheck::run_program(argc, argv));
}
