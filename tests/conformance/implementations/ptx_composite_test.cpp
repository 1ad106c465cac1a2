#include "tests/conformance/implementations/ptx_composite.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/conformance/implementations/claims.h"
#include "tests/unit/ptx/evaluate.h"

namespace semcheck {
namespace {

/// The start of a conversion's spelling, which goes on with the types of the result and of the operand.
constexpr PtxClaim kConversions[] = {
    {"cvt.rni", "ptx.cvt.rni"},         {"cvt.rzi", "ptx.cvt.rzi"},
    {"cvt.rmi", "ptx.cvt.rmi"},         {"cvt.rpi", "ptx.cvt.rpi"},
    {"cvt.rni", "ptx.cvt.rni.64"},      {"cvt.rzi", "ptx.cvt.rzi.64"},
    {"cvt.rmi", "ptx.cvt.rmi.64"},      {"cvt.rpi", "ptx.cvt.rpi.64"},
    {"cvt.rni", "ptx.cvt.rni.f64"},     {"cvt.rzi", "ptx.cvt.rzi.f64"},
    {"cvt.rmi", "ptx.cvt.rmi.f64"},     {"cvt.rpi", "ptx.cvt.rpi.f64"},
    {"cvt.rni.ftz", "ptx.cvt.rni.ftz"}, {"cvt.rzi.ftz", "ptx.cvt.rzi.ftz"},
    {"cvt.rmi.ftz", "ptx.cvt.rmi.ftz"}, {"cvt.rpi.ftz", "ptx.cvt.rpi.ftz"},
    {"cvt.rn", "ptx.cvt.rn.f16"},       {"cvt.rn.satfinite", "ptx.cvt.rn.satfinite.f16"},
    {"cvt.sat", "ptx.cvt.sat"},
};

constexpr std::string_view kRelations[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                           "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};

void append_conversions(std::vector<PtxForm>& all, const PtxClaim& claim) {
  for (const Claim& c : all_claims_of(shipped_profile(claim.profile))) {
    const std::string from(name(c.dtype));
    const std::string to(name(c.result));
    all.push_back({claim.profile,
                   c.dtype,
                   result_line(c.result),
                   fmt::format("{}.{}.{}", claim.instruction, to, from),
                   to,
                   {from}});
  }
}

/// Conversions to 8-bit floats come in pairs; that of the operand is the lower one, the last operand of two.
void append_pairs(std::vector<PtxForm>& all) {
  const char* const profile = "ptx.cvt.rn.satfinite.fp8";
  for (const Dtype to : shipped_profile(profile).results) {
    const std::string start = fmt::format("cvt.rn.satfinite.{}x2.", name(to));
    all.push_back({profile, Dtype::f16, result_line(to), start + "f16x2", "b16", {"f16x2"}});
    all.push_back({profile, Dtype::f32, result_line(to), start + "f32 ", "b16", {"f32"}});
  }
}

void append_relations(std::vector<PtxForm>& all, const char* profile, const char* modifier) {
  for (const Dtype dtype : shipped_profile(profile).dtypes)
    for (const std::string_view relation : kRelations) {
      const std::string type(name(dtype));
      all.push_back({profile,
                     dtype,
                     fmt::format("relation = \"{}\"\n", relation),
                     fmt::format("setp.{}{}.{}", relation, modifier, type),
                     "pred",
                     {type, type}});
    }
}

/// x + -0 is x, of every number x.
void append_saturations(std::vector<PtxForm>& all, const char* profile, const char* modifier) {
  for (const Dtype dtype : shipped_profile(profile).dtypes) {
    const std::string type(name(dtype));
    // PTX ISA, add: .sat of f32 and f16 alone; of f64 cvt has it.
    if (dtype == Dtype::f64)
      all.push_back({profile, dtype, "", "cvt.sat.f64.f64", type, {type}});
    else
      all.push_back({profile,
                     dtype,
                     "",
                     fmt::format("add{}.{}", modifier, type),
                     type,
                     {type, type},
                     {sign_mask(format(dtype))}});
  }
}

void append_multiply_adds(std::vector<PtxForm>& all, const char* profile, const char* instruction) {
  for (const Dtype dtype : shipped_profile(profile).dtypes) {
    const std::string type(name(dtype));
    all.push_back({profile, dtype, "", fmt::format("{}.{}", instruction, type), type, {type, type, type}});
  }
}

/// Rows of operands, and in the end what the interpreter returns for them.
std::vector<ptx::Row> interpreted(const PtxForm& form, const ProfileRules& rules) {
  const Cases cases = profile_cases(rules, 1000);
  const bool is_pair = form.spelling.ends_with(' ');
  std::vector<ptx::Row> rows;
  std::vector<Bits> operands;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    cases.get(i, operands);
    rows.push_back(operands);
    if (is_pair) rows.back().insert(rows.back().begin(), 0);
    rows.back().insert(rows.back().end(), form.more.begin(), form.more.end());
  }
  std::vector<std::string> types = form.operands;
  if (is_pair) types.push_back(types.front());
  const std::vector<Bits> results = ptx::evaluate({form.spelling, form.result, types, ""}, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = cases.at(i);
    rows[i].push_back(results[i] & value_mask(format(rules.operation.result)));
  }
  return rows;
}

/// The rows that an H200 recorded for an instruction of as many operands as the operation has.
std::vector<ptx::Row> recorded(const PtxForm& form, const ProfileRules& rules) {
  std::vector<ptx::Row> rows;
  if (!form.more.empty()) return rows;
  static const std::vector<std::string> lines = ptx::split(ptx::read_file("tests/recordings/h200/ptx_forms.txt"), '\n');
  bool wanted = false;
  for (const std::string& line : lines) {
    if (line[0] != ' ') wanted = line.starts_with(form.spelling + " ");
    if (!wanted || line[0] != ' ') continue;
    std::istringstream words(line);
    ptx::Row row;
    for (Bits bits = 0; words >> std::hex >> bits;) row.push_back(bits);
    row.back() &= value_mask(format(rules.operation.result));
    rows.push_back(row);
  }
  return rows;
}

/// Complains about the first row that the rules do not allow.
void judge(const PtxForm& form, const ProfileRules& rules, const std::vector<ptx::Row>& rows) {
  for (const ptx::Row& row : rows) {
    const std::span<const Bits> operands(row.data(), row.size() - 1);
    if (allows(rules, operands, row.back())) continue;
    ADD_FAILURE() << form.spelling << " under " << form.profile << ": " << complaint(rules, operands, row.back());
    return;
  }
}

std::vector<std::string> profiles_of_forms() {
  std::vector<std::string> profiles;
  for (const PtxForm& form : ptx_forms())
    if (std::find(profiles.begin(), profiles.end(), form.profile) == profiles.end()) profiles.push_back(form.profile);
  return profiles;
}

class PtxForms : public testing::TestWithParam<std::string> {};

TEST_P(PtxForms, InterpreterAndH200KeepTheRulesOfTheProfile) {
  std::size_t recordings = 0;
  for (const PtxForm& form : ptx_forms()) {
    if (form.profile != GetParam()) continue;
    const ProfileRules rules = profile_rules(form.profile, form.dtype, form.attributes);
    judge(form, rules, interpreted(form, rules));
    const std::vector<ptx::Row> of_h200 = recorded(form, rules);
    judge(form, rules, of_h200);
    recordings += of_h200.size();
  }
  RecordProperty("rows_of_the_h200", static_cast<int>(recordings));
}

std::string profile_name(const testing::TestParamInfo<std::string>& info) {
  return test_name(info.param);
}

INSTANTIATE_TEST_SUITE_P(Composites, PtxForms, testing::ValuesIn(profiles_of_forms()), profile_name);

}  // namespace

std::vector<PtxForm> ptx_forms() {
  std::vector<PtxForm> all;
  for (const PtxClaim& claim : kConversions) append_conversions(all, claim);
  append_pairs(all);
  append_relations(all, "ptx.setp", "");
  append_relations(all, "ptx.setp.ftz", ".ftz");
  append_saturations(all, "ptx.sat", ".sat");
  append_saturations(all, "ptx.sat.ftz", ".ftz.sat");
  append_multiply_adds(all, "ptx.fma.relu", "fma.rn.relu");
  append_multiply_adds(all, "ptx.fma.relu.ftz", "fma.rn.ftz.relu");
  return all;
}

}  // namespace semcheck
