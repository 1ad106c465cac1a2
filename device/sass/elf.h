#pragma once

/// @file
/// A reader of cubins: the ELF files that hold machine code for NVIDIA's GPUs.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace semcheck {

/// A section of an ELF file; names and bytes are views into the file.
struct ElfSection {
  std::string_view name;
  std::uint32_t type = 0;
  std::uint64_t flags = 0;
  std::uint32_t link = 0;
  std::uint32_t info = 0;
  std::uint64_t size = 0;  ///< in memory; `bytes` is shorter only where the section has none in the file
  std::string_view bytes;
};

/// The little-endian number in `size` bytes at a place, or nothing where the bytes end before.
std::optional<std::uint64_t> number_at(std::string_view bytes, std::uint64_t at, std::size_t size);

/// A symbol of an ELF file; its name is a view into the file.
struct ElfSymbol {
  std::string_view name;
  std::uint16_t section = 0;  ///< the index of the section that it is in, 0 for one that is elsewhere
  std::uint64_t value = 0;    ///< its place there
  bool is_kernel = false;     ///< of this file
};

/// The sections of a little-endian ELF64 file in their order, the null section first; nothing for a file that is
/// damaged or is none.
std::optional<std::vector<ElfSection>> read_elf(std::string_view file);

/// The first section of that name, or null.
const ElfSection* find_section(std::span<const ElfSection> sections, std::string_view name);

/// The symbol of that index in a symbol table, or nothing where there is none.
std::optional<ElfSymbol> read_symbol(std::span<const ElfSection> sections, const ElfSection& table,
                                     std::uint64_t index);

/// The kernels of a cubin in the order of its symbols.
std::vector<std::string_view> kernels_of(std::span<const ElfSection> sections);

/// What a thread or block of a kernel takes; nothing where the file does not say.
struct KernelResources {
  std::optional<std::uint32_t> registers;  ///< of a thread
  std::optional<std::uint32_t> shared;     ///< bytes of static shared memory of a block
  std::optional<std::uint32_t> frame;      ///< bytes of a thread's stack frame in local memory
};

/// The resources of a kernel of a cubin; none of them for a kernel that it does not have.
KernelResources resources_of(std::span<const ElfSection> sections, std::string_view entry);

}  // namespace semcheck
