#pragma once

#include "cli/terminal.h"

namespace semcheck {

/// Sets up the log on stderr: silent unless `verbose`, coloured as the terminal was decided to be.
void open_log(const Terminal& terminal, bool verbose);

}  // namespace semcheck
