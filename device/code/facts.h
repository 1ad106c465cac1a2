#pragma once

#include "device/code/code.h"

namespace semcheck::code {

/// What some code is: counted, classified, and its lines marked. Registers and spills are not in the code.
CodeFacts facts_of(Code code);

}  // namespace semcheck::code
