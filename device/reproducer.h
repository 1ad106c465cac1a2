#pragma once

#include <string>
#include <vector>

#include "core/run/run.h"

namespace semcheck {

/// A CUDA C++ program of one file that shows by itself how one result breaks its rules.
struct Reproducer {
  std::string file;  ///< its name: `max_f32.ternary.default.cubin.cu`
  std::string text;
};

/// A reproducer for each result that breaks a rule it is not declared to break; where there is none, for each that
/// breaks any. Results of laws alone have none, nor those of which no example was kept. File names are unique.
std::vector<Reproducer> reproducers(const RunReport& report);

/// The arguments that make nvcc compile a result's kernel as its build and path do, without files.
std::vector<std::string> nvcc_arguments(const Build& build, const Result& result);

}  // namespace semcheck
