#include "device/sass/elf.h"

#include <algorithm>
#include <string>

namespace semcheck {
namespace {

// System V ABI, chapter 4: the sizes of the header, a section header and a symbol, and the places of their fields.
constexpr std::size_t kHeaderSize = 64;
constexpr std::size_t kSectionHeaderSize = 64;
constexpr std::size_t kSymbolSize = 24;
constexpr std::uint32_t kSymbolTable = 2;
constexpr std::uint32_t kNoBits = 8;
constexpr std::string_view kMagic =
    "\x7f"
    "ELF\x02\x01";  // 64 bits, little-endian
constexpr unsigned kFunction = 2;
constexpr unsigned kCudaEntry = 0x10;  // STO_CUDA_ENTRY, in st_other

// The attributes of `.nv.info`: a byte for the layout, one for the attribute, then 16 bits, which are the value or, in
// the last layout, the size of the bytes that follow.
constexpr std::size_t kAttributeHeader = 4;
constexpr std::uint64_t kSizedValue = 4;    // EIFMT_SVAL
constexpr std::uint64_t kFrameSize = 0x11;  // EIATTR_FRAME_SIZE
constexpr std::uint64_t kRegisters = 0x2f;  // EIATTR_REGCOUNT

/// `number_at` a place that is known to be there.
template <class Number>
Number field(std::string_view text, std::size_t at) {
  return static_cast<Number>(number_at(text, at, sizeof(Number)).value_or(0));
}

std::optional<std::string_view> part(std::string_view file, std::uint64_t offset, std::uint64_t size) {
  if (offset > file.size() || file.size() - offset < size) return std::nullopt;
  return file.substr(offset, size);
}

/// The text at a place of a string table, or nothing where none ends there.
std::optional<std::string_view> name_at(std::string_view table, std::uint64_t at) {
  if (at >= table.size()) return std::nullopt;
  const std::size_t end = table.find('\0', at);
  if (end == std::string_view::npos) return std::nullopt;
  return table.substr(at, end - at);
}

/// A section without its name.
std::optional<ElfSection> read_section(std::string_view file, std::string_view header) {
  ElfSection section;
  section.type = field<std::uint32_t>(header, 4);
  section.flags = field<std::uint64_t>(header, 8);
  section.size = field<std::uint64_t>(header, 32);
  section.link = field<std::uint32_t>(header, 40);
  section.info = field<std::uint32_t>(header, 44);
  if (section.type == 0 || section.type == kNoBits) return section;
  const auto bytes = part(file, field<std::uint64_t>(header, 24), section.size);
  if (!bytes) return std::nullopt;
  section.bytes = *bytes;
  return section;
}

/// The headers of the sections, one after the other, or nothing.
std::optional<std::string_view> section_headers(std::string_view file) {
  if (file.size() < kHeaderSize || !file.starts_with(kMagic)) return std::nullopt;
  if (field<std::uint16_t>(file, 58) != kSectionHeaderSize) return std::nullopt;
  return part(file, field<std::uint64_t>(file, 40), field<std::uint16_t>(file, 60) * kSectionHeaderSize);
}

const ElfSection* symbol_table(std::span<const ElfSection> sections) {
  const auto found = std::ranges::find(sections, kSymbolTable, &ElfSection::type);
  return found == sections.end() ? nullptr : &*found;
}

/// The value of an attribute of a function: both are numbers of 32 bits, the function that of its symbol.
std::optional<std::uint32_t> attribute_of(std::span<const ElfSection> sections, std::string_view entry,
                                          std::uint64_t attribute) {
  const ElfSection* info = find_section(sections, ".nv.info");
  const ElfSection* symbols = symbol_table(sections);
  if (!info || !symbols) return std::nullopt;
  std::string_view rest = info->bytes;
  while (rest.size() >= kAttributeHeader) {
    const bool is_sized = field<std::uint8_t>(rest, 0) == kSizedValue;
    const std::size_t size = kAttributeHeader + (is_sized ? field<std::uint16_t>(rest, 2) : 0);
    if (size > rest.size()) return std::nullopt;
    if (is_sized && size >= kAttributeHeader + 8 && field<std::uint8_t>(rest, 1) == attribute) {
      const auto symbol = read_symbol(sections, *symbols, field<std::uint32_t>(rest, 4));
      if (symbol && symbol->name == entry) return field<std::uint32_t>(rest, 8);
    }
    rest.remove_prefix(size);
  }
  return std::nullopt;
}

/// Before CUDA 13 the registers stand beside the symbol in the info of the code's section too.
std::optional<std::uint32_t> registers_of(std::span<const ElfSection> sections, std::string_view entry,
                                          const ElfSection& code) {
  if (const auto counted = attribute_of(sections, entry, kRegisters)) return counted;
  const std::uint32_t count = code.info >> 24;
  return count == 0 ? std::nullopt : std::optional(count);
}

/// From sm_90 on the section begins with what the system keeps for itself, which the file then has a section for.
std::uint32_t shared_of(std::span<const ElfSection> sections, std::string_view entry) {
  constexpr std::uint64_t kReserved = 1024;
  const ElfSection* shared = find_section(sections, ".nv.shared." + std::string(entry));
  if (!shared) return 0;
  const bool has_reserved = find_section(sections, ".nv.shared.reserved.0") != nullptr;
  return static_cast<std::uint32_t>(shared->size - (has_reserved ? std::min(kReserved, shared->size) : 0));
}

}  // namespace

std::optional<std::uint64_t> number_at(std::string_view bytes, std::uint64_t at, std::size_t size) {
  if (at > bytes.size() || bytes.size() - at < size) return std::nullopt;
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

std::optional<std::vector<ElfSection>> read_elf(std::string_view file) {
  const auto headers = section_headers(file);
  if (!headers) return std::nullopt;
  std::vector<ElfSection> sections;
  for (std::size_t at = 0; at < headers->size(); at += kSectionHeaderSize) {
    const auto section = read_section(file, headers->substr(at, kSectionHeaderSize));
    if (!section) return std::nullopt;
    sections.push_back(*section);
  }
  const std::size_t names = field<std::uint16_t>(file, 62);
  if (names >= sections.size()) return std::nullopt;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const auto name = name_at(sections[names].bytes, field<std::uint32_t>(*headers, i * kSectionHeaderSize));
    if (!name) return std::nullopt;
    sections[i].name = *name;
  }
  return sections;
}

const ElfSection* find_section(std::span<const ElfSection> sections, std::string_view name) {
  const auto found = std::ranges::find(sections, name, &ElfSection::name);
  return found == sections.end() ? nullptr : &*found;
}

std::optional<ElfSymbol> read_symbol(std::span<const ElfSection> sections, const ElfSection& table,
                                     std::uint64_t index) {
  if (table.link >= sections.size() || index >= table.bytes.size() / kSymbolSize) return std::nullopt;
  const std::string_view entry = table.bytes.substr(index * kSymbolSize, kSymbolSize);
  const auto name = name_at(sections[table.link].bytes, field<std::uint32_t>(entry, 0));
  if (!name) return std::nullopt;
  const unsigned type = field<std::uint8_t>(entry, 4) & 0xfU;
  const auto section = field<std::uint16_t>(entry, 6);
  const bool is_kernel = type == kFunction && (field<std::uint8_t>(entry, 5) & kCudaEntry) != 0 && section != 0;
  return ElfSymbol{*name, section, field<std::uint64_t>(entry, 8), is_kernel};
}

std::vector<std::string_view> kernels_of(std::span<const ElfSection> sections) {
  std::vector<std::string_view> kernels;
  const ElfSection* table = symbol_table(sections);
  for (std::uint64_t i = 0; table && i < table->bytes.size() / kSymbolSize; ++i) {
    const auto symbol = read_symbol(sections, *table, i);
    if (symbol && symbol->is_kernel) kernels.push_back(symbol->name);
  }
  return kernels;
}

KernelResources resources_of(std::span<const ElfSection> sections, std::string_view entry) {
  const ElfSection* code = find_section(sections, ".text." + std::string(entry));
  if (!code) return {};
  return {registers_of(sections, entry, *code), shared_of(sections, entry), attribute_of(sections, entry, kFrameSize)};
}

}  // namespace semcheck
