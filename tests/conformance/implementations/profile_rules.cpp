#include "tests/conformance/implementations/profile_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "core/spec/matrix.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

const SearchPath kShipped = {SEMCHECK_SOURCE_DIR};

std::string spec_text(const Profile& profile, Dtype dtype, const std::string& attributes) {
  const OperationKind kind = profile.operations.front();
  const std::string sizes = is_row_operation(kind) ? "[inputs]\nsizes = [1]\n" : "";
  return fmt::format(
      "[operation]\nname = \"t\"\nkind = \"{}\"\ndtype = \"{}\"\n{}\n[rules]\nprofile = \"{}\"\n{}"
      "[[variant]]\nname = \"v\"\nbody = \"return x;\"\n",
      name(kind), name(dtype), attributes, profile.name, sizes);
}

Matrix special_matrix() {
  std::vector<Diagnostic> diagnostics;
  const auto file = read_text_file(kShipped.shipped / "matrices/special.toml", diagnostics);
  return parse_matrix(*file, diagnostics).value();
}

bool converts(const Profile& profile) {
  return profile.operations.front() == OperationKind::convert;
}

}  // namespace

const std::vector<Profile>& shipped_profiles() {
  static const std::vector<Profile> profiles = [] {
    std::vector<Diagnostic> diagnostics;
    return load_profiles(kShipped, diagnostics);
  }();
  return profiles;
}

const Profile& shipped_profile(std::string_view name) {
  const auto& profiles = shipped_profiles();
  const auto found = std::find_if(profiles.begin(), profiles.end(), [&](const Profile& p) { return p.name == name; });
  if (found == profiles.end()) throw std::runtime_error("no profile " + std::string(name));
  return *found;
}

std::string operands_line(Dtype first, Dtype second) {
  return first == second ? "" : fmt::format("operands = [\"{}\", \"{}\"]\n", name(first), name(second));
}

std::string result_line(Dtype result) {
  return fmt::format("result = \"{}\"\n", name(result));
}

ProfileRules profile_rules(std::string_view profile, Dtype dtype, const std::string& attributes) {
  const std::string text = spec_text(shipped_profile(profile), dtype, attributes);
  std::vector<Diagnostic> diagnostics;
  const auto spec = parse_spec({"profile.toml", text}, kShipped, shipped_profiles(), diagnostics);
  if (!spec) throw std::runtime_error(render(diagnostics.front(), text));
  return {spec->operation, choices(spec->rules)};
}

ProfileRules profile_rules(std::string_view profile, Dtype dtype, Dtype second) {
  return profile_rules(profile, dtype, operands_line(dtype, second));
}

bool allows(const ProfileRules& rules, std::span<const Bits> operands, Bits y) {
  const Format& f = format(rules.operation.result);
  if (is_row_operation(rules.operation.kind)) return allows(f, expected(rules.operation, rules.readings, operands), y);
  return std::any_of(rules.readings.begin(), rules.readings.end(),
                     [&](const Choice& reading) { return allows(f, evaluate(rules.operation, reading, operands), y); });
}

bool allows(const ProfileRules& rules, Bits x, Bits z, Bits y) {
  const Bits operands[] = {x, z};
  return allows(rules, operands, y);
}

std::string complaint(const ProfileRules& rules, std::span<const Bits> operands, Bits y) {
  const Dtype result = rules.operation.result;
  return fmt::format("{} gives {}, not {}", case_name(rules.operation, operands), hex(result, y),
                     spell(result, expected(rules.operation, rules.readings, operands)));
}

std::string complaint(const ProfileRules& rules, Bits x, Bits z, Bits y) {
  const Bits operands[] = {x, z};
  return complaint(rules, operands, y);
}

Cases profile_cases(const ProfileRules& rules, std::uint64_t random, std::vector<std::uint32_t> lengths) {
  Inputs inputs;
  inputs.matrices = {special_matrix()};
  inputs.random.count = random;
  inputs.sizes = std::move(lengths);
  return make_cases(rules.operation, inputs);
}

Claim claim_of(std::string_view profile, const Operation& operation) {
  const bool conversion = operation.kind == OperationKind::convert;
  return {std::string(profile), operation.dtype, conversion ? operation.result : operation.dtype};
}

std::vector<Claim> all_claims_of(const Profile& profile) {
  std::vector<Claim> claims;
  for (const Dtype dtype : profile.dtypes) {
    if (!converts(profile)) claims.push_back({profile.name, dtype, dtype});
    for (const Dtype result : profile.results)
      if (result != dtype) claims.push_back({profile.name, dtype, result});
  }
  return claims;
}

std::string test_name(std::string text) {
  for (char& c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return text;
}

std::vector<Bits> special_values(Dtype dtype) {
  std::vector<Bits> values;
  for (const NamedValue& value : resolve(special_matrix(), dtype)) values.push_back(value.bits);
  return values;
}

}  // namespace semcheck
