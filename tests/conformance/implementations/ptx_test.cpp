#include <gtest/gtest.h>

#include <sstream>

#include "core/judge/random_case.h"
#include "tests/conformance/implementations/claims.h"
#include "tests/unit/ptx/evaluate.h"

// The interpreter is written from the PTX manual, the reference from the rules; neither knows the other.

namespace semcheck {
namespace {

using ptx::Row;

/// Complains about the first row of x, z and y that the profile does not allow.
void judge(const PtxClaim& claim, Dtype dtype, Dtype second, const std::vector<Row>& rows) {
  const ProfileRules rules = profile_rules(claim.profile, dtype, second);
  for (const Row& row : rows)
    if (!allows(rules, row[0], row[1], row[2])) {
      ADD_FAILURE() << claim.instruction << " under " << claim.profile << ": "
                    << complaint(rules, row[0], row[1], row[2]);
      return;
    }
}

/// Rows of x, z and what the interpreter returns for them.
std::vector<Row> interpreted(const std::string& spelling, Dtype dtype, Dtype second) {
  std::vector<Row> rows;
  for (const Bits x : special_values(dtype))
    for (const Bits z : special_values(second)) rows.push_back({x, z});
  for (Bits i = 0; i < 65536; ++i)
    rows.push_back({random_pattern(format(dtype), 1, i, 0), random_pattern(format(second), 1, i, 1)});
  const std::string type(name(dtype));
  const std::vector<Bits> results = ptx::evaluate({spelling, type, {type, std::string(name(second))}, ""}, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(results[i]);
  return rows;
}

class Ptx : public testing::TestWithParam<PtxClaim> {};

TEST_P(Ptx, InterpreterKeepsTheRulesOfTheProfile) {
  for (const Dtype dtype : shipped_profile(GetParam().profile).dtypes)
    judge(GetParam(), dtype, dtype,
          interpreted(std::string(GetParam().instruction) + "." + std::string(name(dtype)), dtype, dtype));
}

TEST(PtxVideo, InstructionsKeepTheRulesOfTheirProfiles) {
  for (const PtxClaim& claim : kVideoClaims) {
    judge(claim, Dtype::s32, Dtype::u32,
          interpreted(std::string(claim.instruction) + ".s32.s32.u32", Dtype::s32, Dtype::u32));
    judge(claim, Dtype::u32, Dtype::s32,
          interpreted(std::string(claim.instruction) + ".u32.u32.s32", Dtype::u32, Dtype::s32));
  }
}

/// The rows that an H200 recorded for an instruction.
std::vector<Row> h200_rows(const std::string& instruction) {
  std::vector<Row> rows;
  bool wanted = false;
  for (const std::string& line : ptx::split(ptx::read_file("tests/recordings/h200/ptx_forms.txt"), '\n')) {
    if (line[0] != ' ') wanted = line.starts_with(instruction + " ");
    if (!wanted || line[0] != ' ') continue;
    std::istringstream words(line);
    Row row(3);
    words >> std::hex >> row[0] >> row[1] >> row[2];
    rows.push_back(row);
  }
  return rows;
}

TEST_P(Ptx, H200KeepsTheRulesOfTheProfile) {
  for (const Dtype dtype : shipped_profile(GetParam().profile).dtypes) {
    const std::vector<Row> rows = h200_rows(std::string(GetParam().instruction) + "." + std::string(name(dtype)));
    EXPECT_GT(rows.size(), 3u);
    judge(GetParam(), dtype, dtype, rows);
  }
}

INSTANTIATE_TEST_SUITE_P(Implementations, Ptx, testing::ValuesIn(kPtxClaims), testing::PrintToStringParamName());

}  // namespace
}  // namespace semcheck
