#include "cli/report_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include "cli/terminal.h"
#include "cli/usage_error.h"
#include "core/run/environment_error.h"

namespace semcheck {

namespace {

namespace fs = std::filesystem;

std::string reason() {
  return std::strerror(errno);
}

/// An open file that is closed at the end of its scope.
struct Descriptor {
  int number;
  explicit Descriptor(int opened) : number(opened) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
};

/// Whether a path names a file that a rename can replace, not a device, a pipe or an open descriptor.
bool is_replaceable(const fs::path& path) {
  if (path.string().starts_with("/dev/") || path.string().starts_with("/proc/")) return false;
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return !fs::exists(status) || fs::is_regular_file(status);
}

/// The file that `target` names after following links, so that a rename replaces the file and not the link.
fs::path resolved(const std::string& target) {
  constexpr int kMostLinks = 40;  // as many as Linux follows
  std::error_code ignored;
  fs::path path = target;
  if (!is_replaceable(path)) return path;
  for (int i = 0; i < kMostLinks && fs::is_symlink(path, ignored); ++i)
    path = path.parent_path() / fs::read_symlink(path, ignored);
  return path;
}

/// The name of a new, empty file beside `path`; empty when the folder takes none.
std::string temporary_beside(const fs::path& path, int& descriptor) {
  std::string name = path.string() + ".XXXXXX";
  descriptor = mkstemp(name.data());
  return descriptor < 0 ? "" : name;
}

/// The permissions a file would have had if it had been written in place.
mode_t permissions_of(const fs::path& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

[[noreturn]] void fail(const fs::path& path) {
  const std::string why = reason();
  throw EnvironmentError(fmt::format("cannot write {}: {}", path.string(), why), "");
}

void replace(const fs::path& path, std::string_view text) {
  int opened = -1;
  const std::string temporary = temporary_beside(path, opened);
  const Descriptor file(opened);
  if (temporary.empty()) fail(path);
  const bool written = write_all(file.number, text) && fchmod(file.number, permissions_of(path)) == 0 &&
                       fsync(file.number) == 0 && rename(temporary.c_str(), path.c_str()) == 0;
  if (written) return;
  const int error = errno;
  unlink(temporary.c_str());
  errno = error;
  fail(path);
}

void write_through(const fs::path& path, std::string_view text) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.number < 0 || !write_all(file.number, text)) fail(path);
}

}  // namespace

void require_writable(std::string_view option, const std::string& target) {
  if (target == "-") return;
  const fs::path path = resolved(target);
  if (!is_replaceable(path)) {
    if (fs::is_directory(path)) throw UsageError(fmt::format("{}: {} is a folder", option, target));
    if (access(path.c_str(), W_OK) != 0)
      throw UsageError(fmt::format("{}: cannot write {}: {}", option, target, reason()));
    return;
  }
  int opened = -1;
  const std::string probe = temporary_beside(path, opened);
  const Descriptor file(opened);
  if (probe.empty()) throw UsageError(fmt::format("{}: cannot write {}: {}", option, target, reason()));
  unlink(probe.c_str());
}

void require_folder(std::string_view option, const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw UsageError(fmt::format("{}: cannot make the folder {}: {}", option, folder, error.message()));
  int opened = -1;
  const std::string probe = temporary_beside(fs::path(folder) / "probe", opened);
  const Descriptor file(opened);
  if (probe.empty()) throw UsageError(fmt::format("{}: cannot write into {}: {}", option, folder, reason()));
  unlink(probe.c_str());
}

void write_report(const std::string& target, std::string_view text) {
  if (target == "-") return print(text);
  const fs::path path = resolved(target);
  if (is_replaceable(path))
    replace(path, text);
  else
    write_through(path, text);
}

std::string read_report(std::string_view option, const std::string& file) {
  const std::string of = option.empty() ? "" : fmt::format("{}: ", option);
  if (fs::is_directory(file)) throw UsageError(fmt::format("{}{} is a folder", of, file));
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw UsageError(fmt::format("{}cannot read {}: {}", of, file, reason()));
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (stream.bad()) throw UsageError(fmt::format("{}cannot read {}: {}", of, file, reason()));
  return text;
}

}  // namespace semcheck
