#pragma once

#include <mpfr.h>

#include "core/spec/rule_values.h"

namespace semcheck {

/// A GNU MPFR number of so many bits.
class Exact {
 public:
  explicit Exact(mpfr_prec_t bits) { mpfr_init2(value_, bits); }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  ~Exact() { mpfr_clear(value_); }
  mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

inline void round_to_whole(Rounding rounding, mpfr_ptr value) {
  switch (rounding) {
    case Rounding::rn: mpfr_roundeven(value, value); return;
    case Rounding::rz: mpfr_trunc(value, value); return;
    case Rounding::rm: mpfr_floor(value, value); return;
    case Rounding::rp: mpfr_ceil(value, value); return;
    case Rounding::rna: mpfr_round(value, value); return;
  }
}

}  // namespace semcheck
