#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/run/run.h"

namespace semcheck {

/// `source`, `ptxas, source`: the layers that break what is broken, the last one in the chain first; "" without any.
std::string layer_of(const Result& result);

/// `front end: tie, supply_invariant: (-0, +0) is 0x00000000 over exact types, 0x80000000 by its PTX`: a line for each
/// layer, the rules it breaks, and the evidence. What the source itself does is told only where everything is.
std::vector<std::string> blame_lines(const Result& result, bool everything);

/// `front end: (-0, +0) is …`: one line for each layer that breaks one obligation.
std::vector<std::string> blame_lines(const Result& result, Obligation obligation);

/// How a build was compiled by one toolkit, its paths together.
struct CompiledBuild {
  std::string build;
  std::string arch;
  std::string compiler;                                        ///< "NVRTC 13.0"
  std::vector<std::string> options;                            ///< of its first path
  std::vector<std::pair<std::string, std::string>> in_effect;  ///< the flags, with the level of each path
};

/// The builds of a report, each once for every toolkit, in the order of the results.
std::vector<CompiledBuild> compiled_builds(const SpecReport& report);

/// `NVRTC 13.0, fmad=true ftz=false prec-div=true prec-sqrt=true ptxas_level=3`: the flags that decide bits, and those
/// that are not what they are by default.
std::string flags_line(const CompiledBuild& build);

/// Whether two results that differ were held to the same rules, so that no build said that they may.
bool is_unexplained(const SpecReport& report, const Difference& difference);

/// `strict/cubin and strict/jit differ in 12 cases: (1, +qnan): 0x7fc00abc and 0x7fffffff`, and who made it so.
std::string difference_line(const SpecReport& report, const Difference& difference);
std::string difference_blame(const Difference& difference);

/// `strict/cubin`, with the compiler where a spec is compiled by several.
std::string way_of(const SpecReport& report, const Result& result);
bool has_several_compilers(const SpecReport& report);

}  // namespace semcheck
