#pragma once

#include <string_view>

#include "device/ptx/effects.h"
#include "device/ptx/lanes.h"
#include "device/ptx/schedule.h"

namespace semcheck::ptx {

// Instructions that the lanes of a warp execute together.

/// Takes out the lanes that wait at the instruction being executed, and adds those that come now.
Lanes gather(Warp& warp, Lanes lanes);

/// Of the lanes that are together, those of the membermask of the first of them, when they are all that have to come;
/// otherwise they go on waiting and none is returned. Takes them from `together`. Throws Undefined for a lane outside
/// its own mask.
Lanes complete_group(Warp& warp, const Word* membermask, Lanes& together);

/// PTX ISA, *.sync: an executing thread waits until all non-exited threads of its membermask have executed the
/// instruction. Calls `each(lanes)` for every group of lanes that is complete.
template <class Each>
void collect(Warp& warp, Slot membermask, Lanes lanes, Each each) {
  Lanes together = gather(warp, lanes);
  Lanes done = 0;
  while (together != 0) {
    const Lanes group = complete_group(warp, warp.lanes(membermask), together);
    if (group != 0) each(group);
    done |= group;
  }
  warp.active = (warp.active & ~lanes) | done;
}

/// PTX ISA, redux.sync: the reduction of the source across the lanes.
template <auto Body>
void reduce(Warp& warp, const Instruction& instruction, Lanes lanes) {
  collect(warp, instruction.s[1], lanes, [&](Lanes group) {
    const LaneWords source = copy_lanes(warp.lanes(instruction.s[0]));
    const auto first = static_cast<unsigned>(std::countr_zero(group));
    // For floats the first value too goes through the operation, which takes its sign off and quiets it.
    const bool changes = instruction.form.is_float;
    Word result = changes ? Body(instruction.form, source[first], source[first]) : source[first];
    for_each_lane(group & (group - 1), [&](unsigned lane) { result = Body(instruction.form, result, source[lane]); });
    LaneWords all;
    all.fill(result & low_bits(instruction.form.result_width));
    write(warp.lanes(instruction.d[0]), all, group);
  });
}

/// When no other lane of the warp can go on: lets gathered lanes go on that wait at several bar.warp.sync for each
/// other, or all of them try again when lanes have left since. Throws Undefined when they would wait forever, and
/// PtxError when they wait at several other instructions.
void continue_gathered(Warp& warp);

}  // namespace semcheck::ptx
