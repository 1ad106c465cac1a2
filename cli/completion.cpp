#include "cli/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/command_line.h"
#include "cli/options.h"

namespace semcheck {

namespace {

/// How each shell completes the values of a placeholder: words, a command that prints words, or files.
struct ValueRow {
  std::string_view type;
  std::string_view words;    ///< fixed words
  std::string_view command;  ///< prints words, one a line
  bool files = false;
};

constexpr std::array kValues = {
    ValueRow{"SPEC", "", "", true},
    ValueRow{"FILE", "", "", true},
    ValueRow{"DIR", "", "", true},
    ValueRow{"DEVICE", "auto cuda cuda:all ptx", "", false},
    ValueRow{"TERM", "", "semcheck explain --names", false},
    ValueRow{"SUPPLY", "", "semcheck list supplies --names", false},
};

/// What may stand for an option or a positional. A type "a|b|c" lists its words itself.
struct Values {
  std::string words;
  std::string command;
  bool files = false;
};

Values values_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::vector<std::string> choices = choices_of(type);
  if (!choices.empty()) return {fmt::format("{}", fmt::join(choices, " ")), "", false};
  for (const ValueRow& row : kValues)
    if (row.type == type) return {std::string(row.words), std::string(row.command), row.files};
  return {};
}

bool takes_value(const CLI::Option& option) {
  return option.get_type_size() != 0 && !option.get_type_name().empty();
}

std::string joined_names(const std::vector<const CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options)
    for (std::string& name : dashed_names(*option)) names.push_back(std::move(name));
  return fmt::format("{}", fmt::join(names, " "));
}

std::string command_names(const CLI::App& program, std::string_view separator) {
  std::vector<std::string> names;
  for (const CLI::App* command : shown_subcommands(program)) names.push_back(command->get_name());
  return fmt::format("{}", fmt::join(names, separator));
}

/// Text inside single quotes of a shell.
std::string single_quoted(std::string_view text) {
  std::string result = "'";
  for (char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// bash

std::string bash_values(const Values& values) {
  if (values.files) return "compopt -o default";
  if (values.words.empty() && values.command.empty()) return ":";
  const std::string words = values.command.empty() ? values.words : fmt::format("$({} 2>/dev/null)", values.command);
  return fmt::format("COMPREPLY=($(compgen -W \"{}\" -- \"$current\"))", words);
}

std::string bash_command(const CLI::App& command) {
  std::string text = fmt::format("    {})\n      case $previous in\n", command.get_name());
  for (const CLI::Option* option : shown_options(command))
    if (takes_value(*option))
      text += fmt::format("        {}) {}; return ;;\n", fmt::join(dashed_names(*option), "|"),
                          bash_values(values_of(*option)));
  text += "      esac\n";
  const auto positionals = shown_positionals(command);
  const std::string otherwise = positionals.empty() ? ":" : bash_values(values_of(*positionals.front()));
  return text + fmt::format(
                    "      if [[ $current == -* ]]; then\n"
                    "        COMPREPLY=($(compgen -W \"{}\" -- \"$current\"))\n"
                    "      else\n"
                    "        {}\n"
                    "      fi ;;\n",
                    joined_names(shown_options(command)), otherwise);
}

// zsh

/// Text inside a `[…]` or `:…:` of _arguments.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '[' || c == ']' || c == ':') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_values(const Values& values) {
  if (values.files) return "_files";
  if (!values.command.empty()) return fmt::format("($({} 2>/dev/null))", values.command);
  return values.words.empty() ? " " : fmt::format("({})", zsh_text(values.words));
}

std::string zsh_option(const CLI::Option& option) {
  const std::string value =
      takes_value(option) ? fmt::format(":{}:{}", zsh_text(option.get_type_name()), zsh_values(values_of(option))) : "";
  const char* repeated = option.get_expected_max() > 1 ? "*" : "";
  std::string text;
  for (const std::string& name : dashed_names(option))
    text += " \\\n        " +
            single_quoted(fmt::format("{}{}[{}]{}", repeated, name, zsh_text(option.get_description()), value));
  return text;
}

std::string zsh_command(const CLI::App& command) {
  std::string text = fmt::format("      {}) _arguments", command.get_name());
  for (const CLI::Option* option : shown_options(command)) text += zsh_option(*option);
  for (const CLI::Option* option : shown_positionals(command))
    text += " \\\n        " + single_quoted(fmt::format("{}:{}:{}", option->get_expected_max() > 1 ? "*" : "1",
                                                        option->get_name(true, false), zsh_values(values_of(*option))));
  return text + " ;;\n";
}

// fish

std::string fish_values(const Values& values) {
  if (values.files) return "";
  const std::string words = values.command.empty() ? values.words : fmt::format("({})", values.command);
  return words.empty() ? "" : " -a " + single_quoted(words);
}

std::string fish_option(const std::string& condition, const CLI::Option& option) {
  std::string text = fmt::format("complete -c semcheck -n {}", single_quoted(condition));
  for (const std::string& name : option.get_snames()) text += " -s " + name;
  for (const std::string& name : option.get_lnames()) text += " -l " + name;
  if (takes_value(option)) text += (values_of(option).files ? " -r -F" : " -x") + fish_values(values_of(option));
  return text + " -d " + single_quoted(option.get_description()) + "\n";
}

std::string fish_command(const CLI::App& command) {
  const std::string condition = "__fish_seen_subcommand_from " + command.get_name();
  std::string text = fmt::format("complete -c semcheck -n __fish_use_subcommand -a {} -d {}\n", command.get_name(),
                                 single_quoted(command.get_description()));
  for (const CLI::Option* option : shown_options(command)) text += fish_option(condition, *option);
  for (const CLI::Option* option : shown_positionals(command)) {
    const Values values = values_of(*option);
    text += fmt::format("complete -c semcheck -n {}{}{}\n", single_quoted(condition), values.files ? " -F" : "",
                        fish_values(values));
  }
  return text;
}

}  // namespace

std::string bash_completion(const CLI::App& program) {
  std::string text = fmt::format(
      "# bash completion for semcheck, printed by `semcheck completion bash`\n"
      "_semcheck() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command= word\n"
      "  COMPREPLY=()\n"
      "  for word in \"${{COMP_WORDS[@]:1:COMP_CWORD-1}}\"; do\n"
      "    case $word in {}) command=$word; break ;; esac\n"
      "  done\n"
      "  case $command in\n"
      "    '') COMPREPLY=($(compgen -W \"{} {}\" -- \"$current\")) ;;\n",
      command_names(program, "|"), command_names(program, " "), joined_names(shown_options(program)));
  for (const CLI::App* command : shown_subcommands(program)) text += bash_command(*command);
  return text + "  esac\n}\ncomplete -F _semcheck semcheck\n";
}

std::string zsh_completion(const CLI::App& program) {
  std::string text =
      "#compdef semcheck\n"
      "# zsh completion for semcheck, printed by `semcheck completion zsh`\n"
      "_semcheck() {\n"
      "  local state\n"
      "  local -a commands=(\n";
  for (const CLI::App* command : shown_subcommands(program))
    text += "    " + single_quoted(command->get_name() + ":" + zsh_text(command->get_description())) + "\n";
  text += "  )\n  _arguments";
  for (const CLI::Option* option : shown_options(program)) text += zsh_option(*option);
  text +=
      " \\\n        '1:command:->command' '*::argument:->argument'\n"
      "  case $state in\n"
      "    command) _describe command commands ;;\n"
      "    argument) case $words[1] in\n";
  for (const CLI::App* command : shown_subcommands(program)) text += zsh_command(*command);
  return text +
         "    esac ;;\n  esac\n}\n"
         "if [ \"$funcstack[1]\" = _semcheck ]; then _semcheck \"$@\"; else compdef _semcheck semcheck; fi\n";
}

std::string fish_completion(const CLI::App& program) {
  std::string text = "# fish completion for semcheck, printed by `semcheck completion fish`\ncomplete -c semcheck -f\n";
  for (const CLI::Option* option : shown_options(program)) text += fish_option("__fish_use_subcommand", *option);
  for (const CLI::App* command : shown_subcommands(program)) text += fish_command(*command);
  return text;
}

}  // namespace semcheck
