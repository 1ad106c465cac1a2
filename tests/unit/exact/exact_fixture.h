#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "device/compile.h"
#include "device/ptx_runner.h"
#include "tests/unit/device/spec_fixture.h"

namespace semcheck::testing {

inline const Compiler& compiler() {
  static const Compiler opened = open_compiler("");
  return opened;
}

/// What a program's kernels are over types, and what they make of cases.
struct Outcomes {
  std::vector<Kernel> kernels;
  std::vector<Execution> executions;
};

inline std::vector<Kernel> compile(Program program, Types types) {
  program.types = types;
  program.paths = {Path::ptx};
  return compile_kernels(compiler(), program, program.paths);
}

inline Outcomes outcomes(const Program& program, Types types, const Cases& cases) {
  Outcomes made{compile(program, types), {}};
  PtxRunner runner;
  made.executions = runner.execute(made.kernels, program.spec.operation, cases, std::chrono::seconds(120));
  return made;
}

/// The result of an expression over exact types for one case.
inline Bits exact(const SpecText& text, Bits x, Bits z = 0) {
  const Outcomes made = outcomes(text.program(), Types::exact, cases_of({{x, z}}));
  EXPECT_EQ(made.kernels[0].error, "");
  EXPECT_EQ(made.executions[0].error, "");
  return made.executions[0].results.empty() ? ~Bits{0} : made.executions[0].results[0];
}

/// Why a variant is not carried.
inline std::string exact_error(const SpecText& text) {
  return compile(text.program(), Types::exact)[0].error;
}

}  // namespace semcheck::testing
