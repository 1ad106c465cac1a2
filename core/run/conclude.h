#pragma once

#include <string_view>
#include <vector>

#include "core/run/run.h"

namespace semcheck {

/// Draws the verdict of a result from its special cases (`judgement`) and its sweeps: settles what the wrong cases of
/// sweeps break by what special cases and other sweeps prove, blames whom their examples were followed to, and sums up.
/// A result without sweeps stays as it is. Asked again after parts of sweeps were added, it starts over.
void conclude(const Operation& operation, Result& result);

/// Whether the error of a result is one that conclude() took from its sweeps.
bool is_of_a_sweep(std::string_view error);

/// The same for all results of a spec, and whether they are as declared.
void conclude(SpecReport& spec);

/// The examples that show what a result breaks, in order: those of its special cases, and of what only its sweeps over
/// arrays show, theirs.
std::vector<const Mismatch*> telling_examples(const Result& result);

}  // namespace semcheck
