#include <cstdint>
#include <cstdlib>

#include "core/spec/spec.h"

/// Reads the bytes as a spec, and shows whatever is wrong with it. The only files that are looked at are the shipped
/// ones and those that the bytes happen to name.
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
  return 0;
}
