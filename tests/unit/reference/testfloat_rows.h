#pragma once

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/values/format.h"

namespace semcheck {

/// The rows of one file of tests/conformance/testfloat, which has hexadecimal columns: operands, result, flags.
inline std::vector<std::vector<Bits>> testfloat_rows(const std::string& name) {
  std::ifstream file(std::string(SEMCHECK_SOURCE_DIR) + "/tests/conformance/testfloat/" + name + ".txt");
  std::vector<std::vector<Bits>> rows;
  for (std::string line; std::getline(file, line);) {
    std::istringstream columns(line);
    std::vector<Bits>& row = rows.emplace_back();
    for (std::string column; columns >> column;) row.push_back(std::stoull(column, nullptr, 16));
  }
  return rows;
}

}  // namespace semcheck
