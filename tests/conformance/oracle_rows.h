#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "core/values/format.h"

namespace semcheck {

using Row = std::vector<std::string>;

/// The rows of a CSV file below tests/conformance; comment lines left out.
inline std::vector<Row> read_oracle(const std::string& path) {
  std::ifstream file(std::string(SEMCHECK_SOURCE_DIR) + "/tests/conformance/" + path);
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    Row fields(1);
    for (char c : line)
      if (c == ',')
        fields.emplace_back();
      else if (c != '\r')
        fields.back() += c;
    rows.push_back(fields);
  }
  return rows;
}

inline Bits bits_of(const std::string& text) {
  return std::stoull(text, nullptr, 16);
}

inline std::string text_of(const Row& row) {
  std::string text;
  for (const std::string& field : row) text += field + " ";
  return text;
}

}  // namespace semcheck
