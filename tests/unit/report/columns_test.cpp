#include "core/report/columns.h"

#include <gtest/gtest.h>

namespace semcheck {
namespace {

TEST(Columns, CountCharactersNotBytes) {
  EXPECT_EQ(width_of("a·b"), 3u);
  EXPECT_EQ(width_of(""), 0u);
}

TEST(Columns, FitATextToAWidth) {
  EXPECT_EQ(fitted("abc", 5), "abc  ");
  EXPECT_EQ(fitted("abc", 3), "abc");
  EXPECT_EQ(fitted("abcd", 3), "ab…");
  EXPECT_EQ(fitted("ä·öü", 3), "ä·…");
  EXPECT_EQ(fitted("abc", 1), "…");
  EXPECT_EQ(fitted("abc", 0), "");
}

TEST(Columns, AreAsWideAsTheirWidestCell) {
  EXPECT_EQ(aligned_columns({"name", "n", "note"}, {Align::left, Align::right, Align::left},
                            {{"a", "1", ""}, {"longer", "100", "x"}}),
            (std::vector<std::string>{"name      n  note", "a         1", "longer  100  x"}));
}

}  // namespace
}  // namespace semcheck
