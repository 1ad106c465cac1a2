#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/spec/diagnostic.h"

namespace semcheck {

/// Where specs, matrices and profiles are looked for: as given, beside the file that names them, then among the shipped
/// ones.
struct SearchPath {
  std::filesystem::path shipped;  ///< the folder that holds specs/ and matrices/; empty when none was found
};

/// A text file as it was read, with the name a user would recognise.
struct SourceFile {
  std::string path;
  std::string text;
};

/// The largest file that is read as a spec, matrix or profile, in bytes.
inline constexpr std::size_t kMaxFileSize = 1 << 20;

/// Whether a text may be read as TOML: at most kMaxFileSize bytes, all of them UTF-8. Adds a diagnostic if not.
bool check_text(const SourceFile& file, std::vector<Diagnostic>& diagnostics);

/// Reads a file as UTF-8 text. On failure returns nothing and adds one diagnostic: missing, not a regular file, larger
/// than kMaxFileSize, not UTF-8.
std::optional<SourceFile> read_text_file(const std::filesystem::path& path, std::vector<Diagnostic>& diagnostics);

/// The file that `name` stands for: `name` itself, `beside/name`, or `shipped/folder/name`, each with and without the
/// extension `.toml`; nothing when there is none.
std::optional<std::filesystem::path> find_file(std::string_view name, const std::filesystem::path& beside,
                                               std::string_view folder, const SearchPath& search);

}  // namespace semcheck
