#include "core/run/course.h"

#include <algorithm>

#include "core/run/ranges.h"
#include "core/sweep/cases.h"
#include "core/sweep/chunks.h"

namespace semcheck {
namespace {

/// What the interpreter begins with: far less than a second's work.
constexpr std::uint64_t kInterpreted = kChunk >> 8;
constexpr std::uint64_t kMostAtOnce = kChunk << 14;
/// Device time of a stretch: long beside a launch, short beside the patience of whoever interrupts it.
constexpr double kShortSeconds = 0.05, kLongSeconds = 0.2;

Course course_of(const std::shared_ptr<const CourseProgram>& program, const Variant& variant, Path path, std::size_t s,
                 const DeviceInfo& device, const SweepOptions& options) {
  Course course{program, &variant, path, s, {}, {}, std::nullopt, 0, 0};
  const PlannedProgram& planned = program->planned;
  Sweep& sweep = course.sweep;
  sweep.space = planned.program.spaces[s];
  sweep.total = case_count(sweep.space);
  sweep.share = share_of(sweep.total, options.shard, options.shards);
  sweep.supplied = supplied_by(program->spec().operation, planned.feed());
  sweep.part.identity = identity_of(planned, variant, path, sweep.space, device);
  for (const SweepPart& earlier : options.resumed)
    if (earlier.identity == sweep.part.identity) sweep.part = earlier;
  course.left = without(sweep.share, sweep.part.done);
  course.pace = path == Path::ptx ? kInterpreted : kChunk;
  return course;
}

/// The first multiple of a step beyond an index.
std::uint64_t next_multiple(std::uint64_t index, std::uint64_t step) {
  return index - index % step + step;
}

}  // namespace

std::vector<Course> courses_of(const std::vector<PlannedProgram>& planned, const DeviceInfo& device,
                               const RunOptions& options) {
  std::vector<Course> courses;
  for (const PlannedProgram& p : planned) {
    const auto program = std::make_shared<const CourseProgram>(p);
    for (const Variant* variant : p.program.program.variants)
      for (Path path : p.program.program.paths)
        for (std::size_t s = 0; s < p.program.spaces.size(); ++s)
          courses.push_back(course_of(program, *variant, path, s, device, options.sweeps));
  }
  return courses;
}

std::string error_of(const SweepKernel& kernel) {
  for (const Kernel* part : {&kernel.kernel, &kernel.laws, &kernel.sample, &kernel.twin})
    if (!part->error.empty() && (part != &kernel.laws || !part->unavailable)) return part->error;
  return "";
}

Range take_stretch(Course& course, std::size_t devices) {
  Range& rest = course.left.front();
  const std::uint64_t fair = size_of(course.left) / (2 * devices);
  const std::uint64_t most = std::min(course.pace, std::max(fair - fair % kChunk, kChunk));
  const std::uint64_t step = std::min(most, kChunk);
  const Range taken{rest.first, std::min(rest.last, next_multiple(rest.first, step) + most - step)};
  rest.first = taken.last;
  if (rest.first == rest.last) course.left.erase(course.left.begin());
  return taken;
}

void fit_pace(Course& course, double device_seconds) {
  const std::uint64_t least = course.path == Path::ptx ? kInterpreted : kChunk;
  const std::uint64_t most = course.path == Path::ptx ? kChunk : kMostAtOnce;
  if (device_seconds > kLongSeconds) course.pace = std::max(course.pace / 2, least);
  if (device_seconds > 0 && device_seconds < kShortSeconds) course.pace = std::min(course.pace * 2, most);
}

}  // namespace semcheck
