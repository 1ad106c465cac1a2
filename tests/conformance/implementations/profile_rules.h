#pragma once

/// @file
/// What a shipped profile allows for operands, and the operands that implementations are asked about.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/judge/cases.h"
#include "core/reference/reference.h"
#include "core/spec/profiles.h"

namespace semcheck {

const std::vector<Profile>& shipped_profiles();
/// The profile of that name. Throws std::runtime_error when there is none.
const Profile& shipped_profile(std::string_view name);

/// An operation and every reading of its rules.
struct ProfileRules {
  Operation operation;
  std::vector<Choice> readings;
};

/// The rules of a profile for one dtype, read as those of a spec are.
/// @param attributes  further lines of [operation], such as `relation = "lt"`
ProfileRules profile_rules(std::string_view profile, Dtype dtype, const std::string& attributes = "");
/// @param second  the dtype of the second operand
ProfileRules profile_rules(std::string_view profile, Dtype dtype, Dtype second);
/// `operands = ["u32", "s32"]`, or nothing where both are the same.
std::string operands_line(Dtype first, Dtype second);
/// `result = "s8"`.
std::string result_line(Dtype result);

bool allows(const ProfileRules& rules, std::span<const Bits> operands, Bits y);
bool allows(const ProfileRules& rules, Bits x, Bits z, Bits y);
/// `(+0, -0) gives 0x80000000, not 0x00000000 (+0)`.
std::string complaint(const ProfileRules& rules, std::span<const Bits> operands, Bits y);
std::string complaint(const ProfileRules& rules, Bits x, Bits z, Bits y);

/// Tuples of the special values, the edge cases of the operation and random ones; rows of the given lengths.
Cases profile_cases(const ProfileRules& rules, std::uint64_t random, std::vector<std::uint32_t> lengths = {});
/// The values of the special matrix.
std::vector<Bits> special_values(Dtype dtype);

/// The text with an underscore for whatever the name of a test cannot hold.
std::string test_name(std::string text);

/// Says that something was held to a profile over one dtype, and of a conversion into one.
struct Claim {
  std::string profile;
  Dtype dtype;
  Dtype result;  ///< `dtype` unless the operation is a conversion
};

Claim claim_of(std::string_view profile, const Operation& operation);
/// A claim for each dtype of a profile, and of conversions for each type that is not the operand's own.
std::vector<Claim> all_claims_of(const Profile& profile);

}  // namespace semcheck
