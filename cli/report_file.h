#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace semcheck {

/// Throws UsageError when `target` cannot be written, before any work is done. "-" is stdout and always can.
/// @param option  the option that names the file, for the message
void require_writable(std::string_view option, const std::string& target);

/// Throws UsageError unless `folder` is a folder that takes files, before any work is done. It is made when it is not
/// there, with those above it.
void require_folder(std::string_view option, const std::string& folder);

/// Replaces the content of `target` in one step, by way of a temporary file beside it, so that a reader sees the old
/// file or the new one. Writes to stdout for "-", and straight into what is not a regular file (a pipe, /dev/stderr).
void write_report(const std::string& target, std::string_view text);

/// The content of a report that is there already. Throws UsageError when it cannot be read.
/// @param option  the option that names the file, for the message; "" for an argument
std::string read_report(std::string_view option, const std::string& file);

}  // namespace semcheck
