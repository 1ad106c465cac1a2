#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "core/report/blame.h"
#include "core/report/columns.h"
#include "core/report/inspect.h"
#include "core/report/inspect_listing.h"
#include "core/report/inspect_wording.h"
#include "core/report/painter.h"
#include "core/report/printable.h"
#include "core/report/wording.h"

namespace semcheck {
namespace {

struct ColumnRow {
  std::string_view title;
  Align align;
};
constexpr std::array kColumns = {
    ColumnRow{"variant", Align::left}, ColumnRow{"build", Align::left},  ColumnRow{"arch", Align::left},
    ColumnRow{"code", Align::left},    ColumnRow{"form", Align::left},   ColumnRow{"instr", Align::right},
    ColumnRow{"mem", Align::right},    ColumnRow{"pred", Align::right},  ColumnRow{"sel", Align::right},
    ColumnRow{"regs", Align::right},   ColumnRow{"spill", Align::right}, ColumnRow{"shared", Align::right},
    ColumnRow{"load", Align::left},    ColumnRow{"store", Align::left},  ColumnRow{"context", Align::left},
};
constexpr std::size_t kNameColumns = 3;
constexpr std::string_view kBelow = "        ";

/// A line of the table, and what stands below it.
struct Row {
  std::vector<std::string> cells;
  std::string below;
};

std::string spell(const std::optional<std::uint32_t>& value) {
  return value ? std::to_string(*value) : "-";
}

/// What is said behind the numbers.
std::string notes_of(const CodeFacts& facts, CodeLanguage language, const std::optional<std::size_t>& same,
                     const InspectedCode& code, const SpecInspection& spec) {
  std::string notes = context_of(facts);
  const std::string chain = chain_of(facts.chain);
  if (!chain.empty()) notes += "; " + chain;
  if (same) notes += fmt::format("; same {} as {}", title(language), name_beside(spec.codes[*same], code));
  return notes;
}

std::vector<std::string> cells_of(const CodeFacts& facts) {
  const auto count = [&](InstructionKind kind) { return std::to_string(facts.count(kind)); };
  return {std::string(name(facts.form)),  std::to_string(facts.instructions),
          count(InstructionKind::memory), count(InstructionKind::predicate),
          count(InstructionKind::select), spell(facts.registers),
          spell(facts.spilled),           spell(facts.shared),
          traffic_of(facts, false),       traffic_of(facts, true)};
}

/// The compiler as part of a build's name, where there are several.
std::string build_of(const InspectedCode& code, const DeviceInfo& device) {
  if (device.toolkits.size() < 2) return code.build->name;
  const std::string compiler =
      code.toolchain ? code.toolchain->compiler : "NVRTC " + device.toolkits[code.toolkit].nvrtc;
  return fmt::format("{}, {}", code.build->name, compiler);
}

/// The rows of one spec's table.
class Table {
 public:
  Table(const SpecInspection& spec, const DeviceInfo& device, const Painter& paint)
      : spec_(spec), device_(device), paint_(paint) {
    for (const InspectedCode& code : spec.codes) add(code);
  }

  std::string text() const {
    std::vector<std::string_view> titles;
    std::vector<Align> align;
    for (const ColumnRow& column : kColumns) {
      titles.push_back(column.title);
      align.push_back(column.align);
    }
    std::vector<std::vector<std::string>> cells;
    for (const Row& row : rows_) cells.push_back(row.cells);
    const std::vector<std::string> lines = aligned_columns(titles, align, cells);
    std::string text = "  " + paint_.faint(lines.front()) + "\n";
    for (std::size_t r = 0; r < rows_.size(); ++r) text += "  " + lines[r + 1] + "\n" + rows_[r].below;
    return text;
  }

 private:
  void add(const InspectedCode& code) {
    const std::size_t before = rows_.size();
    add(code, CodeLanguage::ptx, code.ptx, code.same_ptx);
    add(code, CodeLanguage::sass, code.sass, code.same_sass);
    if (!code.error.empty()) add_remark(code, "-", code.unavailable ? "unavailable" : "error", code.error);
    if (rows_.size() > before) rows_.back().below += unmet_text(code);
  }

  void add(const InspectedCode& code, CodeLanguage language, const std::optional<Inspection>& inspection,
           const std::optional<std::size_t>& same) {
    // What all code lacks is said once, above the tables.
    if (!inspection || (!inspection->facts && !inspection->help.empty())) return;
    if (!inspection->facts) return add_remark(code, title(language), "unread", inspection->error);
    const CodeFacts& facts = *inspection->facts;
    Row& row = begin_row(code, title(language));
    const std::vector<std::string> cells = cells_of(facts);
    row.cells.insert(row.cells.end(), cells.begin(), cells.end());
    row.cells.push_back(notes_of(facts, language, same, code, spec_));
    if (!facts.unknown.empty())
      row.below =
          fmt::format("{}unknown opcodes: {}\n", kBelow, printable(fmt::format("{}", fmt::join(facts.unknown, ", "))));
  }

  void add_remark(const InspectedCode& code, std::string_view language, std::string_view what,
                  const std::string& message) {
    Row& row = begin_row(code, language);
    row.cells.emplace_back(what);
    row.cells.resize(kColumns.size());
    std::string_view rest = message;
    while (!rest.empty()) {
      const std::string line = first_line(rest);
      row.below += fmt::format("{}{}\n", kBelow, printable(line));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    }
  }

  /// A row that names its code, without what stands in the row above it.
  Row& begin_row(const InspectedCode& code, std::string_view language) {
    const std::array<std::string, kNameColumns> names = {code.variant->name, build_of(code, device_), code.arch};
    Row& row = rows_.emplace_back();
    bool same = true;
    for (std::size_t i = 0; i < kNameColumns; ++i) {
      same = same && names[i] == last_[i];
      row.cells.push_back(same ? "" : names[i]);
    }
    last_ = names;
    row.cells.emplace_back(language);
    return row;
  }

  std::string unmet_text(const InspectedCode& code) const {
    std::string text;
    const std::string behind = code.declared ? " (as declared)" : "";
    for (const std::string& line : code.check.unmet)
      text += fmt::format("{}{} {}{}\n", kBelow, code.declared ? "not met:" : paint_.red("not met:"), line, behind);
    if (code.check.unmet.empty() && !code.as_declared() && code.error.empty())
      text += fmt::format("{}{}\n", kBelow, paint_.red("declared to break inspect, but did not"));
    return text;
  }

  const SpecInspection& spec_;
  const DeviceInfo& device_;
  const Painter& paint_;
  std::vector<Row> rows_;
  std::array<std::string, kNameColumns> last_;
};

/// What compiled the code, each once.
std::string compiler_line(const InspectionReport& report) {
  std::vector<std::string> compilers;
  for (const SpecInspection& spec : report.specs)
    for (const InspectedCode& code : spec.codes)
      if (code.toolchain && std::ranges::find(compilers, code.toolchain->compiler) == compilers.end())
        compilers.push_back(code.toolchain->compiler);
  if (compilers.empty()) compilers.push_back("NVRTC " + report.device.nvrtc);
  return printable(fmt::format("{}", fmt::join(compilers, ", "))) + "\n";
}

/// The flags in effect in each build, a line each.
std::string builds_text(const SpecInspection& spec, const DeviceInfo& device, const Painter& paint) {
  std::vector<std::pair<std::string, std::string>> builds;
  std::size_t width = 0;
  for (const InspectedCode& code : spec.codes) {
    if (!code.toolchain) continue;
    const Toolchain& made = *code.toolchain;
    std::pair build(build_of(code, device),
                    flags_line({code.build->name, code.arch, made.compiler, made.options, made.in_effect}));
    width = std::max(width, build.first.size());
    if (std::ranges::find(builds, build) == builds.end()) builds.push_back(std::move(build));
  }
  std::string text;
  for (const auto& [build, line] : builds)
    text += paint.faint(fmt::format("  build {:<{}}  {}", build, width, printable(line))) + "\n";
  return text;
}

std::string summary_of(const InspectionReport& report) {
  std::set<const Variant*> variants;
  std::size_t codes = 0, unmet = 0, unchecked = 0, errors = 0, unavailable = 0;
  for (const SpecInspection& spec : report.specs)
    for (const InspectedCode& code : spec.codes) {
      variants.insert(code.variant);
      ++codes;
      unavailable += code.unavailable;
      errors += !code.error.empty() && !code.unavailable;
      unmet += code.error.empty() && !code.as_declared();
      unchecked += !code.variant->inspect.empty() && code.error.empty() && !code.check.not_inspected.empty();
    }
  std::string text = fmt::format("{}, {}: ", counted(variants.size(), "variant"), counted(codes, "kernel"));
  if (errors > 0) text += fmt::format("{} without code, ", with_separators(errors));
  if (unavailable > 0) text += fmt::format("{} unavailable, ", with_separators(unavailable));
  if (unchecked > 0) text += fmt::format("{} with unchecked requirements, ", with_separators(unchecked));
  return text + fmt::format("{} not as required", with_separators(unmet));
}

}  // namespace

std::string inspection_text(const InspectionReport& report, const InspectionTextOptions& options) {
  const Painter paint(options.color);
  std::string text = compiler_line(report);
  for (const Lack& lack : lacks_of(report))
    text += fmt::format("{}\n{} {}\n", paint.yellow("no SASS: " + printable(lack.error)), paint.bold("help:"),
                        printable(lack.help));
  for (const SpecInspection& spec : report.specs) {
    if (spec.codes.empty()) continue;
    const Operation& operation = spec.spec->operation;
    text += fmt::format("\n{}: {} {} ({})\n", paint.bold(operation.name), name(operation.kind), name(operation.dtype),
                        printable(spec.spec->path));
    text += builds_text(spec, report.device, paint);
    text += Table(spec, report.device, paint).text();
    if (options.listing) text += listing_text(spec, options);
  }
  if (!report.complete) text += "\n" + paint.yellow("interrupted: this report is partial") + "\n";
  const std::string summary = summary_of(report);
  return text + "\n" + (report.as_declared() ? summary : paint.bold(summary)) + "\n";
}

}  // namespace semcheck
