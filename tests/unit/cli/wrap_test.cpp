#include "cli/wrap.h"

#include <gtest/gtest.h>

namespace semcheck {
namespace {

using Lines = std::vector<std::string>;

TEST(Wrapped, BreaksAtSpaces) {
  EXPECT_EQ(wrapped("one two three", 8), (Lines{"one two", "three"}));
}

TEST(Wrapped, FillsALineToItsLastColumn) {
  EXPECT_EQ(wrapped("one two three", 7), (Lines{"one two", "three"}));
}

TEST(Wrapped, KeepsALongWordWhole) {
  EXPECT_EQ(wrapped("unbreakable of", 4), (Lines{"unbreakable", "of"}));
  EXPECT_EQ(wrapped("an unbreakable", 4), (Lines{"an", "unbreakable"}));
}

TEST(Wrapped, LeavesAShortTextAlone) {
  EXPECT_EQ(wrapped("", 4), Lines{""});
}

TEST(Aligned, PutsNamesAndTextsInTwoColumns) {
  EXPECT_EQ(aligned({{"bits", "8"}, {"CUDA type", "char"}}), "  bits       8\n  CUDA type  char\n");
}

}  // namespace
}  // namespace semcheck
