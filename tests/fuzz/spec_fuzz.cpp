#include <cstdint>
#include <cstdlib>

#include "core/spec/probe_spec.h"
#include "core/spec/spec.h"

/// Reads the bytes as a spec of an operation and as one of a probe, and shows whatever is wrong with it. The only files
/// that are looked at are the shipped ones and those that the bytes happen to name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semcheck;
  static const SearchPath search{SEMCHECK_SOURCE_DIR};
  static const std::vector<Profile> profiles = [] {
    std::vector<Diagnostic> none;
    return load_profiles(search, none);
  }();
  const SourceFile file{"fuzz.toml", {reinterpret_cast<const char*>(data), size}};
  std::vector<Diagnostic> diagnostics;
  const auto spec = parse_spec(file, search, profiles, diagnostics);
  for (const Diagnostic& d : diagnostics)
    if (render(d, file.text).empty()) std::abort();
  if (spec.has_value() != diagnostics.empty()) std::abort();
  if (spec && (spec->variants.empty() || spec->builds.empty() || choices(spec->rules).empty())) std::abort();
  std::vector<Diagnostic> of_probe;
  const auto probe = parse_probe(file, of_probe);
  if (probe.has_value() != of_probe.empty()) std::abort();
  if (probe && probe->roles.empty()) std::abort();
  return 0;
}
