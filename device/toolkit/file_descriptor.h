#pragma once

#include <utility>

namespace semcheck {

/// An open file of this process, closed when it goes.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  /// Takes over an open descriptor, as a number above those of the standard streams and closed on exec.
  explicit FileDescriptor(int descriptor);
  ~FileDescriptor() { reset(); }
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int number() const { return number_; }
  void reset();

 private:
  int number_ = -1;
};

}  // namespace semcheck
