#include "cli/completion.h"

#include <memory>

#include "cli/commands/command.h"
#include "cli/options.h"

namespace semcheck {

namespace {

constexpr const char* kShells = "bash|zsh|fish";

ExitCode print_completion(const std::string& shell, const CLI::App& program) {
  require_choice("SHELL", shell, kShells);
  if (shell == "bash") print(bash_completion(program));
  if (shell == "zsh") print(zsh_completion(program));
  if (shell == "fish") print(fish_completion(program));
  return ExitCode::as_declared;
}

}  // namespace

Action add_completion(CLI::App& command, CommonOptions&) {
  const auto shell = std::make_shared<std::string>();
  command.add_option("SHELL", *shell, "shell to print the script for")->type_name(kShells)->required();
  const CLI::App* program = command.get_parent();
  return [shell, program](const Terminal&) { return print_completion(*shell, *program); };
}

}  // namespace semcheck
