#include "core/report/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/unit/operation.h"
#include "tests/unit/report/sample.h"

namespace semcheck {
namespace {

using Json = nlohmann::ordered_json;

Json parsed(const RunReport& report) {
  return Json::parse(json_report(report, "0.1.0"));
}

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> list;
  for (const auto& item : object.items()) list.push_back(item.key());
  return list;
}

TEST(JsonReport, WritesTheContractInAFixedOrder) {
  const Spec spec = sample::spec();
  const Result result =
      sample::blamed(sample::declared(sample::breaking_signed_zero("ternary"), {Obligation::signed_zero}));
  EXPECT_EQ(json_report(sample::report(spec, {result}), "0.1.0"), R"json({
  "schema": "semcheck.run/1",
  "tool": {
    "version": "0.1.0"
  },
  "device": {
    "kind": "ptx",
    "name": "PTX interpreter",
    "compute_capability": "9.0",
    "driver": "",
    "reason": "no NVIDIA driver: libcuda.so.1 was not found",
    "arch": "sm_90"
  },
  "compiler": {
    "nvrtc": "13.0",
    "path": "/usr/local/cuda/lib64/libnvrtc.so.13",
    "toolkits": []
  },
  "max_mismatches": 3,
  "complete": true,
  "as_declared": true,
  "specs": [
    {
      "name": "max_f32",
      "path": "specs/max_f32.toml",
      "operation": "max",
      "dtype": "f32",
      "operands": [
        "f32",
        "f32"
      ],
      "result": "f32",
      "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "seed": 1,
      "rules": {
        "nan": "ignore",
        "nan_result": "canonical",
        "snan": "quiet",
        "signed_zero": "ordered",
        "subnormal": "preserve",
        "infinity": "ordered"
      },
      "laws": [
        "commutative"
      ],
      "builds": [
        {
          "name": "default",
          "options": [],
          "toolchains": [
            {
              "compiler": "NVRTC 13.0",
              "arch": "sm_90",
              "options": [
                "-arch=sm_90"
              ],
              "in_effect": {
                "fmad": "true",
                "ftz": "false"
              }
            }
          ],
          "rules": {
            "nan": "ignore",
            "nan_result": "canonical",
            "snan": "quiet",
            "signed_zero": "ordered",
            "subnormal": "preserve",
            "infinity": "ordered"
          }
        }
      ],
      "as_declared": true,
      "results": [
        {
          "variant": "ternary",
          "build": "default",
          "arch": "sm_90",
          "compiler": "NVRTC 13.0",
          "path": "ptx",
          "supply": "array",
          "verdict": "breaks",
          "as_declared": true,
          "waived": false,
          "breaks": [
            "signed_zero"
          ],
          "declared_breaks": [
            "signed_zero"
          ],
          "behaves_as": {
            "nan": "ignore",
            "nan_result": "canonical",
            "snan": "quiet",
            "signed_zero": "equal",
            "tie": "first",
            "subnormal": "preserve",
            "infinity": "ordered"
          },
          "layer": "front end",
          "blames": [
            {
              "rule": "signed_zero",
              "layer": "front end",
              "mismatches": 1,
              "evidence": "(-0, +0) is 0x00000000 over exact types, 0x80000000 by its PTX"
            }
          ],
          "unmet": [],
          "not_inspected": "",
          "cases": 71234,
          "unchecked_cases": 0,
          "mismatches": 1,
          "counts": {
            "signed_zero": 1
          },
          "error": "",
          "not_compared": "",
          "examples": [
            {
              "case": "(-0, +0)",
              "operands": [
                "0x80000000",
                "0x00000000"
              ],
              "expected": [
                "0x00000000"
              ],
              "actual": "0x80000000",
              "rule": "signed_zero"
            }
          ]
        }
      ],
      "differences": []
    }
  ]
}
)json");
}

TEST(JsonReport, SpellsClassesOfPatternsByName) {
  const Spec spec = sample::spec();
  Result result = sample::breaking_signed_zero("ternary");
  result.judgement.examples[0].expected = {{OutcomeKind::any_quiet_nan, 0}, {OutcomeKind::exactly, 0x3f800000}};
  const Json json = parsed(sample::report(spec, {result}));
  EXPECT_EQ(json["specs"][0]["results"][0]["examples"][0]["expected"], Json({"any quiet NaN", "0x3f800000"}));
}

TEST(JsonReport, ListsTheValuesThatCannotBeToldApart) {
  const Spec spec = sample::spec();
  Result result = sample::breaking_signed_zero("ternary");
  result.behaves_as.values[Obligation::nan_result] =
      1u << static_cast<int>(NanResult::canonical) | 1u << static_cast<int>(NanResult::second);
  const Json json = parsed(sample::report(spec, {result}));
  EXPECT_EQ(json["specs"][0]["results"][0]["behaves_as"]["nan_result"], Json({"canonical", "second"}));
}

TEST(JsonReport, GivesNoBehaviourWhereNothingExplainsTheResults) {
  const Spec spec = sample::spec();
  Result result = sample::breaking_signed_zero("ternary");
  result.behaves_as.explained = false;
  EXPECT_EQ(parsed(sample::report(spec, {result}))["specs"][0]["results"][0]["behaves_as"], Json::object());
}

TEST(JsonReport, HoldsWhateverACompilerSays) {
  const Spec spec = sample::spec();
  const Json json = parsed(sample::report(spec, {sample::failed("typo", "bad \xff byte \"quoted\"")}));
  EXPECT_EQ(json["specs"][0]["results"][0]["error"], "bad \\xff byte \"quoted\"");
}

TEST(JsonReport, SaysThatAnInterruptedRunIsNotComplete) {
  const Spec spec = sample::spec();
  RunReport report = sample::report(spec, {});
  report.complete = false;
  EXPECT_EQ(parsed(report)["complete"], false);
}

TEST(JsonReport, SpellsOperandsInTheirOwnTypes) {
  Spec spec = sample::spec();
  spec.operation = given::operation("max_mixed", OperationKind::max, Dtype::s64, {Dtype::s8, Dtype::u16});
  Result result = sample::breaking_signed_zero("promoted");
  result.judgement.examples = {{Obligation::value, {0xff, 0xffff}, {{OutcomeKind::exactly, 1}}, 2}};
  const Json example = parsed(sample::report(spec, {result}))["specs"][0]["results"][0]["examples"][0];
  EXPECT_EQ(example["operands"], Json({"0xff", "0xffff"}));
  EXPECT_EQ(example["actual"], "0x0000000000000002");
}

TEST(JsonReport, HasTheKeysOfTheContractInEveryResult) {
  const Spec spec = sample::spec();
  const Json json = parsed(sample::report(spec, {sample::failed("typo", "error")}));
  const std::vector<std::string> contract = {"variant",     "build",  "path",   "supply",   "verdict",
                                             "as_declared", "waived", "breaks", "layer",    "declared_breaks",
                                             "behaves_as",  "cases",  "error",  "examples", "mismatches"};
  const std::vector<std::string> present = keys(json["specs"][0]["results"][0]);
  for (const std::string& key : contract)
    EXPECT_NE(std::find(present.begin(), present.end(), key), present.end()) << key;
}

TEST(Json, SaysHowTheOperandsCameWhereThatIsWhatBroke) {
  const Spec spec = sample::spec();
  const Result result = sample::breaking_supply_invariant("ternary", "literal", "literal z");
  const auto json = nlohmann::json::parse(json_report(sample::report(spec, {result}), "0.1.0"));
  const auto& shown = json["specs"][0]["results"][0];
  EXPECT_EQ(shown["supply"], "literal");
  EXPECT_EQ(shown["examples"][0]["rule"], "supply_invariant");
  EXPECT_EQ(shown["examples"][0]["supplied"], "literal z");
}

TEST(JsonReport, TellsWhereBuildsDiffer) {
  const Spec spec = sample::spec();
  RunReport report = sample::report(spec, {sample::conforming("a", Path::cubin), sample::conforming("a", Path::jit)});
  report.specs[0].differences = {sample::difference()};
  const Json difference = parsed(report)["specs"][0]["differences"][0];
  EXPECT_EQ(difference["variant"], "a");
  EXPECT_EQ(difference["first"]["path"], "cubin");
  EXPECT_EQ(difference["second"]["path"], "jit");
  EXPECT_EQ(difference["operands"], Json({"0x80000000", "0x00000000"}));
  EXPECT_EQ(difference["of_first"], "0x00000000");
  EXPECT_EQ(difference["of_second"], "0x80000000");
  EXPECT_EQ(difference["layer"], "driver");
  EXPECT_EQ(difference["same_rules"], true);
}

}  // namespace
}  // namespace semcheck
