#pragma once

#include <string>

namespace semcheck {

/// What a compiler made of one program.
struct Compilation {
  bool succeeded = false;
  std::string refusal;  ///< why it did not even read the program: "rejects the options of this build: …"; "" if it did
  std::string log;      ///< messages, warnings too; without a trailing newline
  std::string ptx;
  std::string cubin;  ///< machine code; empty where only PTX was asked for
};

}  // namespace semcheck
