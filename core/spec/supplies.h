#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace semcheck {

/// How the operands reach an elementwise operation.
enum class Supply : std::uint8_t { array, argument, literal, constant, broadcast, in_place, vector2, vector4, tail };

struct SupplyRow {
  Supply supply;
  std::string_view name;
  std::string_view summary;
  std::string_view explanation;  ///< the long text of `semcheck explain`
};

// clang-format off
inline constexpr std::array kSupplies = {
    SupplyRow{Supply::array, "array", "every operand is an element of an array",
        "Thread i loads element i of each operand's array and stores element i of the result. The other supplies must give the\n"
        "same bits.\n"
        "\n"
        "example: supplies = [\"array\", \"literal\"] in [inputs]."},
    SupplyRow{Supply::argument, "argument", "one operand is an argument of the kernel, the others are arrays",
        "A kernel for each operand in turn, launched once for each of its special values.\n"
        "\n"
        "example: clamp(x, lo, hi) with lo passed by the host."},
    SupplyRow{Supply::literal, "literal", "one operand is a literal of the source, the others are arrays",
        "A kernel for each operand in turn, with its special values in the source, so that the compiler sees each value and may\n"
        "fold it.\n"
        "\n"
        "example: x < 0.f ? x : 0.f becomes min.f32, and gives -0 for x = -0 where C++ has +0."},
    SupplyRow{Supply::constant, "constant", "one operand stands in constant memory, the others are arrays",
        "A kernel for each operand in turn, which reads its special values from a __constant__ variable.\n"
        "\n"
        "example: a table of clipping limits."},
    SupplyRow{Supply::broadcast, "broadcast", "a column and a row of values, combined each with each",
        "Element (i, j) of the result is computed from element i of the first operand and element j of the second; a third\n"
        "operand goes by rows as the first does.\n"
        "\n"
        "example: adding a bias by rows."},
    SupplyRow{Supply::in_place, "in_place", "the result overwrites an operand",
        "The result's array is that of each operand in turn whose dtype is the result's.\n"
        "\n"
        "example: relu_(x)."},
    SupplyRow{Supply::vector2, "vector2", "two elements a load and a store, with a scalar tail",
        "A thread takes two elements in one access; what is left over is computed one by one.\n"
        "\n"
        "example: half2 loads of a vectorised kernel."},
    SupplyRow{Supply::vector4, "vector4", "four elements a load and a store, with a scalar tail",
        "A thread takes four elements in one access; what is left over is computed one by one.\n"
        "\n"
        "example: float4 loads of a vectorised kernel."},
    SupplyRow{Supply::tail, "tail", "arrays of odd length, each case at another place of a block",
        "The cases are moved along by a few odd distances, over arrays that begin one element later, so that every case is\n"
        "computed by other lanes and in the last, partial block.\n"
        "\n"
        "example: the residue of a loop that was unrolled wrongly."},
};
// clang-format on

constexpr bool supply_rows_in_order() {
  for (std::size_t i = 0; i < kSupplies.size(); ++i)
    if (static_cast<std::size_t>(kSupplies[i].supply) != i) return false;
  return true;
}
static_assert(supply_rows_in_order(), "row i of kSupplies describes supply i");

constexpr std::string_view name(Supply supply) {
  return kSupplies[static_cast<std::size_t>(supply)].name;
}

/// The supply of that name, or nothing.
constexpr std::optional<Supply> find_supply(std::string_view text) {
  for (const SupplyRow& r : kSupplies)
    if (r.name == text) return r.supply;
  return std::nullopt;
}

}  // namespace semcheck
