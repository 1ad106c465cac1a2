#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/report/merge.h"

/// Reads the bytes as one or two reports, separated by a zero byte, and merges them. What cannot be merged is said.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semcheck;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\0');
  std::vector<ShardReport> shards = {{"first.json", text.substr(0, end)}};
  if (end != std::string::npos) shards.push_back({"second.json", text.substr(end + 1)});
  try {
    if (merge(shards).json.empty()) std::abort();
  } catch (const ReportFault& fault) {
    if (*fault.what() == '\0') std::abort();
  }
  return 0;
}
