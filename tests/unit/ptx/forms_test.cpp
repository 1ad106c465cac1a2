#include <gtest/gtest.h>

#include <set>

#include "device/ptx/forms.h"

namespace semcheck::ptx {
namespace {

Spelling only_fit(const std::string& spelling) {
  const std::vector<Fit> fits = fitting_rows(spelling);
  EXPECT_FALSE(fits.empty()) << spelling;
  return fits.empty() ? Spelling{} : fits.front().spelling;
}

TEST(Forms, ASpellingSetsWhatItsWordsSay) {
  const Spelling max = only_fit("max.ftz.NaN.xorsign.abs.f16x2");
  EXPECT_EQ(max.type, Type::f16x2);
  EXPECT_EQ(max.q.ftz + max.q.nan + max.q.xorsign + max.q.abs, 4);
  const Spelling cvt = only_fit("cvt.rmi.sat.s8.f32");
  EXPECT_EQ(cvt.type, Type::s8);
  EXPECT_EQ(cvt.source, Type::f32);
  EXPECT_EQ(cvt.q.rounding, static_cast<std::uint8_t>(Rounding::rm));
  EXPECT_EQ(cvt.q.integral, 1);
  const Spelling setp = only_fit("setp.geu.xor.ftz.f32");
  EXPECT_EQ(setp.q.relation, kGreater | kEqual | kUnordered);
  EXPECT_EQ(setp.q.boolean, static_cast<std::uint8_t>(Boolean::difference));
  const Spelling ld = only_fit("ld.volatile.global.v4.f32");
  EXPECT_EQ(ld.q.space, static_cast<std::uint8_t>(Space::global));
  EXPECT_EQ(ld.q.vector, 4);
}

TEST(Forms, QualifiersStandInTheOrderOfTheManual) {
  EXPECT_TRUE(fitting_rows("max.NaN.ftz.f32").empty());
  EXPECT_TRUE(fitting_rows("max.f32.ftz").empty());
  EXPECT_TRUE(fitting_rows("max").empty());
  EXPECT_TRUE(fitting_rows("max.f32.f32").empty());
  EXPECT_TRUE(fitting_rows("cvt.f32.s32").empty());
  EXPECT_TRUE(fitting_rows("cvt.rzi.f32.s32").empty());
  EXPECT_TRUE(fitting_rows("maximum.f32").empty());
}

/// Every type that a row names, and its `=`.
TEST(Forms, EveryRowNamesTypesAndFitsItself) {
  std::set<std::string> seen;
  for (const OpcodeRow& row : opcode_rows()) {
    const std::string key = std::string(row.form) + "|" + std::string(row.types) + "|" + std::string(row.operands);
    EXPECT_TRUE(seen.insert(key).second) << key << " stands twice";
    EXPECT_NE(row.scalar, nullptr);
    const bool typed = row.form.find("type") != std::string_view::npos;
    EXPECT_EQ(typed, !row.types.empty()) << key;
    std::string types(row.types);
    for (std::size_t i = 0; i < types.size();) {
      const std::size_t end = std::min(types.find(' ', i), types.size());
      const std::string word = types.substr(i, end - i);
      EXPECT_TRUE(word == "/" || type_named("." + word)) << key << ": " << word;
      i = end + 1;
    }
  }
}

}  // namespace
}  // namespace semcheck::ptx
