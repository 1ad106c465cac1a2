#include "device/shared_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "core/run/environment_error.h"

namespace semcheck {
namespace {

[[noreturn]] void fail(const char* call) {
  throw EnvironmentError(std::string("no shared memory: ") + call + ": " + std::strerror(errno),
                         "check the memory and file limits of this process (ulimit -a)");
}

}  // namespace

SharedMemory::SharedMemory() : file_(memfd_create("semcheck", MFD_CLOEXEC)) {
  if (file_.number() < 0) fail("memfd_create");
}

SharedMemory::~SharedMemory() {
  if (data_) munmap(data_, size_);
}

void SharedMemory::reserve(std::size_t size) {
  if (size <= size_) return;
  if (ftruncate(descriptor(), static_cast<off_t>(size)) != 0) fail("ftruncate");
  void* data = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor(), 0);
  if (data == MAP_FAILED) fail("mmap");
  if (data_) munmap(data_, size_);
  data_ = static_cast<std::byte*>(data);
  size_ = size;
}

}  // namespace semcheck
