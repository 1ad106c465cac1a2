#pragma once

#include <optional>

#include "core/run/course.h"

namespace semcheck {

/// A case of a sweep that breaks a law, by what the variant gives as the ordinary run has it; nothing where it gave
/// nothing, which the sweep then says. Throws InternalError where the law holds.
/// @param index  of the case
/// @param key    certainly() the law
std::optional<Mismatch> wrong_tuple(Course& course, std::uint64_t index, SuspicionKey key, Device& device,
                                    const Limits& limits);

}  // namespace semcheck
