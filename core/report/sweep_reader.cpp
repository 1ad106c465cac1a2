#include <algorithm>
#include <charconv>

#include "core/report/json_reader.h"
#include "core/report/sweep_json.h"
#include "core/run/ranges.h"

namespace semcheck {
namespace {

[[noreturn]] void contradict() {
  throw ReportFault("one of its sweeps contradicts itself");
}

void require(bool holds) {
  if (!holds) contradict();
}

Range read_range(const Json& json) {
  require(json.is_array() && json.size() == 2);
  const Range range{count_of(json[0]), count_of(json[1])};
  require(range.first <= range.last);
  return range;
}

/// In order, not empty, not touching each other, and within the share.
std::vector<Range> read_ranges(const Json& json, Range share) {
  std::vector<Range> ranges;
  for (const Json& item : json) {
    const Range range = read_range(item);
    require(range.first < range.last && share.first <= range.first && range.last <= share.last);
    require(ranges.empty() || ranges.back().last < range.first);
    ranges.push_back(range);
  }
  return ranges;
}

Bits read_digest(const Json& json) {
  constexpr std::size_t kLength = 18;
  constexpr int kHexadecimal = 16;
  const std::string text = string_at(json, "digest");
  Bits digest = 0;
  require(text.size() == kLength && text.starts_with("0x"));
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + kLength, digest, kHexadecimal);
  require(error == std::errc() && end == text.data() + kLength);
  return digest;
}

bool is_among(std::uint64_t index, const std::vector<Range>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& range) { return range.first <= index && index < range.last; });
}

Tally::Entry read_entry(const Json& json, const std::vector<Range>& done) {
  Tally::Entry entry;
  entry.count = count_at(json, "count");
  for (const Json& item : list_at(json, "lowest")) {
    const std::uint64_t index = count_of(item);
    require(is_among(index, done) && (entry.lowest.empty() || entry.lowest.back() < index));
    entry.lowest.push_back(index);
  }
  require(entry.count <= size_of(done) && !entry.lowest.empty());
  require(entry.lowest.size() <= std::min<std::uint64_t>(entry.count, kMostLowest));
  return entry;
}

Tally read_tally(const Json& json, bool of_laws, const std::vector<Range>& done) {
  Tally tally;
  tally.cases = count_at(json, "cases");
  tally.unchecked = count_at(json, "unchecked");
  tally.digest = read_digest(json);
  require(tally.unchecked <= tally.cases && tally.cases <= size_of(done));
  for (const Json& item : list_at(json, "suspicions")) {
    const Suspicion suspicion{obligation_at(item, "likely"), obligation_at(item, "otherwise"),
                              obligation_at(item, "third")};
    require(is_law(suspicion.likely) == of_laws);
    const SuspicionKey key = key_of(suspicion, flag_at(item, "signaling"));
    require(tally.wrong.emplace(key, read_entry(item, done)).second);
  }
  return tally;
}

/// What an example is counted by: its law, or the suspicion that has its index.
SuspicionKey key_of_example(std::uint64_t index, Obligation rule, const SweepPart& part) {
  for (const auto& [key, entry] : is_law(rule) ? part.laws.wrong : part.rules.wrong)
    if ((!is_law(rule) || suspicion_of(key).likely == rule) &&
        std::binary_search(entry.lowest.begin(), entry.lowest.end(), index))
      return key;
  contradict();
}

std::optional<Layer> read_layer(const Json& json) {
  const std::string word = string_at(json, "layer");
  for (const LayerRow& row : layers())
    if (row.name == word) return row.layer;
  require(word.empty());
  return std::nullopt;
}

void read_example(const Json& json, ReportedSweep& read) {
  SweepPart& part = read.sweep.part;
  SweepExample example;
  example.index = count_at(json, "index");
  example.mismatch.breaks = obligation_at(json, "rule");
  example.key = key_of_example(example.index, example.mismatch.breaks, part);
  if (json.contains("layer")) {
    example.layer = read_layer(json);
    example.evidence = string_at(json, "evidence");
  }
  require(read.examples.emplace(std::pair(example.index, example.key), json).second);
  part.examples.push_back(std::move(example));
}

}  // namespace

ReportedSweep read_sweep(const Json& json) {
  ReportedSweep read;
  Sweep& sweep = read.sweep;
  sweep.total = count_at(json, "total");
  sweep.supplied = string_at(json, "supplied");
  sweep.not_swept = string_at(json, "not_swept");
  sweep.no_laws = string_at(json, "no_laws");
  sweep.error = string_at(json, "error");
  sweep.share = read_range(member(json, "share"));
  require(sweep.share.last <= sweep.total);
  SweepPart& part = sweep.part;
  part.identity = string_at(json, "identity");
  part.done = read_ranges(list_at(json, "done"), sweep.share);
  part.rules = read_tally(json, false, part.done);
  part.laws = read_tally(member(json, "laws"), true, part.done);
  part.audited = count_at(json, "audited");
  require(part.rules.cases == size_of(part.done));
  for (const Json& example : list_at(json, "examples")) read_example(example, read);
  return read;
}

}  // namespace semcheck
