#include "core/spec/characters.h"

#include <gtest/gtest.h>

namespace semcheck {
namespace {

TEST(Characters, CountCodePointsNotBytes) {
  EXPECT_EQ(count_characters(""), 0u);
  EXPECT_EQ(count_characters("aé€😀"), 4u);
  EXPECT_EQ(count_characters("a\xff\xfe"), 3u);
}

// Unicode 15, table 3-7.
TEST(Characters, FindTheFirstByteThatIsNotUtf8) {
  EXPECT_EQ(find_invalid_utf8("aé€😀"), std::nullopt);
  EXPECT_EQ(find_invalid_utf8("ab\xff"), 2u);
  EXPECT_EQ(find_invalid_utf8("\xc0\xaf"), 0u);          // overlong '/'
  EXPECT_EQ(find_invalid_utf8("a\xe0\x9f\xbf"), 1u);     // overlong
  EXPECT_EQ(find_invalid_utf8("\xed\xa0\x80"), 0u);      // a surrogate
  EXPECT_EQ(find_invalid_utf8("\xf4\x90\x80\x80"), 0u);  // above U+10FFFF
  EXPECT_EQ(find_invalid_utf8("\xf4\x8f\xbf\xbf"), std::nullopt);
  EXPECT_EQ(find_invalid_utf8("a\xe2\x82"), 1u);  // cut short
  EXPECT_EQ(find_invalid_utf8("\xe2\x82"
                              "a"),
            0u);
}

TEST(Characters, AreDisplayedWithoutActingOnATerminal) {
  EXPECT_EQ(displayed("a\x1b[31m\n"), "a\\x1b[31m\\x0a");
  EXPECT_EQ(displayed("\xc2\x9b"
                      "1m"),
            "\\xc2\\x9b1m");  // C1: a terminal reads it as ESC [
  EXPECT_EQ(displayed("é\xff"), "é\\xff");
  EXPECT_EQ(displayed("éééé", 2), "éé…");
}

}  // namespace
}  // namespace semcheck
