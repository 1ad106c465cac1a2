#pragma once

#include <string>
#include <string_view>

#include "core/run/infer.h"

namespace semcheck {

/// The name of the JSON contract that inference_json() keeps.
inline constexpr std::string_view kInferSchema = "semcheck.infer/1";

/// A spec that `check` accepts and `run` passes: the operation with the rules that the variant follows, the variant,
/// and the build it was observed under. Comments say what the rules rest on, which profiles they equal and which come
/// near.
/// @param inference  of that variant, explained
std::string inferred_spec(const Spec& spec, const Variant& variant, const Inference& inference,
                          const DeviceInfo& device);

/// The rules and profiles in the form `semcheck.infer/1`.
std::string inference_json(const Inference& inference);

/// A TOML string that holds `text`, quotes included.
std::string toml_string(std::string_view text);

}  // namespace semcheck
