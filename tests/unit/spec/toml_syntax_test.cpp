#include <gtest/gtest.h>

#include "tests/unit/spec/reading.h"

namespace semcheck {
namespace {

TEST(TomlSyntax, OfAnEmptyFileIsAnError) {
  EXPECT_EQ(spec_errors(""), "a.toml: error: the file is empty\n");
  EXPECT_EQ(spec_errors(" \r\n\t\n"), "a.toml: error: the file is empty\n");
}

TEST(TomlSyntax, NamesTheByteThatIsNotUtf8) {
  EXPECT_EQ(spec_errors("a = 1\nb = \"é\xff\"\n"),
            "a.toml:2:7: error: not UTF-8: byte 0xff at offset 13\n"
            "    2 | b = \"é·\"\n"
            "      |       ^\n"
            "help: save the file as UTF-8 text\n");
}

TEST(TomlSyntax, SuggestsQuotesAroundAWord) {
  EXPECT_EQ(spec_errors("[rules]\n\tnan\t= ignore # why\n"),
            "a.toml:2:8: error: `ignore` is not a value\n"
            "    2 | \tnan\t= ignore # why\n"
            "      | \t   \t  ^~~~~~\n"
            "help: a string stands in quotes: \"ignore\"\n");
  EXPECT_EQ(spec_errors("nan = [\"é\", first]\n"),
            "a.toml:1:13: error: `first` is not a value\n"
            "    1 | nan = [\"é\", first]\n"
            "      |             ^~~~~\n"
            "help: a string stands in quotes: \"first\"\n");
}

TEST(TomlSyntax, NamesKeysAndTablesDefinedTwice) {
  EXPECT_EQ(spec_errors("[rules]\nnan = \"first\"\n  nan = \"second\"\n"),
            "a.toml:3:3: error: `nan` is defined twice\n"
            "    3 |   nan = \"second\"\n"
            "      |   ^~~\n"
            "help: keep one of the two\n");
  EXPECT_EQ(spec_errors("[rules]\n[laws]\n[rules]\n"),
            "a.toml:3:1: error: `rules` is defined twice\n"
            "    3 | [rules]\n"
            "      | ^~~~~~~\n"
            "help: keep one of the two\n");
  EXPECT_EQ(spec_errors("[[variant]]\n[variant]\n"),
            "a.toml:2:1: error: `variant` is defined twice\n"
            "    2 | [variant]\n"
            "      | ^~~~~~~~~\n"
            "help: write [[variant]] above each entry\n");
}

TEST(TomlSyntax, NamesAStringWithoutItsEnd) {
  const std::string expected =
      "a.toml:1:10: error: the string has no closing quote\n"
      "    1 | name = \"x\n"
      "      |          ^\n";
  EXPECT_EQ(spec_errors("name = \"x\nkind = \"max\"\n"), expected);
  EXPECT_EQ(spec_errors("name = \"x\r\nkind = \"max\"\r\n"), expected);
  EXPECT_EQ(spec_errors("name = \"x"), expected);
}

TEST(TomlSyntax, NamesOtherMistakesInTheParsersWords) {
  EXPECT_EQ(spec_errors("a = [1, 2"),
            "a.toml:1:10: error: invalid TOML in array: encountered end-of-file\n"
            "    1 | a = [1, 2\n"
            "      |          ^\n");
  EXPECT_EQ(spec_errors("a = \"\\q\"\n"),
            "a.toml:1:7: error: invalid TOML in string: unknown escape sequence '\\q'\n"
            "    1 | a = \"\\q\"\n"
            "      |       ^\n");
  EXPECT_EQ(spec_errors("[operation\nname = 1\n"),
            "a.toml:1:11: error: invalid TOML in table header: expected ']', saw '\\n'\n"
            "    1 | [operation\n"
            "      |           ^\n");
}

TEST(TomlSyntax, RefusesValuesNestedTooDeeply) {
  const std::string errors = spec_errors("a = " + std::string(300, '[') + std::string(300, ']'));
  EXPECT_NE(errors.find("exceeded maximum nested value depth"), std::string::npos) << errors;
}

TEST(TomlSyntax, RefusesKeysOfTooManyParts) {
  std::string parts = "a";
  for (int i = 0; i < 400000; ++i) parts += ".a";
  const auto first_line = [](const std::string& errors) { return errors.substr(0, errors.find('\n')); };
  EXPECT_EQ(first_line(spec_errors("# c\n" + parts + " = 1\n")), "a.toml:2:32: error: a key of more than 16 parts");
  EXPECT_EQ(first_line(spec_errors("[" + parts + "]\n")), "a.toml:1:33: error: a key of more than 16 parts");
  EXPECT_EQ(first_line(spec_errors("a = { " + parts + " = 1 }\n")), "a.toml:1:38: error: a key of more than 16 parts");
}

TEST(TomlSyntax, FindsKeysOfTooManyPartsBehindEveryQuotation) {
  const std::string dots(40, '.');
  for (const std::string& text : {"a = \"" + dots + "\"", "a = '" + dots + "'", "a = \"\"\"" + dots + "\"\"\"",
                                  "a = '''" + dots + "'''", "# " + dots, "a = \"\\\"" + dots + "\""})
    EXPECT_EQ(spec_errors(text + "\n").find("parts"), std::string::npos) << text;
  std::string key = "\"=\" ";
  for (int i = 0; i < 40; ++i) key += ".'#=' . a";
  const std::string rest = "\n" + key + " = 1\n";
  for (const std::string& text :
       {std::string("a = \"\\\\\""), std::string("a = '\\'"), std::string("a = \"\"\"x\"\"\"\"\""),
        std::string("a = '''x'''''"), std::string("a = \"\""), std::string("# \"")})
    EXPECT_NE(spec_errors(text + rest).find("a key of more than 16 parts"), std::string::npos) << text;
}

TEST(TomlSyntax, NamesCharactersThatStandOutsideOfQuotes) {
  EXPECT_EQ(spec_errors("\xef\xbb\xbf# é\nname = “max”\n"),
            "a.toml:2:8: error: `“` stands outside of quotes\n"
            "    2 | name = “max”\n"
            "      |        ^\n"
            "help: keys and values with such characters stand in double quotes: \"…\"\n");
  EXPECT_NE(spec_errors("é = 1\n").find("a.toml:1:1: error: `é` stands outside of quotes\n"), std::string::npos);
  EXPECT_EQ(spec_errors("\"é\" = 'é' # é\n").find("outside"), std::string::npos);
}

TEST(TomlSyntax, OfTheDeepestTablesAllowedIsRead) {
  std::string key = "a";
  for (int i = 0; i < 15; ++i) key += ".a";
  std::string text = "a = ";
  for (int i = 0; i < 250; ++i) text += "{ " + key + " = ";
  text += "1";
  for (int i = 0; i < 250; ++i) text += " }";
  EXPECT_NE(spec_errors(text).find("unknown key `a`"), std::string::npos);
}

}  // namespace
}  // namespace semcheck
