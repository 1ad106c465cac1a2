#include "core/spec/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <system_error>

#include "core/spec/characters.h"

namespace semcheck {
namespace {

namespace fs = std::filesystem;

/// Reads at most one byte more than a file may have, so that one which grows meanwhile is noticed.
std::optional<std::string> read_bytes(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text;
  std::array<char, 1 << 14> chunk{};
  while (stream && text.size() <= kMaxFileSize) {
    stream.read(chunk.data(), chunk.size());
    text.append(chunk.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad() || (stream.fail() && !stream.eof())) return std::nullopt;
  text.resize(std::min(text.size(), kMaxFileSize + 1));
  return text;
}

/// Why a path cannot be read as a file at all, or "".
std::string obstacle(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return "no such file";
  if (error) return error.message();
  if (fs::is_directory(status)) return "is a folder, not a file";
  if (!fs::is_regular_file(status)) return "is not a regular file";
  return "";
}

std::optional<fs::path> existing(const fs::path& path) {
  for (const fs::path& candidate : {path, fs::path(path).concat(".toml")}) {
    std::error_code error;
    if (!candidate.empty() && fs::exists(candidate, error) && !fs::is_directory(candidate, error)) return candidate;
  }
  return std::nullopt;
}

}  // namespace

bool check_text(const SourceFile& file, std::vector<Diagnostic>& diagnostics) {
  const auto refuse = [&](Span span, std::string message, std::string help) {
    diagnostics.push_back({file.path, span, std::move(message), std::move(help)});
    return false;
  };
  if (file.text.size() > kMaxFileSize)
    return refuse({}, fmt::format("the file is larger than {} bytes", kMaxFileSize), "");
  const auto invalid = find_invalid_utf8(file.text);
  if (!invalid) return true;
  const auto byte = static_cast<unsigned char>(file.text[*invalid]);
  return refuse(span_at(file.text, *invalid), fmt::format("not UTF-8: byte 0x{:02x} at offset {}", byte, *invalid),
                "save the file as UTF-8 text");
}

std::optional<SourceFile> read_text_file(const fs::path& path, std::vector<Diagnostic>& diagnostics) {
  SourceFile file{path.string(), ""};
  if (const std::string why = obstacle(path); !why.empty()) {
    diagnostics.push_back({file.path, {}, why, ""});
    return std::nullopt;
  }
  auto bytes = read_bytes(path);
  if (!bytes) {
    diagnostics.push_back({file.path, {}, "the file cannot be read", ""});
    return std::nullopt;
  }
  file.text = std::move(*bytes);
  if (!check_text(file, diagnostics)) return std::nullopt;
  return file;
}

std::optional<fs::path> find_file(std::string_view name, const fs::path& beside, std::string_view folder,
                                  const SearchPath& search) {
  // A NUL would end the name early in the system's eyes, and what is found would not be what was named.
  if (name.empty() || name.find('\0') != std::string_view::npos) return std::nullopt;
  if (auto found = existing(name)) return found;
  if (auto found = existing(beside / name)) return found;
  if (search.shipped.empty()) return std::nullopt;
  return existing(search.shipped / folder / name);
}

}  // namespace semcheck
