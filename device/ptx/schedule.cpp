#include "device/ptx/schedule.h"

#include <algorithm>

namespace semcheck::ptx {

void divert(Warp& warp, Group group) {
  warp.active &= ~group.lanes;
  resume(warp, group);
}

// The waiting groups stand in falling order of their program counters, one group for each of these.
void resume(Warp& warp, Group group) {
  const auto place =
      std::find_if(warp.waiting.begin(), warp.waiting.end(), [&](const Group& each) { return each.pc <= group.pc; });
  if (place != warp.waiting.end() && place->pc == group.pc) {
    place->lanes |= group.lanes;
  } else {
    warp.waiting.insert(place, group);
  }
}

bool next_group(Warp& warp) {
  if (warp.waiting.empty()) return warp.active != 0;
  if (warp.active != 0) {
    const bool stays = warp.highest_first ? warp.pc > warp.waiting.front().pc : warp.pc < warp.waiting.back().pc;
    if (stays) return true;
    resume(warp, {warp.pc, warp.active});
  }
  const auto next = warp.highest_first ? warp.waiting.begin() : std::prev(warp.waiting.end());
  warp.pc = next->pc;
  warp.active = next->lanes;
  warp.waiting.erase(next);
  return true;
}

}  // namespace semcheck::ptx
