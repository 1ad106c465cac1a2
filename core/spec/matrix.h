#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/spec/files.h"
#include "core/values/dtype.h"

namespace semcheck {

/// A named special value of one dtype.
struct NamedValue {
  std::string name;
  Bits bits = 0;
};

/// How the values of a matrix become cases.
enum class Combine : std::uint8_t {
  pairs,     ///< every ordered tuple of the values
  diagonal,  ///< every value with itself
};

/// A matrix of special values, as the file has it: names by family of dtypes, not yet resolved to bits.
struct Matrix {
  std::string name;
  std::string path;
  std::string summary;
  Combine combine = Combine::pairs;
  std::vector<std::string> floating;                              ///< names for every floating dtype
  std::vector<std::string> integer;                               ///< names for every integer dtype
  std::vector<std::pair<Dtype, std::vector<std::string>>> exact;  ///< names for one dtype, added to its family's
};

/// Parses a matrix file; on failure returns nothing and adds a diagnostic for every mistake in it.
std::optional<Matrix> parse_matrix(const SourceFile& file, std::vector<Diagnostic>& diagnostics);

/// The values of a matrix for one dtype, in the file's order, equal patterns once (the first name stays). Names that
/// the dtype cannot hold are left out.
std::vector<NamedValue> resolve(const Matrix& matrix, Dtype dtype);

}  // namespace semcheck
