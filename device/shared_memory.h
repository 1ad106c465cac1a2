#pragma once

#include <cstddef>
#include <span>

#include "device/toolkit/file_descriptor.h"

namespace semcheck {

/// Memory that a child process can map as well: an anonymous file that grows as needed.
class SharedMemory {
 public:
  /// Throws EnvironmentError when the system has none to give.
  SharedMemory();
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  /// Makes the memory at least `size` bytes long. What it holds stays; spans taken before may be stale.
  void reserve(std::size_t size);
  std::span<std::byte> bytes() const { return {data_, size_}; }
  /// The file descriptor, closed on exec.
  int descriptor() const { return file_.number(); }

 private:
  FileDescriptor file_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace semcheck
