#include "device/inspect.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/run/parallel.h"
#include "device/code/facts.h"
#include "device/code/ptx_code.h"
#include "device/code/text.h"
#include "device/sass/elf.h"
#include "device/sass/sass_code.h"

namespace semcheck {
namespace {

/// PTX with the functions in it, which are views into the text.
struct PtxText {
  explicit PtxText(const Image& image) : text(code::without_comments(image.bytes)), functions(code::read_ptx(text)) {}
  std::string text;
  std::vector<code::PtxFunction> functions;
};

/// An image as text, in the language that it is in.
struct ImageText {
  std::shared_ptr<const PtxText> ptx;
  std::shared_ptr<const sass::Disassembly> sass;
};

Inspection not_found(const std::string& entry) {
  return {std::nullopt, fmt::format("the code has no kernel {}", entry), ""};
}

Inspection inspect_ptx(const PtxText& text, const std::string& entry) {
  auto code = code::ptx_code(text.functions, entry);
  if (!code) return not_found(entry);
  return {code::facts_of(std::move(*code)), "", ""};
}

Inspection inspect_sass(const sass::Disassembly& disassembly, const Image& image, const std::string& entry) {
  if (!disassembly.error.empty()) return {std::nullopt, disassembly.error, disassembly.help};
  auto code = sass::code_of(disassembly.functions, entry);
  if (!code) return not_found(entry);
  Inspection inspection{code::facts_of(std::move(*code)), "", ""};
  if (const auto sections = read_elf(image.bytes)) {
    const KernelResources resources = resources_of(*sections, entry);
    inspection.facts->registers = resources.registers;
    inspection.facts->shared = resources.shared;
  }
  return inspection;
}

}  // namespace

std::shared_ptr<sass::Disassembler> Inspector::disassembler(std::span<const Compiler> compilers) {
  const std::lock_guard lock(guard_);
  if (disassembler_) return disassembler_;
  std::vector<std::filesystem::path> folders;
  for (const Compiler& compiler : compilers)
    if (!compiler.asked.empty()) folders.emplace_back(compiler.asked);
  disassembler_ = std::make_shared<sass::Disassembler>(sass::find_disassemblers(folders));
  return disassembler_;
}

std::vector<Inspection> Inspector::inspect(std::span<const Kernel> kernels, std::span<const Compiler> compilers) {
  std::map<const Image*, ImageText> texts;
  std::vector<std::shared_ptr<const Image>> images;
  for (const Kernel& kernel : kernels)
    if (kernel.image && texts.try_emplace(kernel.image.get()).second) images.push_back(kernel.image);
  for_each_index(images.size(), [&](std::size_t i) {
    ImageText& text = texts.at(images[i].get());
    if (images[i]->path == Path::cubin) {
      text.sass = disassembler(compilers)->read(images[i]);
    } else {
      text.ptx = std::make_shared<const PtxText>(*images[i]);
    }
  });
  std::vector<Inspection> inspections(kernels.size());
  for_each_index(kernels.size(), [&](std::size_t i) {
    const Kernel& kernel = kernels[i];
    if (!kernel.image) {
      inspections[i].error = kernel.error;
      return;
    }
    const ImageText& text = texts.at(kernel.image.get());
    inspections[i] =
        text.ptx ? inspect_ptx(*text.ptx, kernel.entry) : inspect_sass(*text.sass, *kernel.image, kernel.entry);
  });
  return inspections;
}

}  // namespace semcheck
