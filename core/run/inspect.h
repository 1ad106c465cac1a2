#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run/code_check.h"

namespace semcheck {

/// What the code of one variant is, as one build makes it for one architecture with one toolkit.
struct InspectedCode {
  const Variant* variant = nullptr;
  const Build* build = nullptr;
  std::string arch;
  std::size_t toolkit = 0;        ///< index into the device's toolkits
  std::optional<Inspection> ptx;  ///< nothing where it was not asked for or did not compile
  std::optional<Inspection> sass;
  std::optional<std::size_t> same_ptx;  ///< the first of the spec's codes for this architecture with the same PTX
  std::optional<std::size_t> same_sass;
  std::string error;         ///< the compiler's message; "" when all of it compiled
  bool unavailable = false;  ///< the architecture lacks what the variant uses
  CodeCheck check;           ///< of the requirements of [variant.inspect], where the variant has any
  bool declared = false;     ///< the variant declares that it breaks them
  std::shared_ptr<const Toolchain> toolchain;

  bool as_declared() const;
};

struct SpecInspection {
  const Spec* spec = nullptr;        ///< the caller's, which outlives the report
  std::vector<InspectedCode> codes;  ///< variants in order, their builds in order, architectures, toolkits
};

struct InspectionReport {
  DeviceInfo device;
  bool complete = true;  ///< false when it was interrupted
  std::vector<SpecInspection> specs;
  bool as_declared() const;
};

struct InspectOptions {
  std::vector<std::string> variants;  ///< only these; empty for all
  std::vector<std::string> builds;    ///< only these; empty for all
  std::vector<std::string> archs;     ///< instead of that of each build; empty for that
  std::vector<CodeLanguage> languages = {CodeLanguage::ptx, CodeLanguage::sass};
  std::function<void(const Progress&)> progress;
  const std::atomic<bool>* interrupted = nullptr;
};

/// Compiles every variant by every build for every architecture and toolkit, and reads the code. Runs nothing. The
/// report points into `specs`.
InspectionReport inspect(const std::vector<Spec>& specs, Device& device, const InspectOptions& options);

}  // namespace semcheck
