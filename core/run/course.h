#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/judge/held_to.h"
#include "core/run/sweep_plan.h"

namespace semcheck {

/// What the sweeps of one program share.
struct CourseProgram {
  explicit CourseProgram(const PlannedProgram& of)
      : planned(of), contract(held_to(of.program.program.spec.operation, of.program.rules)) {}
  const PlannedProgram& planned;
  HeldTo contract;  ///< what its results are held to

  const Spec& spec() const { return planned.program.program.spec; }
};

/// A sweep on its way through its share of a space.
struct Course {
  std::shared_ptr<const CourseProgram> program;
  const Variant* variant = nullptr;
  Path path = Path::ptx;
  std::size_t space = 0;  ///< index into the spaces of the program
  Sweep sweep;
  std::vector<Range> left;            ///< of its share, not yet handed out
  std::optional<SweepKernel> kernel;  ///< once it is compiled
  std::uint64_t pace = 0;             ///< cases that the next stretch takes
  std::uint64_t failed_at = 0;        ///< the first index of the stretch whose error the sweep has

  bool checks_laws() const { return kernel && kernel->laws.image; }
  bool is_under_way() const { return kernel && !left.empty() && sweep.error.empty() && sweep.not_swept.empty(); }
};

/// The sweeps of a plan: each variant, path and space of each program, with what earlier runs have done of them.
/// @param planned  outlives the courses
std::vector<Course> courses_of(const std::vector<PlannedProgram>& planned, const DeviceInfo& device,
                               const RunOptions& options);

/// Why a kernel cannot be swept; "" where it can, if without laws.
std::string error_of(const SweepKernel& kernel);

/// Takes the next cases of a course: whole chunks, or a part of one where its pace is less than a chunk.
/// @param devices  how many are at work, so that all of them have something to do to the end
Range take_stretch(Course& course, std::size_t devices);

/// Fits the pace to the time that a stretch took.
void fit_pace(Course& course, double device_seconds);

}  // namespace semcheck
