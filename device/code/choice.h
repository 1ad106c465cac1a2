#pragma once

/// @file
/// How code chooses its result: followed back from the values that it stores.

#include "device/code/flow.h"

namespace semcheck::code {

/// What takes part in a kernel's result.
struct Choice {
  CodeForm form = CodeForm::other;
  Marks on_value;        ///< the result's value goes through these
  Marks decides;         ///< these choose it or convert it
  Marks results;         ///< stores of results, or the atomics that stand for them
  bool carried = false;  ///< a loop updates a register of the value that it needs again
  Marks carries;         ///< the instructions of such loops
  bool is_wide = false;  ///< the value is computed with 64 bits
};

Choice choice_of(const Flow& flow);

}  // namespace semcheck::code
