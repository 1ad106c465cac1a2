#include "core/report/merge.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/commands/command.h"
#include "cli/options.h"
#include "cli/report_file.h"
#include "cli/usage_error.h"

namespace semcheck {

namespace {

/// The options of `merge` as they were given.
struct Given {
  std::vector<std::string> files;
  std::string output;
};

/// Throws UsageError when a file is named twice, by whatever names.
void require_distinct(const std::vector<std::string>& files) {
  std::error_code ignored;
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (files[i] == files[j] || std::filesystem::equivalent(files[i], files[j], ignored))
        throw UsageError(fmt::format("{} and {} are the same file", files[j], files[i]));
}

ExitCode merge_files(const Given& given) {
  if (given.output.empty()) throw UsageError("-o is missing", "name the file to write, or - for stdout");
  require_distinct(given.files);
  require_writable("-o", given.output);
  std::vector<ShardReport> shards;
  for (const std::string& file : given.files) shards.push_back({file, read_report("", file)});
  MergedReport report;
  try {
    report = merge(shards);
  } catch (const ReportFault& fault) {
    throw UsageError(fault.what());
  }
  write_report(given.output, report.json);
  if (given.output != "-") print(report.summary);
  return report.as_declared ? ExitCode::as_declared : ExitCode::not_as_declared;
}

}  // namespace

Action add_merge(CLI::App& command, CommonOptions& common) {
  const auto given = std::make_shared<Given>();
  command.add_option("FILE", given->files, "JSON reports, one of each shard, in any order")
      ->type_name("FILE")
      ->required();
  add_value(command, "-o,--output", given->output, "FILE",
            "write the merged JSON; - for stdout, and then nothing else there");
  add_color(command, common);
  return [given](const Terminal&) { return merge_files(*given); };
}

}  // namespace semcheck
