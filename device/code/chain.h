#pragma once

#include "device/code/choice.h"

namespace semcheck::code {

/// The longest chain of dependent instructions on the way of a result's value: among those of loops, where a loop
/// carries it. Moves at its ends do not count, unless a loop goes through them.
Chain longest_chain(const Flow& flow, const Choice& choice);

}  // namespace semcheck::code
