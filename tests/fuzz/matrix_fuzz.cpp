#include <cstdint>
#include <cstdlib>

#include "core/spec/matrix.h"
#include "core/values/spelling.h"

/// Reads the bytes as a matrix, and resolves it for every dtype; what it names must be spelled and read back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semcheck;
  const SourceFile file{"fuzz.toml", {reinterpret_cast<const char*>(data), size}};
  std::vector<Diagnostic> diagnostics;
  const auto matrix = parse_matrix(file, diagnostics);
  for (const Diagnostic& d : diagnostics)
    if (render(d, file.text).empty()) std::abort();
  if (matrix.has_value() != diagnostics.empty()) std::abort();
  if (!matrix) return 0;
  for (const DtypeRow& r : kDtypes)
    for (const NamedValue& value : resolve(*matrix, r.dtype))
      if (parse_value(r.dtype, spell(r.dtype, value.bits)) != value.bits) std::abort();
  return 0;
}
