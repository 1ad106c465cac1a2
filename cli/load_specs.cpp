#include "cli/load_specs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/shipped.h"
#include "core/report/wording.h"
#include "core/spec/profiles.h"

namespace semcheck {

namespace {

namespace fs = std::filesystem;

/// The folders of the shipped specs: of operations and of probes.
constexpr std::array<const char*, 2> kFolders = {"specs", "specs/probes"};

std::vector<std::string> shipped_spec_names(const SearchPath& search) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const char* folder : kFolders)
    for (const auto& entry : fs::directory_iterator(search.shipped / folder, ignored))
      if (entry.path().extension() == ".toml") names.push_back(entry.path().stem());
  std::ranges::sort(names);
  return names;
}

Diagnostic not_found(const std::string& name, const SearchPath& search) {
  const std::vector<std::string> shipped = shipped_spec_names(search);
  std::string help = did_you_mean(fs::path(name).stem().string(), {shipped.begin(), shipped.end()});
  if (help.empty()) help = "looked for it as given and among the specs that come with semcheck";
  return {name, {}, "no such file", help};
}

/// The text of the spec that `name` stands for, or nothing and what is wrong with it.
std::optional<SourceFile> read_spec_file(const std::string& name, const SearchPath& search,
                                         std::vector<Diagnostic>& diagnostics) {
  std::error_code ignored;
  std::optional<fs::path> path;
  for (const char* folder : kFolders)
    if (!path) path = find_file(name, "", folder, search);
  if (!path && fs::exists(name, ignored)) path = name;
  if (!path) {
    diagnostics.push_back(not_found(name, search));
    return std::nullopt;
  }
  return read_text_file(as_written(*path), diagnostics);
}

void load_spec(const SourceFile& file, SpecKind kind, const SearchPath& search, std::vector<Diagnostic>& diagnostics,
               LoadedSpecs& loaded) {
  if (kind == SpecKind::probe || (kind == SpecKind::any && is_probe(file))) {
    if (auto probe = parse_probe(file, diagnostics)) loaded.probes.push_back(std::move(*probe));
  } else if (auto spec = parse_spec(file, search, loaded.profiles, diagnostics)) {
    loaded.specs.push_back(std::move(*spec));
  }
}

/// The text of the file a diagnostic points into: that of the spec, or of a matrix or profile it uses.
std::string text_of(const std::string& path) {
  std::vector<Diagnostic> ignored;
  const std::optional<SourceFile> file = read_text_file(path, ignored);
  return file ? file->text : "";
}

/// @param given  a text at hand that some of them point into; the others point into files
void print_diagnostics(const std::vector<Diagnostic>& diagnostics, const SourceFile& given) {
  std::string path = given.path, text = given.text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.span.line > 0 && diagnostic.file != path) {
      path = diagnostic.file;
      text = path == given.path ? given.text : text_of(path);
    }
    print_diagnostic(render(diagnostic, diagnostic.span.line > 0 ? text : "") + "\n");
  }
}

/// Prints what is wrong and decides whether the specs may be used.
void conclude(LoadedSpecs& loaded, const std::vector<Diagnostic>& diagnostics, std::size_t count,
              const SourceFile& given, const Terminal& terminal) {
  loaded.valid = diagnostics.empty();
  print_diagnostics(diagnostics, given);
  if (!loaded.valid)
    print_error(terminal, fmt::format("{} in {}", counted(diagnostics.size(), "mistake"), counted(count, "spec")), "");
}

}  // namespace

LoadedSpecs load_specs(const std::vector<std::string>& names, const Terminal& terminal, SpecKind kind) {
  const SearchPath search = shipped_files();
  std::vector<Diagnostic> diagnostics;
  LoadedSpecs loaded;
  loaded.profiles = load_profiles(search, diagnostics);
  for (const std::string& name : names)
    if (const auto file = read_spec_file(name, search, diagnostics))
      load_spec(*file, kind, search, diagnostics, loaded);
  conclude(loaded, diagnostics, names.size(), {}, terminal);
  return loaded;
}

LoadedSpecs load_spec_text(const SourceFile& file, const Terminal& terminal) {
  const SearchPath search = shipped_files();
  std::vector<Diagnostic> diagnostics;
  LoadedSpecs loaded;
  loaded.profiles = load_profiles(search, diagnostics);
  std::optional<Spec> spec = parse_spec(file, search, loaded.profiles, diagnostics);
  if (spec) loaded.specs.push_back(std::move(*spec));
  conclude(loaded, diagnostics, 1, file, terminal);
  return loaded;
}

}  // namespace semcheck
