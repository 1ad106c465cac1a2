#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "device/code/facts.h"
#include "device/code/ptx_code.h"
#include "device/code/text.h"
#include "device/sass/elf.h"
#include "device/sass/sass_code.h"

// Reads bytes as a listing of SASS, as PTX and as a cubin, and classifies every function: whatever they are, there is
// an outcome.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semcheck;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<sass::Function> functions = sass::read_sass(text);
  for (const sass::Function& function : functions)
    if (auto code = sass::code_of(functions, function.name)) code::facts_of(std::move(*code));
  const std::string clean = code::without_comments(text);
  const std::vector<code::PtxFunction> entries = code::read_ptx(clean);
  for (const code::PtxFunction& entry : entries)
    if (auto code = code::ptx_code(entries, entry.name)) code::facts_of(std::move(*code));
  if (const auto sections = read_elf(text))
    for (std::string_view kernel : kernels_of(*sections)) resources_of(*sections, kernel);
  return 0;
}
