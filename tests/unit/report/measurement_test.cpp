#include "core/report/measurement.h"

#include <gtest/gtest.h>

#include "core/report/json.h"
#include "core/report/text.h"
#include "tests/unit/report/sample.h"

namespace semcheck {
namespace {

using Lines = std::vector<std::string>;

Measurement sample_measurement() {
  Measurement measurement;
  measurement.counted = Counted{14.04, 200, 150};
  measurement.timed = Timed{52.44, 51.02, 60.0, 50, 16777216, 3.84e12, 4.0e12, std::nullopt};
  measurement.traffic = Traffic{16, 24};
  return measurement;
}

TEST(MeasurementLines, SayTimesCountsAndTraffic) {
  EXPECT_EQ(measurement_lines(sample_measurement()),
            (Lines{"52.4 µs a launch of 16,777,216 elements (51.0 to 60.0), 3.84 TB/s, 96 % of a copy",
                   "14.0 PTX instructions an element, branches 75 % uniform; 16 bytes an element, 24 with a kernel a "
                   "step"}));
}

TEST(MeasurementLines, SayOnlyWhatWasMeasured) {
  Measurement measurement;
  EXPECT_EQ(measurement_lines(measurement), Lines{});
  measurement.counted = Counted{3, 0, 0};
  EXPECT_EQ(measurement_lines(measurement), Lines{"3.0 PTX instructions an element, no branches"});
  measurement.timed = Timed{1, 1, 1, 5, 1, 2e9, 0, 2.5};
  measurement.error = "timed out after 10 s\nmore";
  EXPECT_EQ(measurement_lines(measurement),
            (Lines{"1.0 µs a launch of 1 element (1.0 to 1.0), 2 GB/s; one row in 2.5 µs",
                   "not timed: timed out after 10 s", "3.0 PTX instructions an element, no branches"}));
}

TEST(MeasurementLines, NameTheResultsOnlyWhereTheyDiffer) {
  Result first = sample::conforming("fmaxf", Path::cubin), second = sample::conforming("fmaxf", Path::jit);
  first.measured = second.measured = Measurement{Counted{3, 0, 0}, {}, {}, ""};
  const Result none = sample::conforming("fmaxf", Path::ptx);
  EXPECT_EQ(measurement_lines(std::array<const Result*, 3>{&first, &second, &none}),
            Lines{"3.0 PTX instructions an element, no branches"});
  second.measured->counted->instructions_per_element = 4;
  EXPECT_EQ(measurement_lines(std::array<const Result*, 2>{&first, &second}),
            (Lines{"default/cubin: 3.0 PTX instructions an element, no branches",
                   "default/jit: 4.0 PTX instructions an element, no branches"}));
}

TEST(MeasurementJson, HoldsEveryNumberAndNullWhereThereIsNone) {
  const Json json = measurement_json(sample_measurement());
  EXPECT_EQ(json["counted"]["branch_efficiency"], 0.75);
  EXPECT_EQ(json["timed"]["elements"], 16777216u);
  EXPECT_EQ(json["timed"]["share_of_copy"], 0.96);
  EXPECT_TRUE(json["timed"]["row_latency_us"].is_null());
  EXPECT_EQ(json["traffic"]["bytes_per_element_separate"], 24u);
  EXPECT_TRUE(measurement_json({})["counted"].is_null());
  EXPECT_TRUE(measurement_json({})["timed"].is_null());
}

TEST(Reports, TellMeasurementsForInformation) {
  const Spec spec = sample::spec();
  Result result = sample::conforming("fmaxf");
  EXPECT_EQ(text_report(sample::report(spec, {result}), {}).find("for information"), std::string::npos);
  EXPECT_EQ(json_report(sample::report(spec, {result}), "1").find("measured"), std::string::npos);
  result.measured = sample_measurement();
  const std::string text = text_report(sample::report(spec, {result}), {});
  EXPECT_NE(text.find("        14.0 PTX instructions an element"), std::string::npos) << text;
  EXPECT_NE(text.find("\nmeasured for information: no verdict depends on it\n"), std::string::npos);
  const Json json = Json::parse(json_report(sample::report(spec, {result}), "1"));
  EXPECT_EQ(json["specs"][0]["results"][0]["measured"]["counted"]["branches"], 200);
}

}  // namespace
}  // namespace semcheck
