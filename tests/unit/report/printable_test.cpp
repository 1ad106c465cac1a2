#include "core/report/printable.h"

#include <gtest/gtest.h>

namespace semcheck {
namespace {

TEST(Printable, LeavesTextAlone) {
  EXPECT_EQ(printable("max(x, z) <= \"1\" & ·\tü 漢 😀\n"), "max(x, z) <= \"1\" & ·\tü 漢 😀\n");
}

TEST(Printable, EscapesControlCharacters) {
  EXPECT_EQ(printable(std::string_view("\0\x1b[31m\r\x7f", 8)), "\\x00\\x1b[31m\\x0d\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"), "\\x9b");
}

// XML 1.0, production [2] Char.
TEST(Printable, EscapesCharactersThatXmlForbids) {
  EXPECT_EQ(printable("\xef\xbf\xbe\xef\xbf\xbf"), "\\ufffe\\uffff");
}

// RFC 3629, section 3 and 4: overlong forms, surrogates, code points above U+10FFFF and stray bytes are not UTF-8.
TEST(Printable, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("\x80z"), "\\x80z");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");
  EXPECT_EQ(printable("\xe0\x80\xaf"), "\\xe0\\x80\\xaf");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");
}

}  // namespace
}  // namespace semcheck
