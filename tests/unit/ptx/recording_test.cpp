#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/unit/ptx/evaluate.h"

namespace semcheck::ptx {
namespace {

/// A form and what an H200 computed for it: operands and, last, the result.
struct Recorded {
  SingleInstruction instruction;
  std::vector<Row> rows;
};

std::vector<Recorded> read_recording(const std::string& name) {
  std::vector<Recorded> recording;
  for (const std::string& line : split(read_file("tests/recordings/h200/" + name), '\n')) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> words = split(line, ' ');
    if (line[0] != ' ') {
      const std::vector<std::string> spelling = split(words[0], ':');
      recording.push_back(
          {{spelling[0], words[1], {words.begin() + 2, words.end()}, spelling.size() > 1 ? spelling[1] : ""}, {}});
      continue;
    }
    Row row;
    for (const std::string& word : words) row.push_back(std::stoull(word, nullptr, 16));
    recording.back().rows.push_back(row);
  }
  return recording;
}

// ptxas of CUDA 13.0 drops `.ftz` of these, so that the H200 rounds a subnormal f32 where the manual
// says that it is flushed.
constexpr std::array kFlushDropped = {"cvt.rm.ftz.f16.f32", "cvt.rp.ftz.f16.f32", "cvt.rp.ftz.sat.f16.f32"};

bool is_subnormal_f32(std::uint64_t bits) {
  return (bits & 0x7f800000) == 0 && (bits & 0x007fffff) != 0;
}

bool is_explained(const Recorded& recorded, const Row& row) {
  const bool dropped =
      std::find(kFlushDropped.begin(), kFlushDropped.end(), recorded.instruction.spelling) != kFlushDropped.end();
  return dropped && is_subnormal_f32(row[0]);
}

std::string text_of(const Row& row) {
  std::string text;
  for (const std::uint64_t word : row) {
    std::array<char, 20> digits{};
    std::snprintf(digits.data(), digits.size(), "%llx ", static_cast<unsigned long long>(word));
    text += digits.data();
  }
  return text;
}

/// Runs every form of a recording and returns how many results it compared.
std::size_t compare(const std::vector<Recorded>& recording) {
  std::string text = kHead;
  for (std::size_t i = 0; i < recording.size(); ++i)
    text += entry_text("form" + std::to_string(i), recording[i].instruction);
  const auto module = parse(text);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < recording.size(); ++i) {
    const Recorded& recorded = recording[i];
    std::vector<std::uint64_t> results;
    EXPECT_NO_THROW(results = evaluate(*module, "form" + std::to_string(i), recorded.rows))
        << recorded.instruction.spelling;
    for (std::size_t k = 0; k < results.size(); ++k) {
      const Row& row = recorded.rows[k];
      if (is_explained(recorded, row)) continue;
      EXPECT_EQ(results[k], row.back()) << recorded.instruction.spelling << " " << text_of(row);
      ++compared;
    }
  }
  return compared;
}

TEST(Recording, EveryFormGivesTheBitsOfAnH200) {
  const std::vector<Recorded> recording = read_recording("ptx_forms.txt");
  ASSERT_GT(recording.size(), 1000U);
  EXPECT_GT(compare(recording), 7000U);
}

TEST(Recording, DivisionNarrowFloatsAndVideoInstructionsGiveTheBitsOfAnH200) {
  const std::vector<Recorded> recording = read_recording("ptx_arithmetic.txt");
  ASSERT_GT(recording.size(), 600U);
  EXPECT_GT(compare(recording), 4000U);
}

}  // namespace
}  // namespace semcheck::ptx
