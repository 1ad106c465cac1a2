#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/judge/held_to.h"
#include "core/run/device.h"
#include "core/sweep/cases.h"
#include "core/sweep/judge_stretch.h"
#include "core/sweep/twin.h"
#include "tests/unit/operation.h"

namespace semcheck::testing {

/// A sweep of variants, which outlives its program.
class SweepText {
 public:
  explicit SweepText(Operation operation) {
    spec_.path = "sweep.toml";
    spec_.operation = std::move(operation);
    spec_.rules = default_rules(subject_of(spec_.operation));
    spec_.builds = {Build{}};
    spec_.builds.front().rules = spec_.rules;
    space_.operands = static_cast<int>(spec_.operation.operands.size());
    std::transform(spec_.operation.operands.begin(), spec_.operation.operands.end(), space_.formats, format);
    space_.drawn = std::uint64_t{1} << 40;
  }

  SweepText& expr(const std::string& name, const std::string& code) { return add(name, VariantForm::expr, code); }
  SweepText& body(const std::string& name, const std::string& code) { return add(name, VariantForm::body, code); }
  SweepText& exhaustive() {
    space_.kind = SpaceKind::exhaustive;
    return *this;
  }
  template <class Value>
  SweepText& rule(Obligation obligation, Value value) {
    spec_.rules.set(obligation, value);
    spec_.builds.front().rules = spec_.rules;
    return *this;
  }
  SweepText& compiled_by(FrontEnd front_end) {
    spec_.builds.front().front_end = front_end;
    return *this;
  }
  SweepText& laws(const ObligationSet& laws) {
    laws_ = laws;
    return *this;
  }
  SweepText& fed(const Feed& feed) {
    feed_ = feed;
    space_.side = feed.columns;
    space_.by_value = feed.values.empty() ? -1 : static_cast<int>(feed.operand);
    space_.value_count = std::max(1, static_cast<int>(feed.values.size()));
    std::ranges::copy(feed.values, space_.values);
    return *this;
  }

  const Space& space() const { return space_; }
  const Spec& spec() const { return spec_; }
  SweepProgram program(const std::string& arch = "sm_90", std::vector<Path> paths = {}) const {
    Program program{spec_, spec_.builds.front(), arch, {}, {feed_}, 0, std::move(paths)};
    for (const Variant& variant : spec_.variants) program.variants.push_back(&variant);
    return {program, spec_.rules, laws_, {space_}};
  }

  /// What the host makes of results: one for each case of the stretch, by its operands.
  template <class Result>
  Tally tally(const Stretch& stretch, const Result& result) const {
    return judge_stretch(held_to(spec_.operation, spec_.rules).contract, space_, stretch.first,
                         results(stretch, result));
  }
  Bits twin(const Stretch& stretch) const {
    const HeldTo held = held_to(spec_.operation, spec_.rules);
    return twin_digest(held.contract, space_, stretch.first, stretch.count);
  }
  template <class Result>
  std::vector<Bits> results(const Stretch& stretch, const Result& result) const {
    std::vector<Bits> list;
    for (std::uint64_t i = stretch.first; i < stretch.first + stretch.count; ++i) {
      std::array<Bits, kMostOperands> operands{};
      case_at(space_, i, operands.data());
      list.push_back(result(operands));
    }
    return list;
  }

 private:
  SweepText& add(const std::string& name, VariantForm form, const std::string& code) {
    Variant variant;
    variant.name = name;
    variant.form = form;
    variant.code = code;
    variant.code_span = {1, 1, 1};
    spec_.variants.push_back(variant);
    return *this;
  }

  Spec spec_;
  Space space_;
  Feed feed_;
  ObligationSet laws_;
};

}  // namespace semcheck::testing
