#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace semcheck::golden {

/// A command, what it prints on stdout and stderr together, and how it ends.
struct Step {
  std::string command;
  std::string output;
  std::optional<int> exit;  ///< nothing when the text does not say
};

/// `$ command` lines, each followed by its output and, where it is stated, a line `[exit N]`.
std::vector<Step> parse_steps(std::string_view text);
std::string format_steps(const std::vector<Step>& steps);

/// A text that holds steps between other lines: a whole file, or a Markdown file with its ```console blocks.
struct Section {
  std::string before;  ///< the lines up to and including the one that opens the block
  std::vector<Step> steps;
};
struct Document {
  std::vector<Section> sections;
  std::string after;
};
Document parse_markdown(std::string_view text);
std::string format_markdown(const Document& document);

/// Replaces what differs from machine to machine and from day to day: versions, paths, durations, reasons.
std::string without_volatile_parts(std::string text);

}  // namespace semcheck::golden
