#pragma once

#include <string>
#include <vector>

#include "tests/unit/run/run_fixture.h"
#include "tests/unit/run/sweeping_device.h"

namespace semcheck::testing {

/// Every pair of bytes.
inline RunOptions exhaustively() {
  RunOptions options;
  options.sweeps.exhaustive = true;
  return options;
}

/// Pairs of 16-bit integers, of which there are 256 chunks.
inline Spec spec_of_u16(const std::vector<std::string>& variants) {
  Spec spec = spec_of(variants);
  spec.operation = given::operation("max_u16", OperationKind::max, Dtype::u16, {Dtype::u16, Dtype::u16});
  return spec;
}

/// The case of a pair in an exhaustive space of u16: the last operand is lowest.
constexpr std::uint64_t pair_of_u16(Bits x, Bits z) {
  return x << 16 | z;
}

inline void expect_same(const SweepPart& a, const SweepPart& b) {
  EXPECT_EQ(a.identity, b.identity);
  EXPECT_EQ(a.done, b.done);
  EXPECT_EQ(a.rules, b.rules);
  EXPECT_EQ(a.laws, b.laws);
  EXPECT_EQ(a.audited, b.audited);
  ASSERT_EQ(a.examples.size(), b.examples.size());
  for (std::size_t e = 0; e < a.examples.size(); ++e) {
    EXPECT_EQ(a.examples[e].key, b.examples[e].key);
    EXPECT_EQ(a.examples[e].index, b.examples[e].index);
    EXPECT_EQ(a.examples[e].mismatch.breaks, b.examples[e].mismatch.breaks);
    EXPECT_EQ(a.examples[e].mismatch.operands, b.examples[e].mismatch.operands);
    EXPECT_EQ(a.examples[e].mismatch.expected, b.examples[e].mismatch.expected);
    EXPECT_EQ(a.examples[e].mismatch.actual, b.examples[e].mismatch.actual);
  }
}

inline const Result& result_of(const RunReport& report, const std::string& variant, Path path,
                               const std::string& supply = "array") {
  for (const Result& result : report.specs.at(0).results)
    if (result.variant == variant && result.path == path && result.supply == supply) return result;
  throw std::logic_error("no result of " + variant);
}

}  // namespace semcheck::testing
