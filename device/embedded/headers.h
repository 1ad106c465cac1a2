#pragma once

#include <span>

namespace semcheck {

/// A header for NVRTC, which reads no files of ours: the name that programs include it by, and its text.
struct HeaderText {
  const char* name;
  const char* text;
};

/// The headers that are part of the program: those of the reference that the device takes, by their path in the
/// repository, and those of the exact types.
std::span<const HeaderText> embedded_headers();

}  // namespace semcheck
