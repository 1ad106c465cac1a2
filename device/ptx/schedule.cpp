#include "device/ptx/schedule.h"

#include <algorithm>

namespace semcheck::ptx {

namespace {

/// Keeps the waiting groups in falling order of their program counters, one group for each of these.
void wait(Warp& warp, Group group) {
  const auto place =
      std::find_if(warp.waiting.begin(), warp.waiting.end(), [&](const Group& each) { return each.pc <= group.pc; });
  if (place != warp.waiting.end() && place->pc == group.pc) {
    place->lanes |= group.lanes;
  } else {
    warp.waiting.insert(place, group);
  }
}

}  // namespace

void divert(Warp& warp, Group group) {
  warp.active &= ~group.lanes;
  wait(warp, group);
}

bool next_group(Warp& warp) {
  if (warp.waiting.empty()) return warp.active != 0;
  if (warp.active != 0 && warp.pc < warp.waiting.back().pc) return true;
  if (warp.active != 0) wait(warp, {warp.pc, warp.active});
  warp.pc = warp.waiting.back().pc;
  warp.active = warp.waiting.back().lanes;
  warp.waiting.pop_back();
  return true;
}

bool release(Warp& warp) {
  const bool any = !warp.parked.empty();
  for (const Group& group : warp.parked) wait(warp, group);
  warp.parked.clear();
  return any;
}

}  // namespace semcheck::ptx
