#include "cli/known_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/usage_error.h"

namespace semcheck {

namespace {

/// Throws UsageError unless every name that was asked for is the name of something in one of the specs.
template <class Items>
void require_known(std::string_view option, const std::vector<std::string>& names, const std::vector<Spec>& specs,
                   Items Spec::*items) {
  std::vector<std::string_view> known;
  for (const Spec& spec : specs)
    for (const auto& item : spec.*items) known.push_back(item.name);
  for (const std::string& name : names)
    if (std::ranges::find(known, name) == known.end())
      throw UsageError(fmt::format("{}: no spec has \"{}\"", option, name), did_you_mean(name, known));
}

}  // namespace

void require_known_names(const std::vector<std::string>& variants, const std::vector<std::string>& builds,
                         const std::vector<Spec>& specs) {
  require_known("--variant", variants, specs, &Spec::variants);
  require_known("--build", builds, specs, &Spec::builds);
}

}  // namespace semcheck
