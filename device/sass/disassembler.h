#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/run/device.h"
#include "device/code/image_memo.h"
#include "device/sass/listing.h"

namespace semcheck::sass {

/// Machine code as text, or why there is none.
struct Disassembly {
  std::vector<Function> functions;
  std::string error;  ///< "no nvdisasm was found"; "" when there are functions
  std::string help;   ///< what to do about it
};

/// Disassembles machine code with NVIDIA's programs, the same code once. Its functions may be called from several
/// threads, and disassemble different code side by side.
class Disassembler {
 public:
  /// @param programs  nvdisasm and cuobjdump as they are to be tried: the first that reads an image serves for it
  explicit Disassembler(std::vector<std::filesystem::path> programs) : programs_(std::move(programs)) {}

  /// The code of all kernels of an image of the path `cubin`.
  std::shared_ptr<const Disassembly> read(const std::shared_ptr<const Image>& image);

 private:
  Disassembly disassembly_of(const Image& image) const;

  std::vector<std::filesystem::path> programs_;
  code::ImageMemo<Disassembly> known_;
};

/// What one program says of machine code.
Disassembly disassemble(const std::filesystem::path& program, std::string_view cubin);

/// The disassemblers of this machine: those of the toolkits that were asked for, then those of the usual places.
/// @param asked  folders of toolkits
std::vector<std::filesystem::path> find_disassemblers(const std::vector<std::filesystem::path>& asked);

}  // namespace semcheck::sass
