#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/run/device.h"
#include "tests/unit/operation.h"

namespace semcheck::testing {

/// A spec of a maximum as its file would give it: each variant's code on a line of its own, `code` at its column.
class SpecText {
 public:
  explicit SpecText(Dtype dtype = Dtype::f32) {
    spec_.path = "max.toml";
    spec_.operation = given::operation("max", OperationKind::max, dtype, {dtype, dtype});
    spec_.builds = {Build{}};
    spec_.text = "# a test\n";
  }

  SpecText& expr(const std::string& name, const std::string& code, const std::string& needs = "") {
    return add(name, "expr", VariantForm::expr, code, needs);
  }
  SpecText& body(const std::string& name, const std::string& code, const std::string& needs = "") {
    return add(name, "body", VariantForm::body, code, needs);
  }
  SpecText& options(std::vector<std::string> options) {
    spec_.builds.front().options = std::move(options);
    spec_.builds.front().options_span = {line(), 11, 2};
    spec_.text += "options = []\n";
    return *this;
  }

  /// The same text with another spec.
  SpecText& with(const Spec& spec) {
    spec_ = spec;
    return *this;
  }

  const Spec& spec() const { return spec_; }
  Program program(const std::string& arch = "sm_90") const {
    Program program{spec_, spec_.builds.front(), arch, {}};
    for (const Variant& variant : spec_.variants) program.variants.push_back(&variant);
    return program;
  }

 private:
  SpecText& add(const std::string& name, const std::string& key, VariantForm form, const std::string& code,
                const std::string& needs) {
    Variant variant;
    variant.name = name;
    variant.form = form;
    variant.code = code;
    variant.code_span = {line(), static_cast<std::uint32_t>(key.size() + 5), 1};
    variant.needs = needs;
    spec_.variants.push_back(variant);
    spec_.text += key + " = '" + code + "'\n";
    return *this;
  }
  std::uint32_t line() const {
    std::uint32_t count = 1;
    for (char c : spec_.text) count += c == '\n';
    return count;
  }

  Spec spec_;
};

/// Cases of two operands, written as pairs of patterns.
inline Cases cases_of(const std::vector<std::pair<Bits, Bits>>& pairs) {
  Cases cases;
  cases.operands.resize(2);
  for (const auto& [x, z] : pairs) {
    cases.operands[0].push_back(x);
    cases.operands[1].push_back(z);
  }
  cases.special = pairs.size();
  return cases;
}

}  // namespace semcheck::testing
