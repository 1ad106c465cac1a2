#include "device/toolkit/file_descriptor.h"

#include <fcntl.h>
#include <unistd.h>

namespace semcheck {

FileDescriptor::FileDescriptor(int descriptor) : number_(descriptor) {
  constexpr int first_free = 3;
  if (descriptor < 0 || descriptor >= first_free) return;
  number_ = fcntl(descriptor, F_DUPFD_CLOEXEC, first_free);
  close(descriptor);
}

void FileDescriptor::reset() {
  if (number_ >= 0) close(number_);
  number_ = -1;
}

}  // namespace semcheck
