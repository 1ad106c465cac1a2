#pragma once

#include <memory>
#include <string>

#include "core/run/device.h"

namespace semcheck {

/// Tells the kernels of an image apart by what they execute: for each a digest of its own code and of all that it can
/// reach. It depends neither on the kernel's name nor on the code of the kernels beside it; but in machine code the
/// constants and variables of the whole module are part of every digest, since kernels do not say which they use.
class CodeDigests {
 public:
  /// Indexes the image, which has to outlive this.
  explicit CodeDigests(const Image& image);
  ~CodeDigests();
  CodeDigests(const CodeDigests&) = delete;
  CodeDigests& operator=(const CodeDigests&) = delete;

  /// 16 hexadecimal digits, or "" for a kernel that the image does not have.
  std::string of(const std::string& entry) const;

 private:
  struct Index;
  const Image& image_;
  std::unique_ptr<const Index> index_;
};

}  // namespace semcheck
