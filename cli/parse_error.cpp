#include "cli/parse_error.h"

#include <fmt/format.h>

#include "cli/command_line.h"
#include "cli/help.h"
#include "core/spec/diagnostic.h"

namespace semcheck {

namespace {

std::string suggestion(const std::string& word, const std::vector<std::string>& known, const CLI::App& command) {
  const std::string help = did_you_mean(word, {known.begin(), known.end()});
  return help.empty() ? "write " + usage_line(command) : help;
}

UsageError unknown_option(const std::string& word, const CLI::App& command) {
  std::vector<std::string> known;
  for (const CLI::Option* option : shown_options(command))
    for (const std::string& name : dashed_names(*option)) known.push_back(name);
  const std::string name = word.substr(0, word.find('='));
  return UsageError(fmt::format("unknown option {}", name), suggestion(name, known, command));
}

UsageError unknown_command(const std::string& word, const CLI::App& app) {
  std::vector<std::string> known;
  for (const CLI::App* command : shown_subcommands(app)) known.push_back(command->get_name());
  return UsageError(fmt::format("unknown command \"{}\"", word), suggestion(word, known, app));
}

UsageError unknown_word(const std::string& word, const CLI::App& app) {
  const CLI::App& command = innermost(app);
  if (word.size() > 1 && word.front() == '-') return unknown_option(word, command);
  if (&command == &app) return unknown_command(word, app);
  return UsageError(fmt::format("unexpected argument \"{}\"", word), "write " + usage_line(command));
}

/// CLI11's message in our words: it says `--json: 1 required FILE missing`.
std::string message_of(const CLI::ParseError& error) {
  std::string message = error.what();
  for (const char* missing : {": 1 required ", ": needs a value"})
    if (const std::size_t at = message.find(missing); at != std::string::npos)
      return message.substr(0, at) + " needs a value";
  return message;
}

}  // namespace

UsageError usage_error(const CLI::ParseError& error, const CLI::App& app) {
  const std::vector<std::string> remaining = app.remaining(true);
  if (!remaining.empty()) return unknown_word(remaining.front(), app);
  const CLI::App& command = innermost(app);
  const std::string message = &command == &app ? "a command is required" : message_of(error);
  return UsageError(message, "write " + usage_line(command));
}

}  // namespace semcheck
