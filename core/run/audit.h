#pragma once

#include <deque>
#include <future>
#include <vector>

#include "core/run/course.h"

namespace semcheck {

/// Cases of an audit.
inline constexpr std::uint64_t kAuditBlock = 4096;

/// The blocks of a sweep that the host computes as well, as far as they lie in a range: at least four of every space
/// that has as many, one in sixteen chunks up to 64, and one in 1024 chunks from there on. Which ones is drawn from the
/// identity of the sweep, evenly over its space, so that shards and resumed runs audit the same.
std::vector<Range> audited_blocks(const Sweep& sweep, Range within);

/// What a device makes of a block: its results, and what a sweep of the block alone comes to.
struct AuditedBlock {
  Range block;
  Sample sample;
  Swept swept;

  const std::string& error() const { return sample.error.empty() ? swept.error : sample.error; }
  bool is_interrupted() const { return sample.interrupted || swept.interrupted; }
};
AuditedBlock audited_block(const Course& course, Range block, Device& device, const Limits& limits);

/// Computes a block on the host: its cases, what the rules expect of them, and the tally of the results that the device
/// has for them. Throws InternalError where the device has another one.
void check(const Course& course, const AuditedBlock& audited);

/// Checks blocks while the device goes on.
class Audits {
 public:
  void begin(const Course& course, AuditedBlock audited);
  /// Waits for all checks, and throws what one of them has thrown.
  void finish();

 private:
  std::deque<std::future<void>> pending_;
};

}  // namespace semcheck
