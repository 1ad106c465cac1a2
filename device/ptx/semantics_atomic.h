#pragma once

#include "device/ptx/domain.h"
#include "device/ptx/form.h"

namespace semcheck::ptx {

// What atom and red do to the value in memory, where no other instruction does the same to a register.

template <class W>
constexpr W exchange(const Form&, W, W b) {
  return b;
}

// PTX ISA, atom: cas(r,s,t) = (r == s) ? t : r.
template <class W>
constexpr W compare_and_swap(const Form&, W a, W b, W c) {
  return select(eq(a, b), c, a);
}

// PTX ISA, atom: inc(r, s) = (r >= s) ? 0 : r+1.
template <class W>
constexpr W increment(const Form&, W a, W b) {
  return select(ult(a, b), a + W(1), W(0));
}

// PTX ISA, atom: dec(r, s) = (r==0 || r > s) ? s : r-1.
template <class W>
constexpr W decrement(const Form&, W a, W b) {
  return select(eq(a, W(0)) | ult(b, a), b, a - W(1));
}

}  // namespace semcheck::ptx
