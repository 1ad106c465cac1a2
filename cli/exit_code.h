#pragma once

namespace semcheck {

/// What the program's exit status means to other programs.
enum class ExitCode : int {
  as_declared = 0,
  not_as_declared = 1,
  bad_usage = 2,        ///< of the command line, or an invalid spec
  environment = 3,      ///< a GPU, driver, compiler or file is missing
  internal_error = 70,  ///< a mistake of semcheck's own (EX_SOFTWARE of sysexits.h)
  interrupted = 130,    ///< 128 + SIGINT, as shells have it
};

}  // namespace semcheck
