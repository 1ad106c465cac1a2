#include "cli/host.h"

#include <unistd.h>

#include <array>
#include <ctime>

namespace semcheck {

namespace {

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0' ? name.data() : "localhost";
}

/// ISO 8601 in UTC without a zone, as JUnit-windyroad.xsd asks for.
std::string timestamp() {
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &utc);
  return text.data();
}

}  // namespace

JunitContext host_context() {
  return {SEMCHECK_VERSION, timestamp(), host_name(), {}};
}

}  // namespace semcheck
