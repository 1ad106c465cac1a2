#include "cli/commands/command.h"

#include <array>

namespace semcheck {

namespace {

constexpr std::array kCommands = {
    CommandRow{"run", "compile and run the variants of specs, and hold every result to the contract",
               "semcheck run max_f32.toml\n"
               "semcheck run specs/*.toml --junit results.xml\n"
               "semcheck run max_f32.toml --device ptx --variant ternary -v\n"
               "semcheck run max_f32.toml --json - | jq '.specs[].results[].verdict'\n"
               "semcheck run max_f16.toml --exhaustive\n"
               "semcheck run max_f32.toml --sweep 1T --device cuda:all --json sweep.json --time-limit 3600\n"
               "semcheck run max_f32.toml --sweep 1T --device cuda:all --json sweep.json --resume sweep.json\n"
               "semcheck run max_f32.toml --replay 123456789 --variant ternary\n"
               "semcheck run max_f32.toml --sweep 1T --shard auto --json shard.json",
               add_run},
    CommandRow{"merge", "add the JSON reports of all shards of a run up to that of the whole run",
               "semcheck merge shard-*.json -o merged.json\n"
               "semcheck merge shard-*.json -o - | jq '.as_declared'",
               add_merge},
    CommandRow{"check", "validate specs without running anything",
               "semcheck check max_f32.toml\n"
               "semcheck check specs/*.toml",
               add_check},
    CommandRow{"infer", "find the rules that an implementation really follows, as a spec, and the profiles it equals",
               "semcheck infer --expr 'x >= z ? x : z' --kind max --dtype f32\n"
               "semcheck infer max_f32.toml --variant branch > branch.toml\n"
               "semcheck infer max_f64.toml --variant fmax --json -",
               add_infer},
    CommandRow{"inspect",
               "read the PTX and SASS of variants: form, instructions, registers, memory traffic; runs nothing",
               "semcheck inspect max_f32.toml\n"
               "semcheck inspect max_f32.toml --variant fmaxf --variant ternary --listing\n"
               "semcheck inspect max_s32.toml --arch sm_80,sm_90 --code sass\n"
               "semcheck inspect specs/*.toml --json - | jq '.specs[].codes[].sass.form'",
               add_inspect},
    CommandRow{"probe", "run chains of instructions against the clock, their machine code checked first",
               "semcheck probe chains_f32.toml\n"
               "semcheck probe extrema_f32.toml --role dependent_max_8 --role dependent_min_8\n"
               "semcheck probe chains_f64.toml --json - | jq '.comparisons[].conclusion'",
               add_probe},
    CommandRow{"list", "show what semcheck knows: operations, rules, laws, dtypes, profiles, matrices, devices",
               "semcheck list rules\n"
               "semcheck list profiles --names",
               add_list},
    CommandRow{"explain", "explain a rule, law, profile, operation, dtype, matrix or verdict",
               "semcheck explain signed_zero\n"
               "semcheck explain cuda.fmaxf",
               add_explain},
    CommandRow{"doctor", "show which GPU, driver and compiler were found, and how to get what is missing",
               "semcheck doctor\n"
               "semcheck doctor --toolkit /opt/cuda-12.4",
               add_doctor},
    CommandRow{"completion", "print a completion script for a shell",
               "semcheck completion bash > ~/.local/share/bash-completion/completions/semcheck\n"
               "semcheck completion zsh > ~/.zfunc/_semcheck\n"
               "semcheck completion fish > ~/.config/fish/completions/semcheck.fish",
               add_completion},
    CommandRow{"__man", "", "", add_manual},
};

}  // namespace

std::span<const CommandRow> commands() {
  return kCommands;
}

}  // namespace semcheck
