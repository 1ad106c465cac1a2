#include "core/run/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "core/run/internal_error.h"
#include "core/run/ranges.h"
#include "core/sweep/chunks.h"
#include "core/sweep/judge_stretch.h"
#include "core/sweep/philox.h"
#include "core/sweep/twin.h"
#include "core/values/sha256.h"

namespace semcheck {
namespace {

/// Checks of a device at a time.
constexpr std::size_t kMostChecks = 8;

/// The stream of Philox that audits draw from; cases and laws have others.
constexpr unsigned kAuditStream = 0xa0d17;

std::uint64_t audits_of(std::uint64_t total) {
  const std::uint64_t chunks = total / kChunk;
  return std::max(chunks / 1024, std::clamp<std::uint64_t>(chunks / 16, 4, 64));
}

/// A number of things cut into parts as equal as can be, the first ones larger.
struct Parts {
  std::uint64_t size;
  std::uint64_t larger;

  Parts(std::uint64_t things, std::uint64_t parts) : size(things / parts), larger(things % parts) {}
  std::uint64_t begin(std::uint64_t part) const { return part * size + std::min(part, larger); }
  std::uint64_t of(std::uint64_t thing) const {
    const std::uint64_t in_larger = larger * (size + 1);
    return thing < in_larger ? thing / (size + 1) : larger + (thing - in_larger) / size;
  }
};

std::uint64_t audit_key(const std::string& identity) {
  constexpr int kHexadecimal = 16;
  return std::strtoull(sha256(identity).substr(0, 16).c_str(), nullptr, kHexadecimal);
}

[[noreturn]] void disagree(const Course& course, Range block, std::string_view on) {
  throw InternalError(fmt::format("the sweep's twin and the host disagree on {}: cases {} to {} of {}", on, block.first,
                                  block.last - 1, course.sweep.part.identity));
}

}  // namespace

std::vector<Range> audited_blocks(const Sweep& sweep, Range within) {
  const std::uint64_t blocks = sweep.total / kAuditBlock + (sweep.total % kAuditBlock != 0 ? 1 : 0);
  const std::uint64_t audits = std::min(audits_of(sweep.total), blocks);
  std::vector<Range> chosen;
  if (within.first == within.last) return chosen;
  const Parts parts(blocks, audits);
  const std::uint64_t key = audit_key(sweep.part.identity);
  const std::uint64_t last = parts.of((within.last - 1) / kAuditBlock);
  for (std::uint64_t a = parts.of(within.first / kAuditBlock); a <= last; ++a) {
    const std::uint64_t drawn = philox4x32(a, kAuditStream, key).w[0] % (parts.begin(a + 1) - parts.begin(a));
    const std::uint64_t first = (parts.begin(a) + drawn) * kAuditBlock;
    const Range block{first, std::min(first + kAuditBlock, sweep.total)};
    if (within.first <= block.first && block.last <= within.last) chosen.push_back(block);
  }
  return chosen;
}

AuditedBlock audited_block(const Course& course, Range block, Device& device, const Limits& limits) {
  const Stretch stretch{course.space, block.first, size_of(block), false};
  AuditedBlock audited{block, device.sample(*course.kernel, stretch, limits), {}};
  if (audited.error().empty() && !audited.is_interrupted())
    audited.swept = device.sweep(*course.kernel, stretch, limits);
  return audited;
}

void check(const Course& course, const AuditedBlock& audited) {
  const Contract& contract = course.program->contract.contract;
  const Space& space = course.sweep.space;
  const Range block = audited.block;
  const std::vector<Bits>& results = audited.sample.results;
  if (results.size() != size_of(block)) disagree(course, block, "the number of results");
  if (audited.sample.twin != twin_digest(contract, space, block.first, results.size()))
    disagree(course, block, "what the rules expect");
  if (audited.swept.tally != judge_stretch(contract, space, block.first, results))
    disagree(course, block, "which results are wrong");
}

void Audits::begin(const Course& course, AuditedBlock audited) {
  if (pending_.size() == kMostChecks) {
    pending_.front().get();
    pending_.pop_front();
  }
  pending_.push_back(
      std::async(std::launch::async, [&course, audited = std::move(audited)] { check(course, audited); }));
}

void Audits::finish() {
  for (std::future<void>& check : pending_) check.get();
  pending_.clear();
}

}  // namespace semcheck
