#include "cli/options.h"

#include <gtest/gtest.h>

#include "cli/usage_error.h"

namespace semcheck {
namespace {

TEST(Options, ReadWholeNumbersInTheirRange) {
  EXPECT_EQ(parse_count("--seed", "0", 0, UINT64_MAX), 0u);
  EXPECT_EQ(parse_count("--seed", "18446744073709551615", 0, UINT64_MAX), UINT64_MAX);
  for (const char* bad : {"", "-1", "+1", " 1", "1 ", "0x10", "1.0", "18446744073709551616"})
    EXPECT_THROW(parse_count("--seed", bad, 0, UINT64_MAX), UsageError) << bad;
  EXPECT_THROW(parse_count("--seed", "11", 0, 10), UsageError);
}

TEST(Options, ReadSecondsInTheirRange) {
  EXPECT_EQ(parse_seconds("--timeout", "0.5", 0.001, 86400), 0.5);
  EXPECT_EQ(parse_seconds("--timeout", "86400", 0.001, 86400), 86400.0);
  for (const char* bad : {"", "0", "-1", "nan", "inf", "1s", "86401"})
    EXPECT_THROW(parse_seconds("--timeout", bad, 0.001, 86400), UsageError) << bad;
}

TEST(Options, KnowTheWordsOfATypeThatListsThem) {
  EXPECT_EQ(choices_of("auto|always|never"), (std::vector<std::string>{"auto", "always", "never"}));
  EXPECT_TRUE(choices_of("FILE").empty());
}

TEST(Options, TakeOneValueEachTimeSoThatAPositionalStaysOne) {
  CLI::App app;
  std::vector<std::string> variants, specs;
  add_values(app, "--variant", variants, "NAME", "");
  app.add_option("SPEC", specs, "");
  app.parse("--variant a spec.toml --variant b");
  EXPECT_EQ(variants, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(specs, std::vector<std::string>{"spec.toml"});
}

TEST(Options, LetTheLastValueCount) {
  CLI::App app;
  std::string device;
  add_value(app, "--device", device, "DEVICE", "");
  app.parse("--device cuda --device ptx");
  EXPECT_EQ(device, "ptx");
}

}  // namespace
}  // namespace semcheck
