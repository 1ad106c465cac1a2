#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/run/run.h"
#include "tests/unit/device/planted_faults.h"
#include "tests/unit/device/spec_fixture.h"

namespace semcheck::testing {

/// A maximum of a few numbers by one expression.
inline Spec maximum_of(const std::string& expression) {
  Spec spec = SpecText().expr("variant", expression).spec();
  spec.rules = default_rules(subject_of(spec.operation));
  spec.builds[0].rules = spec.rules;
  Matrix matrix;
  matrix.floating = {"1", "2", "-1"};
  spec.inputs.matrices = {matrix};
  spec.inputs.random.count = 0;
  return spec;
}

/// The layer of all blames of a result, of which there must be some.
inline Layer only_layer(const RunReport& report, std::size_t result) {
  const Result& found = report.specs[0].results.at(result);
  EXPECT_EQ(found.verdict, Verdict::breaks) << found.error;
  EXPECT_FALSE(found.blames.empty());
  for (const Blame& blame : found.blames)
    EXPECT_EQ(name(blame.layer), name(found.blames.front().layer)) << blame.evidence;
  return found.blames.empty() ? Layer::unknown : found.blames.front().layer;
}

}  // namespace semcheck::testing
