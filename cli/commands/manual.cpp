#include <fmt/format.h>

#include <algorithm>

#include "cli/command_line.h"
#include "cli/commands/command.h"
#include "cli/help.h"

namespace semcheck {

namespace {

/// Text as roff shows it unchanged: no escapes, hyphens that can be copied, no line taken for a request.
std::string roff(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool line_start = i == 0 || text[i - 1] == '\n';
    if (line_start && (text[i] == '.' || text[i] == '\'')) result += "\\&";
    if (text[i] == '\\')
      result += "\\e";
    else if (text[i] == '-')
      result += "\\-";
    else
      result += text[i];
  }
  return result;
}

std::string entry(const std::string& term, const std::string& text) {
  return fmt::format(".TP\n.B {}\n{}\n", roff(term), roff(text));
}

std::string option_entry(const CLI::Option& option) {
  return entry(option_form(option), option_summary(option));
}

std::string examples(const CLI::App& app) {
  return fmt::format(".EX\n{}\n.EE\n", roff(app.get_footer()));
}

std::string command_section(const CLI::App& command) {
  std::string text = fmt::format(".SS {}\n{}.\n.PP\n.B {}\n", roff(command.get_name()), roff(command.get_description()),
                                 roff(usage_line(command)));
  for (const CLI::Option* option : shown_positionals(command)) text += option_entry(*option);
  for (const CLI::Option* option : shown_options(command)) text += option_entry(*option);
  return text + ".PP\nExamples:\n.PP\n" + examples(command);
}

struct ExitRow {
  ExitCode code;
  const char* meaning;
};

constexpr ExitRow kExitCodes[] = {
    {ExitCode::as_declared, "everything is as the specs declare"},
    {ExitCode::not_as_declared,
     "something is not as declared: an undeclared break, a declared break that did not happen, "
     "or a variant without a result"},
    {ExitCode::bad_usage, "bad usage, or an invalid spec"},
    {ExitCode::environment, "the environment cannot do it: a GPU, driver, compiler or file is missing"},
    {ExitCode::internal_error, "an internal error of semcheck; please report it"},
    {ExitCode::interrupted, "interrupted by SIGINT or SIGTERM; the reports written are valid and marked partial"},
};

constexpr const char* kEnvironment[][2] = {
    {"CUDA_HOME, CUDA_PATH", "folder of the CUDA Toolkit whose compilers are used, unless --toolkit names one"},
    {"NO_COLOR", "when set and not empty, no colour is used"},
    {"CLICOLOR_FORCE", "when set and not 0, colour is used even where the output is no terminal"},
};

std::string manual(const CLI::App& program) {
  std::string text = fmt::format(
      ".TH SEMCHECK 1 \"\" \"semcheck {0}\"\n.SH NAME\nsemcheck \\- {1}\n.SH SYNOPSIS\n.B {2}\n"
      ".SH COMMANDS\n",
      SEMCHECK_VERSION, roff(program.get_description()), roff(usage_line(program)));
  for (const CLI::App* command : shown_subcommands(program)) text += command_section(*command);
  text += ".SH OPTIONS\n";
  for (const CLI::Option* option : shown_options(program)) text += option_entry(*option);
  text += ".SH EXIT STATUS\n";
  for (const ExitRow& row : kExitCodes) text += entry(std::to_string(static_cast<int>(row.code)), row.meaning);
  text += ".SH ENVIRONMENT\n";
  for (const auto& row : kEnvironment) text += entry(row[0], row[1]);
  return text + ".SH EXAMPLES\n" + examples(program);
}

}  // namespace

Action add_manual(CLI::App& command, CommonOptions&) {
  const CLI::App* program = command.get_parent();
  return [program](const Terminal&) {
    print(manual(*program));
    return ExitCode::as_declared;
  };
}

}  // namespace semcheck
