#pragma once

namespace semcheck {

/// Runs a loop, compiled with everything it calls inlined, so that the compiler can vectorise it.
template <class Loop>
[[gnu::flatten]] void run_plainly(const Loop& loop) {
  loop();
}

#ifdef __x86_64__
template <class Loop>
[[gnu::flatten, gnu::target("avx2")]] void run_with_avx2(const Loop& loop) {
  loop();
}

/// The same with the widest vectors that the processor has, of those that are worth it.
template <class Loop>
void run_vectorised(const Loop& loop) {
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  has_avx2 ? run_with_avx2(loop) : run_plainly(loop);
}
#else
template <class Loop>
void run_vectorised(const Loop& loop) {
  run_plainly(loop);
}
#endif

}  // namespace semcheck
