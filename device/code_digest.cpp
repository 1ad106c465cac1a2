#include "device/code_digest.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/values/sha256.h"
#include "device/ptx_items.h"
#include "device/sass/elf.h"

namespace semcheck {
namespace {

constexpr std::size_t kDigits = 16;

// System V ABI, chapter 4.
constexpr std::size_t kFlagsOffset = 48;  // e_flags, which name the architecture
constexpr std::uint32_t kRela = 4;
constexpr std::uint32_t kRel = 9;

/// The sections of a cubin that kernels execute or read, by the part of their names before that of a kernel.
constexpr std::array<std::string_view, 4> kExecuted = {".text", ".nv.constant", ".nv.shared", ".nv.global"};

bool is_executed(std::string_view name) {
  return std::any_of(kExecuted.begin(), kExecuted.end(),
                     [=](std::string_view prefix) { return name.starts_with(prefix); });
}

/// Machine code by kernels.
class CubinSections {
 public:
  explicit CubinSections(std::string_view file)
      : file_(file), sections_(read_elf(file).value_or(std::vector<ElfSection>())), kernels_(kernels_of(sections_)) {}

  std::string reachable(std::string_view entry) const {
    if (std::find(kernels_.begin(), kernels_.end(), entry) == kernels_.end()) return "";
    std::string text(file_.substr(kFlagsOffset, 4));
    for (const ElfSection& section : sections_) {
      const std::string_view name = without_relocation(section);
      const auto owner = owner_of(name);
      if (!is_executed(name) || (owner && *owner != entry)) continue;
      text += '\n' + nameless(section.name, entry) + ' ' + std::to_string(section.size) + ' ';
      text += is_relocation(section) ? relocations(section, entry) : std::string(section.bytes);
    }
    return text;
  }

 private:
  static bool is_relocation(const ElfSection& section) { return section.type == kRela || section.type == kRel; }

  /// The name of a section, of relocations that of the section they change.
  static std::string_view without_relocation(const ElfSection& section) {
    if (!is_relocation(section)) return section.name;
    return section.name.substr(std::min(section.name.find('.', 1), section.name.size()));
  }

  /// The kernel that a section belongs to, or nothing for one of all.
  std::optional<std::string_view> owner_of(std::string_view section) const {
    for (std::string_view kernel : kernels_)
      if (section.ends_with(kernel) && section.size() > kernel.size() &&
          section[section.size() - kernel.size() - 1] == '.')
        return kernel;
    return std::nullopt;
  }

  /// A name in which the kernel's own does not occur.
  static std::string nameless(std::string_view name, std::string_view entry) {
    std::string text(name);
    if (const std::size_t at = text.find(entry); at != std::string::npos) text.replace(at, entry.size(), "#");
    return text;
  }

  /// What a relocation refers to: names, which a section's own symbol has none of, and the place in the section. Its
  /// index would tell how many kernels there are.
  std::string symbol(const ElfSection& relocations, std::uint64_t index, std::string_view entry) const {
    if (relocations.link >= sections_.size()) return "";
    const auto symbol = read_symbol(sections_, sections_[relocations.link], index);
    if (!symbol) return "";
    const bool is_here = symbol->section < sections_.size();
    return nameless(symbol->name, entry) + ' ' +
           (is_here ? nameless(sections_[symbol->section].name, entry) : std::to_string(symbol->section)) + ' ' +
           std::to_string(symbol->value) + ' ';
  }

  /// Places, kinds and added values of relocations, and what they refer to.
  std::string relocations(const ElfSection& section, std::string_view entry) const {
    const std::size_t size = section.type == kRela ? 24 : 16;
    const auto number = [&](std::size_t at) { return number_at(section.bytes, at, 8).value_or(0); };
    std::string text;
    for (std::size_t at = 0; at + size <= section.bytes.size(); at += size) {
      const std::uint64_t info = number(at + 8);
      text += std::to_string(number(at)) + ' ' + std::to_string(info & 0xffffffff) + ' ';
      text += symbol(section, info >> 32, entry);
      if (section.type == kRela) text += std::to_string(number(at + 16));
      text += ';';
    }
    return text;
  }

  std::string_view file_;
  std::vector<ElfSection> sections_;
  std::vector<std::string_view> kernels_;
};

}  // namespace

struct CodeDigests::Index {
  std::optional<PtxItems> ptx;
  std::optional<CubinSections> cubin;
};

CodeDigests::CodeDigests(const Image& image) : image_(image) {
  auto index = std::make_unique<Index>();
  if (image.path == Path::cubin)
    index->cubin.emplace(image.bytes);
  else
    index->ptx.emplace(image.bytes);
  index_ = std::move(index);
}

CodeDigests::~CodeDigests() = default;

std::string CodeDigests::of(const std::string& entry) const {
  std::string code = index_->cubin ? index_->cubin->reachable(entry) : index_->ptx->reachable(entry);
  if (code.empty()) return "";
  if (image_.path == Path::jit) code += "jit_level " + std::to_string(image_.jit_level.value_or(kMostJitLevel)) + '\n';
  return sha256(code).substr(0, kDigits);
}

}  // namespace semcheck
