#include "cli/sweep_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "cli/options.h"
#include "cli/usage_error.h"
#include "core/run/sweep_plan.h"
#include "core/spec/case_count.h"

namespace semcheck {
namespace {

constexpr std::uint64_t kMostShards = 1'000'000;
constexpr double kMostSeconds = 366.0 * 24 * 3600;

std::uint64_t parse_drawn(const std::string& text) {
  const CaseCount count = parse_case_count(text);
  if (!count.error.empty()) throw UsageError("--sweep: " + count.error, count.help);
  return count.value;
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The number in a variable, or nothing where it is not set.
std::optional<std::uint64_t> find_variable(const char* name, const Environment& environment) {
  const char* text = environment(name);
  if (text == nullptr) return std::nullopt;
  if (const auto number = number_of(text)) return number;
  throw UsageError(fmt::format("--shard auto: {} is \"{}\", not a whole number", name, text));
}

/// Which task of a Slurm array this is, from 0; nothing outside of one.
std::optional<std::uint64_t> slurm_task(const Environment& environment) {
  const auto id = find_variable("SLURM_ARRAY_TASK_ID", environment);
  if (!id) return std::nullopt;
  const std::uint64_t least = find_variable("SLURM_ARRAY_TASK_MIN", environment).value_or(0);
  const std::uint64_t step = find_variable("SLURM_ARRAY_TASK_STEP", environment).value_or(1);
  if (step == 0) throw UsageError("--shard auto: SLURM_ARRAY_TASK_STEP is 0");
  if (*id < least || (*id - least) % step != 0)
    throw UsageError(
        fmt::format("--shard auto: SLURM_ARRAY_TASK_ID is {}, which is not {} and a multiple of {}", *id, least, step),
        "number the array evenly: sbatch --array=0-7");
  return (*id - least) / step;
}

ShardNumber shard_of_slurm(const Environment& environment) {
  const auto task = slurm_task(environment);
  if (!task && environment("JOB_COMPLETION_INDEX") != nullptr)
    throw UsageError("--shard auto: JOB_COMPLETION_INDEX does not say of how many",
                     "write --shard auto/N, N being the job's `completions`");
  if (!task)
    throw UsageError("--shard auto: SLURM_ARRAY_TASK_ID is not set",
                     "it is in a task of `sbatch --array=0-7`; elsewhere write --shard I/N");
  const auto count = find_variable("SLURM_ARRAY_TASK_COUNT", environment);
  if (!count)
    throw UsageError("--shard auto: SLURM_ARRAY_TASK_COUNT is not set", "write --shard auto/N for an array of N tasks");
  return {*task, *count};
}

ShardNumber shard_of_job(std::uint64_t count, const Environment& environment) {
  if (const auto index = find_variable("JOB_COMPLETION_INDEX", environment)) return {*index, count};
  if (const auto task = slurm_task(environment)) return {*task, count};
  throw UsageError("--shard auto/N: neither JOB_COMPLETION_INDEX nor SLURM_ARRAY_TASK_ID is set",
                   "one of them is in a Kubernetes indexed job and in a Slurm array; elsewhere write --shard I/N");
}

/// Looks at the words of `I/N`, `auto` or `auto/N`.
ShardNumber read_shard(const std::string& text, const Environment& environment) {
  if (text == "auto") return shard_of_slurm(environment);
  const std::size_t slash = text.find('/');
  const auto count = slash == std::string::npos ? std::nullopt : number_of(std::string_view(text).substr(slash + 1));
  const std::string first = text.substr(0, slash);
  const auto index = number_of(first);
  if (!count || !(index || first == "auto"))
    throw UsageError(fmt::format("--shard: \"{}\" is no share", text), "write I/N with I from 0, as in 0/8, or auto");
  return index ? ShardNumber{*index, *count} : shard_of_job(*count, environment);
}

bool asks_for_sweep(const SweepOptions& options) {
  return options.exhaustive || options.structured || options.drawn > 0;
}

bool is_swept(const Spec& spec, const SweepOptions& options) {
  const SweepInputs wanted = wanted_sweeps(spec, options);
  return !is_row_operation(spec.operation.kind) && (wanted.exhaustive || wanted.structured || wanted.drawn > 0);
}

std::function<bool()> past(const std::string& seconds) {
  const std::chrono::duration<double> limit(parse_seconds("--time-limit", seconds, 0, kMostSeconds));
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(limit);
  return [end] { return std::chrono::steady_clock::now() >= end; };
}

}  // namespace

void add_sweep_options(CLI::App& command, SweepRequest& request) {
  command.add_flag("--exhaustive", request.exhaustive,
                   "also go through every input of operations with at most 32 bits of operands");
  command.add_flag("--structured", request.structured,
                   "also go through all combinations of a dense set of boundary patterns");
  add_value(command, "--sweep", request.drawn, "COUNT",
            "also go through that many random cases: 20000, 100k, 10G, up to 1000T");
  add_value(
      command, "--replay", request.replay, "INDEX",
      "only make this case of the random sweep, or of that asked for by --exhaustive or --structured, and show it");
  add_value(
      command, "--shard", request.shard, "I/N",
      "sweep one of N equal shares, I from 0; auto takes both from a Slurm array, auto/N takes I from that or from "
      "a Kubernetes indexed job");
  add_value(command, "--time-limit", request.time_limit, "SECONDS",
            "end sweeps after this time, with a partial report");
  add_value(command, "--resume", request.resume, "FILE",
            "go on with the sweeps of this JSON report; it may be the one that --json writes");
}

void require_sense(const SweepRequest& request) {
  if (request.replay.empty()) return;
  parse_count("--replay", request.replay, 0, UINT64_MAX - 1);
  const std::array<std::pair<const char*, const std::string*>, 3> others = {
      {{"--shard", &request.shard}, {"--time-limit", &request.time_limit}, {"--resume", &request.resume}}};
  for (const auto& [option, value] : others)
    if (!value->empty()) throw UsageError(fmt::format("--replay makes one case, and {} is about many", option));
  if (request.exhaustive && request.structured)
    throw UsageError("--replay: --exhaustive and --structured number their cases each in its own way",
                     "give the one that the case is of");
}

ShardNumber parse_shard(const std::string& text, const Environment& environment) {
  const ShardNumber shard = read_shard(text, environment);
  if (shard.count == 0 || shard.count > kMostShards)
    throw UsageError(fmt::format("--shard: there cannot be {} shares", shard.count), "1 to 1000000");
  if (shard.index >= shard.count)
    throw UsageError(fmt::format("--shard: of {} shares there is none with number {}", shard.count, shard.index),
                     fmt::format("they are 0 to {}", shard.count - 1));
  return shard;
}

SweepOptions sweep_options(const SweepRequest& request, const Environment& environment) {
  SweepOptions options;
  options.exhaustive = request.exhaustive;
  options.structured = request.structured;
  if (!request.drawn.empty()) options.drawn = parse_drawn(request.drawn);
  if (!request.replay.empty()) options.replay = parse_count("--replay", request.replay, 0, UINT64_MAX - 1);
  if (!request.shard.empty()) {
    const ShardNumber shard = parse_shard(request.shard, environment);
    options.shard = shard.index;
    options.shards = shard.count;
  }
  if (!request.time_limit.empty()) options.is_out_of_time = past(request.time_limit);
  return options;
}

void require_sweeps(const SweepRequest& request, const SweepOptions& options, const std::vector<Spec>& specs) {
  const auto cannot = [&](const Spec& spec) { return !unsweepable(spec, options).empty(); };
  if (!specs.empty() && std::all_of(specs.begin(), specs.end(), cannot)) {
    const std::string what = unsweepable(specs.front(), options).front();
    throw UsageError(what, specs.size() == 1 ? "" : "none of the specs can be swept so");
  }
  if (options.replay || asks_for_sweep(options)) return;
  if (std::any_of(specs.begin(), specs.end(), [&](const Spec& spec) { return is_swept(spec, options); })) return;
  const std::array<std::pair<const char*, const std::string*>, 3> needy = {
      {{"--shard", &request.shard}, {"--time-limit", &request.time_limit}, {"--resume", &request.resume}}};
  for (const auto& [option, value] : needy)
    if (!value->empty())
      throw UsageError(fmt::format("{} is about sweeps, and nothing is swept", option),
                       "add --exhaustive, --structured or --sweep COUNT");
}

}  // namespace semcheck
