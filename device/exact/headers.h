#pragma once

#include <string_view>
#include <vector>

#include "device/embedded/headers.h"

namespace semcheck {

/// The header that a program over exact types includes before everything else. After it `float` and `double` are
/// classes; those of cuda_fp16.h, cuda_bf16.h and cuda_fp8.h are found under these names.
inline constexpr const char* kExactHeader = "exact/words.cuh";

/// Everything that such a program can include.
std::vector<HeaderText> exact_headers();

/// Whether a word, such as the name of a function, stands in one of those headers.
bool is_in_exact_headers(std::string_view word);

}  // namespace semcheck
