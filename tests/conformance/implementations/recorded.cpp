#include "tests/conformance/implementations/recorded.h"

#include <sstream>
#include <stdexcept>

#include "tests/recordings/recording.h"

namespace semcheck {
namespace {

const std::filesystem::path kFolder =
    std::filesystem::path(SEMCHECK_SOURCE_DIR) / "tests/conformance/implementations/recorded";

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> pieces;
  std::istringstream stream(text);
  for (std::string piece; std::getline(stream, piece, separator);) pieces.push_back(piece);
  return pieces;
}

RecordedRow row_of(const std::string& line) {
  const std::vector<std::string> words = split(line, ' ');
  if (words.size() < 3) throw std::runtime_error("not a row: " + line);
  RecordedRow row;
  row.functions = split(words[0], ',');
  const std::vector<std::string> dtypes = split(words[1], '>');
  row.dtype = dtypes.front();
  row.result_dtype = dtypes.back();
  for (std::size_t i = 2; i + 1 < words.size(); ++i) row.operands.push_back(std::stoull(words[i], nullptr, 16));
  if (words.back() != "error") row.result = std::stoull(words.back(), nullptr, 16);
  return row;
}

}  // namespace

std::vector<RecordedRow> read_recorded(const std::string& name) {
  std::vector<RecordedRow> rows;
  std::istringstream lines(read_gzip(kFolder / (name + ".gz")));
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line[0] != '#') rows.push_back(row_of(line));
  return rows;
}

}  // namespace semcheck
