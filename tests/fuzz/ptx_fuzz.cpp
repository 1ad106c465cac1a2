#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "device/ptx/interpreter.h"

// Reads bytes as PTX and runs every entry of what can be read, briefly: whatever they are, the outcome is a result or
// an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semcheck::ptx;
  try {
    const auto module = parse({reinterpret_cast<const char*>(data), size});
    for (const std::string& entry : entries(*module)) {
      Memory memory;
      std::vector<std::uint64_t> parameters(16, memory.allocate(1024));
      try {
        launch(*module, {entry, {2}, {40}, std::as_bytes(std::span(parameters)), std::chrono::milliseconds(2)}, memory);
      } catch (const PtxError&) {
      } catch (const Trap&) {
      } catch (const std::invalid_argument&) {
        // more parameters than the 16 that are given
      }
    }
  } catch (const PtxError&) {
  }
  return 0;
}
