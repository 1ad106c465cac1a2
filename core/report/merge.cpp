#include "core/report/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/report/difference.h"
#include "core/report/printable.h"
#include "core/report/result_json.h"
#include "core/report/wording.h"
#include "core/run/conclude.h"
#include "core/run/ranges.h"

namespace semcheck {
namespace {

/// A report that was read.
struct Document {
  std::string file;
  Json json;
};

/// The same sweep as one of the documents has it.
struct Piece {
  std::string_view file;
  ReportedSweep read;
};

std::string cases_text(Range range) {
  return fmt::format("cases {} to {}", with_separators(range.first), with_separators(range.last - 1));
}

/// What a document says of everything but the sweeps.
Json without_sweeps(Json json) {
  json.erase("as_declared");
  for (Json& spec : json.at("specs")) {
    spec.erase("as_declared");
    for (Json& result : spec.at("results"))
      if (result.contains("sweeps")) take_swept_out(result);
  }
  return json;
}

bool has_sweep(const Json& json) {
  for (const Json& spec : list_at(json, "specs"))
    for (const Json& result : list_at(spec, "results"))
      if (result.is_object() && result.contains("sweeps"))
        for (const Json& sweep : list_at(result, "sweeps"))
          if (count_at(sweep, "total") > 0) return true;
  return false;
}

Document read(const ShardReport& shard) {
  Document document{shard.file, parse_run_report(shard.text)};
  if (!has_sweep(document.json)) throw ReportFault("it holds no sweep");
  if (!flag_at(document.json, "complete"))
    throw ReportFault("it is not complete: the run was interrupted, or its time was over; --resume goes on with it");
  flag_at(document.json, "as_declared");
  return document;
}

std::vector<Document> read_all(std::span<const ShardReport> shards) {
  std::vector<Document> documents;
  for (const ShardReport& shard : shards) try {
      documents.push_back(read(shard));
    } catch (const ReportFault& fault) {
      throw ReportFault(fmt::format("{}: {}", shard.file, fault.what()));
    }
  return documents;
}

void require_alike(const std::vector<Document>& documents) {
  const Json first = without_sweeps(documents.front().json);
  for (std::size_t d = 1; d < documents.size(); ++d) {
    const DocumentDifference difference = first_difference(first, without_sweeps(documents[d].json));
    if (difference.where.empty()) continue;
    throw ReportFault(fmt::format("{} and {} are not parts of one run: {} is {} and {}", documents.front().file,
                                  documents[d].file, printable(difference.where), difference.first, difference.second));
  }
}

/// Throws unless the pieces, in the order of their shares, are the whole of the space.
void require_whole(const std::vector<Piece>& pieces) {
  const Sweep& first = pieces.front().read.sweep;
  std::uint64_t end = 0;
  std::string_view before;
  const auto require_up_to = [&](std::uint64_t next) {
    if (end < next)
      throw ReportFault(fmt::format("no file has {} of {}", cases_text({end, next}), printable(first.part.identity)));
  };
  for (const Piece& piece : pieces) {
    const Sweep& sweep = piece.read.sweep;
    if (sweep.share.first == sweep.share.last) continue;
    require_up_to(sweep.share.first);
    if (sweep.share.first < end)
      throw ReportFault(fmt::format("{} and {} both have {} of {}", before, piece.file,
                                    cases_text({sweep.share.first, std::min(end, sweep.share.last)}),
                                    printable(sweep.part.identity)));
    if (!sweep.is_finished() && sweep.error.empty())
      throw ReportFault(fmt::format("{} has not finished its share of {}", piece.file, printable(sweep.part.identity)));
    end = sweep.share.last;
    before = piece.file;
  }
  require_up_to(first.total);
}

/// The pieces of a sweep as one.
ReportedSweep sum_of(std::vector<Piece> pieces, std::size_t most_examples) {
  std::stable_sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
    const Range of_a = a.read.sweep.share, of_b = b.read.sweep.share;
    return std::pair(of_a.first, of_a.last) < std::pair(of_b.first, of_b.last);
  });
  ReportedSweep sum;
  sum.sweep = pieces.front().read.sweep;
  if (sum.sweep.not_swept.empty()) require_whole(pieces);
  sum.sweep.share = {0, sum.sweep.total};
  sum.sweep.part = {};
  sum.sweep.error.clear();
  for (Piece& piece : pieces) {
    add(sum.sweep.part, piece.read.sweep.part, most_examples);
    if (sum.sweep.error.empty()) sum.sweep.error = piece.read.sweep.error;
    sum.examples.merge(piece.read.examples);
  }
  return sum;
}

/// The examples that a sweep keeps, as its parts have them, with what they break now. Only what special cases do not
/// show is followed.
Json examples_json(const ReportedSweep& read, const Result& result) {
  Json list = Json::array();
  for (const SweepExample& example : read.sweep.part.examples) {
    Json json = read.examples.at({example.index, example.key});
    json["rule"] = name(example.mismatch.breaks);
    if (result.judgement.breaks().contains(example.mismatch.breaks))
      for (const char* key : {"layer", "evidence"}) json.erase(key);
    list.push_back(std::move(json));
  }
  return list;
}

/// The same result as each document has it.
std::vector<ReportedResult> read_all(const std::vector<Document>& documents, std::size_t spec, std::size_t result) {
  std::vector<ReportedResult> all;
  all.reserve(documents.size());
  for (const Document& document : documents)
    all.push_back(read_result(document.json["specs"][spec]["results"][result]));
  return all;
}

/// Adds up the sweeps of one result, in the JSON of one of the documents.
void merge_result(const Operation& operation, std::vector<ReportedResult> all, const std::vector<Document>& documents,
                  std::size_t most_examples, Json& merged) {
  Result result = all.front().result;
  std::vector<ReportedSweep> sums;
  for (std::size_t s = 0; s < all.front().sweeps.size(); ++s) {
    std::vector<Piece> pieces;
    for (std::size_t d = 0; d < documents.size(); ++d)
      pieces.push_back({documents[d].file, std::move(all[d].sweeps.at(s))});
    sums.push_back(sum_of(std::move(pieces), most_examples));
    result.sweeps.push_back(sums.back().sweep);
  }
  conclude(operation, result);
  for (std::size_t s = 0; s < sums.size(); ++s) {
    sums[s].sweep = result.sweeps[s];
    update_sweep_json(sums[s].sweep, examples_json(sums[s], result), merged["sweeps"][s]);
  }
  update_verdict_json(result, merged);
}

/// Adds up the sweeps of one spec, in the JSON of one of the documents.
void merge_spec(const std::vector<Document>& documents, std::size_t s, std::size_t most_examples, Json& merged) {
  const Operation operation = read_operation(merged);
  bool as_declared = true;
  for (std::size_t r = 0; r < merged["results"].size(); ++r) {
    Json& result = merged["results"][r];
    if (result.contains("sweeps")) merge_result(operation, read_all(documents, s, r), documents, most_examples, result);
    as_declared = flag_at(result, "as_declared") && as_declared;
  }
  merged["as_declared"] = as_declared;
}

std::string words(const Json& list) {
  std::vector<std::string> words;
  for (const Json& word : list) words.push_back(word.get<std::string>());
  return fmt::format("{}", fmt::join(words, ", "));
}

/// `  max_f16: ternary, strict/cubin: breaks nan`
std::string result_line(const Json& spec, const Json& result) {
  const auto text = [](const Json& json, const char* key) { return printable(string_at(json, key)); };
  const std::string supply = text(result, "supply");
  return fmt::format("  {}: {}, {}/{}{}: {}{}{}\n", text(spec, "name"), text(result, "variant"), text(result, "build"),
                     text(result, "path"), supply == name(Supply::array) ? "" : "/" + supply, text(result, "verdict"),
                     result["breaks"].empty() ? "" : " ", words(result["breaks"]));
}

/// What a person wants to know of a merged report.
std::string summary_of(const Json& merged, std::size_t files) {
  std::string lines;
  std::size_t results = 0, failed = 0;
  for (const Json& spec : merged["specs"])
    for (const Json& result : spec["results"]) {
      ++results;
      if (flag_at(result, "as_declared")) continue;
      ++failed;
      lines += result_line(spec, result);
    }
  return fmt::format("{}{} merged, {}: {} not as declared\n", lines, counted(files, "report"),
                     counted(results, "result"), with_separators(failed));
}

}  // namespace

MergedReport merge(std::span<const ShardReport> shards) {
  const std::vector<Document> documents = read_all(shards);
  require_alike(documents);
  Json merged = documents.front().json;
  const std::size_t most_examples = count_at(merged, "max_mismatches");
  MergedReport report;
  for (std::size_t s = 0; s < merged["specs"].size(); ++s) {
    merge_spec(documents, s, most_examples, merged["specs"][s]);
    report.as_declared = flag_at(merged["specs"][s], "as_declared") && report.as_declared;
  }
  merged["as_declared"] = report.as_declared;
  report.json = merged.dump(2) + "\n";
  report.summary = summary_of(merged, documents.size());
  return report;
}

}  // namespace semcheck
