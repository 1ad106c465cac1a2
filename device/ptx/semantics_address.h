#pragma once

#include "device/ptx/domain.h"
#include "device/ptx/form.h"
#include "device/ptx/warp.h"

namespace semcheck::ptx {

// cvta: between the addresses of a state space and generic ones.

constexpr std::uint64_t window_of(Space space) {
  switch (space) {
    case Space::shared: return kSharedWindow;
    case Space::local: return kLocalWindow;
    case Space::param: return kParamWindow;
    case Space::generic:
    case Space::global:
    case Space::constant: return 0;
  }
  return 0;
}

// PTX ISA, cvta: a generic address within the window of a space is the window's start plus the address in the space.
template <class W>
constexpr W to_generic(const Form& form, W a) {
  return a + W(window_of(static_cast<Space>(form.q.space)));
}

template <class W>
constexpr W from_generic(const Form& form, W a) {
  return a - W(window_of(static_cast<Space>(form.q.space)));
}

}  // namespace semcheck::ptx
