#include "core/spec/diagnostic.h"

#include <gtest/gtest.h>

namespace semcheck {
namespace {

TEST(Diagnostic, IsRenderedWithLineCaretAndHelp) {
  const Diagnostic d{"a.toml", {2, 7, 5}, "unknown value", "did you mean \"x\"?"};
  EXPECT_EQ(render(d, "first\nnan = \"ign\"\n"),
            "a.toml:2:7: error: unknown value\n"
            "    2 | nan = \"ign\"\n"
            "      |       ^~~~~\n"
            "help: did you mean \"x\"?\n");
}

TEST(Diagnostic, OfAWholeFileHasNoExcerpt) {
  EXPECT_EQ(render({"a.toml", {}, "no such file", ""}, "text"), "a.toml: error: no such file\n");
}

TEST(Diagnostic, WithoutSourceHasNoExcerpt) {
  EXPECT_EQ(render({"a.toml", {3, 1, 1}, "wrong", ""}, ""), "a.toml:3:1: error: wrong\n");
}

TEST(Diagnostic, KeepsTabsSoThatTheCaretStandsUnderItsToken) {
  EXPECT_EQ(render({"a", {1, 4, 2}, "m", ""}, "\tx\tyy"),
            "a:1:4: error: m\n"
            "    1 | \tx\tyy\n"
            "      | \t \t^~\n");
}

TEST(Diagnostic, CountsCharactersAndHidesControlCharacters) {
  EXPECT_EQ(render({"a", {1, 4, 1}, "m", ""}, "é\x1b€x"),
            "a:1:4: error: m\n"
            "    1 | é·€x\n"
            "      |    ^\n");
}

TEST(Diagnostic, PutsTheCaretBehindAShortLine) {
  EXPECT_EQ(render({"a", {1, 9, 4}, "m", ""}, "a = \r\nb"),
            "a:1:9: error: m\n"
            "    1 | a = \n"
            "      |     ^\n");
}

TEST(Diagnostic, MarksALongTokenToTheEndOfItsLine) {
  EXPECT_EQ(render({"a", {1, 5, 1000}, "m", ""}, "a = [1,\n2]"),
            "a:1:5: error: m\n"
            "    1 | a = [1,\n"
            "      |     ^~~\n");
}

TEST(Diagnostic, ClipsALongLineAroundItsToken) {
  const std::string source = std::string(200, 'a') + "X" + std::string(200, 'b');
  EXPECT_EQ(render({"a", {1, 201, 1}, "m", ""}, source),
            "a:1:201: error: m\n"
            "    1 | …" +
                std::string(30, 'a') + "X" + std::string(79, 'b') +
                "…\n"
                "      | " +
                std::string(31, ' ') + "^\n");
}

TEST(Diagnostic, SurvivesAPlaceThatIsNotInTheSource) {
  EXPECT_EQ(render({"a", {7, 7, 7}, "m", ""}, "x"), "a:7:7: error: m\n    7 | \n      | ^\n");
}

TEST(Nearest, AllowsAThirdOfTheWordToBeWrong) {
  const std::vector<std::string_view> words = {"propagate", "ignore", "first", "second"};
  EXPECT_EQ(nearest("ignor", words), "ignore");
  EXPECT_EQ(nearest("fisrt", words), "first");  // two neighbours swapped count as one mistake
  EXPECT_EQ(nearest("Propogate", words), "propagate");
  EXPECT_EQ(nearest("zzz", words), "");
  EXPECT_EQ(nearest("", words), "");
  EXPECT_EQ(nearest("x", {"y"}), "");
  EXPECT_EQ(nearest(std::string(10000, 'a'), words), "");
}

TEST(Nearest, PrefersTheFirstOfEquallyNearCandidates) {
  EXPECT_EQ(nearest("fmix", {"fmax", "fmin"}), "fmax");
}

TEST(Suggest, ListsCandidatesWhenNoneIsNear) {
  EXPECT_EQ(suggest("ignor", {"ignore", "first"}), "did you mean \"ignore\"?");
  EXPECT_EQ(suggest("zzz", {"ignore", "first"}), "expected one of \"ignore\", \"first\"");
  EXPECT_EQ(suggest("zzz", {"ignore"}), "expected \"ignore\"");
  EXPECT_EQ(suggest("zzz", {}), "");
}

}  // namespace
}  // namespace semcheck
