#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include "tests/conformance/implementations/claims.h"
#include "tests/conformance/implementations/recorded.h"

namespace semcheck {
namespace {

/// Recorded functions that are known to leave a profile, and where. A `*` at the end stands for any rest.
struct Exception {
  std::string_view function;
  std::string_view profile;
  std::string_view why;
  bool (*covers)(const Format&, const std::vector<Bits>& operands);
};

using Test = bool (*)(const Format&, Bits);

template <Test test>
bool all(const Format& f, const std::vector<Bits>& operands) {
  return std::all_of(operands.begin(), operands.end(), [&](Bits x) { return test(f, x); });
}
template <Test test>
bool any(const Format& f, const std::vector<Bits>& operands) {
  return std::any_of(operands.begin(), operands.end(), [&](Bits x) { return test(f, x); });
}
bool is_nan_or_infinite(const Format& f, Bits x) {
  return is_nan(f, x) || is_infinite(f, x);
}

constexpr const char* kFilledIn =
    "NaNs are replaced by an infinity and then searched for, so that -inf hides among them";
constexpr const char* kFolded =
    "compiled for one element, a maximum with a constant takes the constant for a signaling NaN";
constexpr const char* kCopied = "a conversion by integer arithmetic, which leaves a signaling NaN signaling";

constexpr Exception kExceptions[] = {
    {"llvm.maxnum", "", "LLVM 22 orders zeros in its language reference but not yet in its x86 back end", all<is_zero>},
    {"llvm.minnum", "", "LLVM 22 orders zeros in its language reference but not yet in its x86 back end", all<is_zero>},
    {"torch.leaky_relu(0.25)", "", "a NaN is multiplied, so that it becomes quiet", any<is_signaling>},
    {"jax.leaky_relu(0.25)", "", "subnormals are compared as zeros and returned as they were", any<is_subnormal>},
    {"jax.clamp_min(0)", "", kFolded, any<is_signaling>},
    {"jax.clamp(-1:1)", "", kFolded, any<is_signaling>},
    {"jax.*", "ieee754.compare", "JAX runs with subnormals read as zeros", any<is_subnormal>},
    {"np.astype", "ieee754.convert_format", kCopied, any<is_signaling>},
    {"torch.to", "ieee754.convert_format", kCopied, any<is_signaling>},
    {"jax.astype", "ieee754.convert_format", kCopied, any<is_signaling>},
    {"np.nanarg*", "", kFilledIn, all<is_nan_or_infinite>},
    {"jax.numpy.nanarg*", "", kFilledIn, all<is_nan_or_infinite>},
};

bool is_about(const Exception& exception, const RecordedClaim& claim) {
  const std::string_view function = exception.function;
  const std::string_view wanted = claim.function;
  const bool fits =
      function.ends_with('*') ? wanted.starts_with(function.substr(0, function.size() - 1)) : wanted == function;
  return fits && (exception.profile.empty() || exception.profile == claim.profile);
}

bool is_excepted(const RecordedClaim& claim, const Format& f, const std::vector<Bits>& operands) {
  return std::any_of(std::begin(kExceptions), std::end(kExceptions),
                     [&](const Exception& e) { return is_about(e, claim) && e.covers(f, operands); });
}

const std::vector<RecordedRow>& rows_of(const std::string& file) {
  static std::map<std::string, std::vector<RecordedRow>> files;
  const auto [found, inserted] = files.try_emplace(file);
  if (inserted) found->second = read_recorded(file);
  return found->second;
}

/// `np.fmax` of `np.fmax/1`.
std::string_view without_suffix(std::string_view function) {
  return function.substr(0, function.find('/'));
}

bool names(const RecordedRow& row, std::string_view function) {
  return std::any_of(row.functions.begin(), row.functions.end(),
                     [&](const std::string& f) { return without_suffix(f) == function; });
}

/// The types into which a profile's functions convert or what else they return, as the rows name them.
std::vector<std::string_view> results_of(const Profile& profile, Dtype dtype) {
  std::vector<std::string_view> names;
  for (const Dtype result : profile.results) names.push_back(name(result));
  if (!names.empty()) return names;
  const ResultType type = row(profile.operations.front()).result;
  return {type == ResultType::predicate ? "b1" : type == ResultType::index ? "s64" : name(dtype)};
}

/// The rules of a claim for rows of one dtype and one type of result.
ProfileRules rules_of(const RecordedClaim& claim, Dtype dtype, std::string_view result) {
  const ResultType type = row(shipped_profile(claim.profile).operations.front()).result;
  const bool states = type == ResultType::stated || type == ResultType::index;
  return profile_rules(claim.profile, dtype,
                       claim.attributes + (states ? "\n" + result_line(find_dtype(result).value()) : std::string()));
}

std::vector<const RecordedRow*> rows_of(const RecordedClaim& claim, Dtype dtype, std::string_view result) {
  std::vector<const RecordedRow*> rows;
  for (const RecordedRow& row : rows_of(claim.file))
    if (row.dtype == name(dtype) && row.result_dtype == result && names(row, claim.function)) rows.push_back(&row);
  return rows;
}

/// A refusal is right where the rules leave the result open, and wanted of an empty row where they call it an error.
bool allows(const ProfileRules& rules, const RecordedRow& row) {
  const bool wants_error = row.operands.empty() && rules.readings.front().empty == Empty::error;
  if (row.result) return !wants_error && allows(rules, row.operands, *row.result);
  return is_unchecked(expected(rules.operation, rules.readings, row.operands));
}

std::string complaint(const ProfileRules& rules, const RecordedRow& row) {
  return row.result ? complaint(rules, row.operands, *row.result)
                    : case_name(rules.operation, row.operands) + " is refused";
}

class Recorded : public testing::TestWithParam<RecordedClaim> {};

TEST_P(Recorded, KeepsTheRulesOfItsProfile) {
  const RecordedClaim& claim = GetParam();
  std::size_t judged = 0;
  for (const Dtype dtype : shipped_profile(claim.profile).dtypes)
    for (const std::string_view result : results_of(shipped_profile(claim.profile), dtype)) {
      const std::vector<const RecordedRow*> rows = rows_of(claim, dtype, result);
      if (rows.empty()) continue;
      const ProfileRules rules = rules_of(claim, dtype, result);
      judged += rows.size();
      for (const RecordedRow* row : rows)
        EXPECT_TRUE(allows(rules, *row) || is_excepted(claim, format(dtype), row->operands))
            << claim.function << " " << name(dtype) << " under " << claim.profile << ": " << complaint(rules, *row);
    }
  EXPECT_GT(judged, 190u);
}

INSTANTIATE_TEST_SUITE_P(Extrema, Recorded, testing::ValuesIn(kRecordedClaims), testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(Composites, Recorded, testing::ValuesIn(kCompositeClaims), testing::PrintToStringParamName());

std::vector<RecordedClaim> claims_of_recorded() {
  std::vector<RecordedClaim> claims(kRecordedClaims.begin(), kRecordedClaims.end());
  claims.insert(claims.end(), kCompositeClaims.begin(), kCompositeClaims.end());
  return claims;
}

/// Whether a claim has a row that breaks its rules and that the exception covers.
bool needs(const RecordedClaim& claim, const Exception& exception) {
  for (const Dtype dtype : shipped_profile(claim.profile).dtypes)
    for (const std::string_view result : results_of(shipped_profile(claim.profile), dtype)) {
      const std::vector<const RecordedRow*> rows = rows_of(claim, dtype, result);
      if (rows.empty()) continue;
      const ProfileRules rules = rules_of(claim, dtype, result);
      if (std::any_of(rows.begin(), rows.end(), [&](const RecordedRow* row) {
            return exception.covers(format(dtype), row->operands) && !allows(rules, *row);
          }))
        return true;
    }
  return false;
}

TEST(Recorded, EveryExceptionStillHasARowThatNeedsIt) {
  const std::vector<RecordedClaim> claims = claims_of_recorded();
  for (const Exception& exception : kExceptions)
    EXPECT_TRUE(std::any_of(claims.begin(), claims.end(), [&](const RecordedClaim& claim) {
      return is_about(exception, claim) && needs(claim, exception);
    })) << exception.function;
}

/// Whether a function is a maximum, or nothing where it is neither that nor a minimum.
std::optional<bool> takes_larger(const std::string& function) {
  if (function.find("max") != std::string::npos || function.find("where_g") != std::string::npos) return true;
  if (function.find("min") != std::string::npos || function.find("where_l") != std::string::npos) return false;
  return std::nullopt;
}

// C17 6.2.6.2: of two's complement numbers the sign bit counts negative, so that flipping it makes them unsigned.
TEST(Recorded, IntegersCompareAsTheirTypeHasThem) {
  std::size_t judged = 0;
  for (const char* file : {"numpy", "torch", "jax"})
    for (const RecordedRow& row : rows_of(file)) {
      const Format& f = format(find_dtype(row.dtype).value());
      if (is_floating(f)) continue;
      const Bits flip = f.kind == NumberKind::signed_integer ? sign_mask(f) : 0;
      const bool first_is_larger = (row.operands[0] ^ flip) > (row.operands[1] ^ flip);
      for (const std::string& function : row.functions) {
        ++judged;
        const bool takes_first = first_is_larger == takes_larger(function).value();
        EXPECT_EQ(row.result, row.operands[takes_first ? 0 : 1]) << function << " " << row.dtype;
      }
    }
  EXPECT_GT(judged, 50000u);
}

/// A clamp of three operands, or the relation of two that a function's name ends with.
Bits integer_result(const Format& f, const std::string& function, const std::vector<Bits>& operands) {
  const Bits flip = f.kind == NumberKind::signed_integer ? sign_mask(f) : 0;
  const Bits x = operands[0] ^ flip;
  const Bits z = operands[1] ^ flip;
  if (operands.size() == 3) return std::min(std::max(x, z), operands[2] ^ flip) ^ flip;
  const std::string_view relation = without_suffix(function).substr(function.find('.') + 1);
  if (relation == "eq" || relation == "ne") return (x == z) == (relation == "eq") ? 1 : 0;
  const bool strict = relation.ends_with('t');
  return (relation.starts_with('l') ? x < z : x > z) || (!strict && x == z) ? 1 : 0;
}

class Oracle : public testing::TestWithParam<OracleClaim> {};

TEST_P(Oracle, KeepsTheRulesOfItsProfile) {
  const Dtype dtype = shipped_profile(GetParam().profile).dtypes.front();
  const ProfileRules rules = profile_rules(GetParam().profile, dtype, dtype);
  std::ifstream file(std::string(SEMCHECK_SOURCE_DIR) + "/tests/conformance/" + GetParam().file);
  std::size_t judged = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    Bits x = 0;
    Bits z = 0;
    Bits y = 0;
    words >> std::hex >> x >> z >> y;
    ++judged;
    EXPECT_TRUE(allows(rules, x, z, y)) << complaint(rules, x, z, y);
  }
  EXPECT_GT(judged, 1500u);
}

INSTANTIATE_TEST_SUITE_P(Implementations, Oracle, testing::ValuesIn(kOracleClaims), testing::PrintToStringParamName());

// Integers leave no choice: a clamp is min(max(x, lower), upper), and of two numbers one relation holds.
TEST(Recorded, IntegersClampAndCompareAsNumbers) {
  std::size_t judged = 0;
  for (const char* file : {"composites_clamp", "composites_compare"})
    for (const RecordedRow& row : rows_of(file)) {
      const Dtype dtype = find_dtype(row.dtype).value();
      if (is_floating(format(dtype))) continue;
      for (const std::string& function : row.functions) {
        ++judged;
        EXPECT_EQ(row.result, integer_result(format(dtype), function, row.operands)) << function << " " << row.dtype;
      }
    }
  EXPECT_GT(judged, 30000u);
}

}  // namespace

std::vector<Claim> recorded_claims() {
  std::vector<Claim> claims;
  for (const RecordedClaim& claim : claims_of_recorded())
    for (const Claim& of_dtype : all_claims_of(shipped_profile(claim.profile)))
      for (const std::string_view result : results_of(shipped_profile(claim.profile), of_dtype.dtype)) {
        if (of_dtype.result != of_dtype.dtype && result != name(of_dtype.result)) continue;
        if (!rows_of(claim, of_dtype.dtype, result).empty()) claims.push_back(of_dtype);
      }
  return claims;
}

}  // namespace semcheck
