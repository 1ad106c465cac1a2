#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/report/text.h"

namespace semcheck {

/// The results of one variant that read the same, whatever their build and path.
struct Block {
  std::vector<const Result*> results;
  std::string verdict;
  std::string behaviour;
  std::vector<std::string> blames;  ///< a line each
  const Result& first() const { return *results.front(); }
};

/// The blocks of one variant, in the order in which they appear.
struct VariantBlocks {
  std::string_view name;
  std::vector<const Result*> results;
  std::vector<Block> blocks;
};

bool is_of_array(const Result& result);

/// The variants of a report in the order in which they appear, each with the results that need a line of their own.
std::vector<VariantBlocks> variants_of(const SpecReport& spec, Detail detail);

}  // namespace semcheck
