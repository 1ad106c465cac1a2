#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/run/plan.h"
#include "core/run/trial.h"

namespace semcheck {

/// What one layer makes of some cases, or why it could not be had.
struct Statement {
  std::vector<Bits> bits;  ///< one pattern for each case; empty where there is none
  std::string why_not;
};

/// The variants of a spec over exact types, compiled for a build when they are first asked for. May be asked from
/// several threads at once.
class SourceKernels {
 public:
  SourceKernels(const Spec& spec, Device& device) : spec_(spec), device_(device) {}
  /// The variants of the job, fed from arrays: what the source means does not depend on how an operand arrives.
  const std::vector<Kernel>& of(const Job& job);

 private:
  struct Entry {
    std::once_flag compiled;
    std::vector<Kernel> kernels;
  };
  const Spec& spec_;
  Device& device_;
  std::mutex guard_;
  std::map<std::pair<const Build*, std::size_t>, std::unique_ptr<Entry>> entries_;  ///< by build and toolkit
};

/// Cases that a layer is asked about, each lot by its feed.
using Question = std::vector<std::pair<const Feed*, const Cases*>>;

/// Whether the threads of a variant combine their values by atomics, in an order that its PTX leaves open.
bool has_open_order(const Variant& variant);

/// What each layer makes of the variants of one build. May be asked from several threads at once.
class Evidence {
 public:
  Evidence(const Job& job, const Spec& spec, SourceKernels& sources, const Observations& seen, Device& device,
           const RunOptions& options)
      : job_(job), spec_(spec), sources_(sources), seen_(seen), device_(device), options_(options) {}

  /// The variant's code over exact types.
  Statement source(const Variant& variant, const Cases& cases);
  /// The variant's PTX on the interpreter.
  Statement ptx(const Variant& variant, const Question& question) const {
    return as_built(variant, Path::ptx, question);
  }
  /// The variant as it was built for a path.
  Statement as_built(const Variant& variant, Path path, const Question& question) const {
    return ask(seen_.kernels, variant, path, question);
  }
  /// The variant assembled at level 0, or where the build asks for that, at the highest.
  Statement at_other_level(const Variant& variant, Path path, const Question& question);

 private:
  Statement ask(const std::vector<Kernel>& kernels, const Variant& variant, Path path, const Question& question) const;

  const Job& job_;
  const Spec& spec_;
  SourceKernels& sources_;
  const Observations& seen_;
  Device& device_;
  const RunOptions& options_;
  std::mutex guard_;
  std::map<const Variant*, std::vector<Kernel>> at_other_level_;
};

}  // namespace semcheck
