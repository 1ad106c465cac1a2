#include "core/report/inspect_listing.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/report/columns.h"
#include "core/report/inspect_wording.h"
#include "core/report/painter.h"
#include "core/report/printable.h"

namespace semcheck {
namespace {

constexpr std::size_t kNarrowest = 24;
constexpr std::string_view kIndent = "  ";

/// One side of a listing.
struct Column {
  std::string title;
  std::vector<CodeLine> lines;
  bool is_code = true;  ///< false for a remark in place of code
};

Column remark(CodeLanguage language, const std::string& text) {
  return {std::string(title(language)), {{text, std::nullopt, false}}, false};
}

/// The code in one language, or what stands in its place; nothing where it was not asked for.
std::optional<Column> column_of(CodeLanguage language, const InspectedCode& code, const SpecInspection& spec) {
  const std::optional<Inspection>& inspection = language == CodeLanguage::ptx ? code.ptx : code.sass;
  const std::optional<std::size_t> same = language == CodeLanguage::ptx ? code.same_ptx : code.same_sass;
  if (!inspection || (!inspection->facts && !inspection->help.empty())) return std::nullopt;
  if (!inspection->facts) return remark(language, inspection->error);
  if (same)
    return remark(language, fmt::format("same {} as {}", title(language), name_beside(spec.codes[*same], code)));
  return Column{std::string(title(language)), inspection->facts->listing, true};
}

std::string marked(const CodeLine& line, std::size_t width, const Painter& paint) {
  const std::string text = fitted(printable(line.text), width);
  return line.decides ? paint.bold("> ") + paint.bold(text) : "  " + text;
}

std::string without_blanks_behind(const std::string& line) {
  return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

/// Columns beside each other, each `width` characters wide, its marks included.
std::string side_by_side(const std::vector<Column>& columns, std::size_t width, const Painter& paint) {
  std::size_t height = 0;
  std::string titles;
  for (const Column& column : columns) {
    height = std::max(height, column.lines.size());
    titles += (titles.empty() ? "" : " ") + fitted("  " + column.title, width);
  }
  std::string text = paint.faint(without_blanks_behind(std::string(kIndent) + titles));
  for (std::size_t i = 0; i < height; ++i) {
    std::string line(kIndent);
    for (const Column& column : columns) {
      if (&column != &columns.front()) line += " ";
      line += i < column.lines.size() ? marked(column.lines[i], width - 2, paint) : std::string(width, ' ');
    }
    text += without_blanks_behind(line);
  }
  return text;
}

std::string code_text(const InspectedCode& code, const SpecInspection& spec, const InspectionTextOptions& options) {
  const Painter paint(options.color);
  std::vector<Column> columns;
  for (const CodeLanguage language : {CodeLanguage::ptx, CodeLanguage::sass})
    if (auto column = column_of(language, code, spec)) columns.push_back(std::move(*column));
  if (columns.empty()) return "";
  const std::string heading = fmt::format(
      "\n{}{}", kIndent, paint.bold(fmt::format("{} [{}, {}]", code.variant->name, code.build->name, code.arch)));
  std::string remarks;
  if (std::ranges::none_of(columns, &Column::is_code)) {
    for (const Column& column : columns)
      remarks += fmt::format("{}{}", remarks.empty() ? "" : ", ", printable(column.lines.front().text));
    return fmt::format("{}: {}\n", heading, remarks);
  }
  const std::size_t taken = kIndent.size() + columns.size() - 1;
  const std::size_t room = options.width > taken ? options.width - taken : 0;
  return heading + "\n" + side_by_side(columns, std::max(kNarrowest, room / columns.size()), paint);
}

}  // namespace

std::string listing_text(const SpecInspection& inspection, const InspectionTextOptions& options) {
  std::string text;
  for (const InspectedCode& code : inspection.codes) text += code_text(code, inspection, options);
  return text;
}

}  // namespace semcheck
