#pragma once

#include <string>
#include <vector>

#include "core/run/run.h"
#include "tests/unit/operation.h"
#include "tests/unit/run/fake_device.h"

namespace semcheck::testing {

inline Bits larger(Bits x, Bits z) {
  return x > z ? x : z;
}
/// What no rule explains.
inline Bits seven(Bits, Bits) {
  return 7;
}

/// A maximum of bytes over three values, with one variant for each name.
inline Spec spec_of(const std::vector<std::string>& variants) {
  Spec spec;
  spec.operation = given::operation("max_u8", OperationKind::max, Dtype::u8, {Dtype::u8, Dtype::u8});
  spec.rules = default_rules(Dtype::u8);
  Matrix matrix;
  matrix.integer = {"0", "1", "255"};
  spec.inputs.matrices = {matrix};
  spec.inputs.random.count = 0;
  for (const std::string& name : variants) spec.variants.emplace_back().name = name;
  Build build;
  build.rules = spec.rules;
  spec.builds = {build};
  return spec;
}

inline RunReport run_one(const Spec& spec, FakeDevice& device, const RunOptions& options = {}) {
  static std::vector<Spec> specs;
  specs = {spec};
  return run(specs, device, options);
}

}  // namespace semcheck::testing
