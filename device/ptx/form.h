#pragma once

#include <array>
#include <cstdint>

#include "device/ptx/types.h"

namespace semcheck::ptx {

enum class Rounding : std::uint8_t { rn, rz, rm, rp, rna };

/// The relations of two values that make a comparison true, as bits.
enum Relation : std::uint8_t { kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8 };

enum class Boolean : std::uint8_t { none, conjunction, disjunction, difference };
enum class Multiply : std::uint8_t { low, high, wide };
enum class Shuffle : std::uint8_t { generic, f4e, b4e, rc8, ecl, ecr, rc16 };
enum class Property : std::uint8_t { finite, infinite, number, notanumber, normal, subnormal };
/// What becomes of a video instruction's result and its third operand.
enum class Secondary : std::uint8_t { merge, add, minimum, maximum };
enum class Space : std::uint8_t { generic, global, constant, shared, local, param };
enum class Exchange : std::uint8_t { up, down, butterfly, index };

/// How a memory access or fence orders itself against those of other threads.
enum class Order : std::uint8_t { weak, is_volatile, relaxed, acquire, release, both };

/// Which threads a synchronisation reaches. No launch has clusters of more than one block, so that `.cluster` is
/// `.cta`.
enum class Reach : std::uint8_t { device, block };

/// The qualifiers of an instruction, each as its enumerator or as 1 for present; kQualifiers in forms.cpp
/// says which word sets which.
struct Qualifiers {
  std::uint8_t ftz = 0;
  std::uint8_t nan = 0;
  std::uint8_t xorsign = 0;
  std::uint8_t abs = 0;
  std::uint8_t relu = 0;
  std::uint8_t sat = 0;
  std::uint8_t satfinite = 0;
  std::uint8_t rounding = 0;
  std::uint8_t integral = 0;
  std::uint8_t relation = 0;
  std::uint8_t boolean = 0;
  std::uint8_t multiply = 0;
  std::uint8_t shuffle = 0;
  std::uint8_t property = 0;
  std::uint8_t space = 0;
  std::uint8_t vector = 0;
  std::uint8_t left = 0;
  std::uint8_t wrap = 0;
  std::uint8_t shiftamt = 0;
  std::uint8_t exchange = 0;
  std::uint8_t order = 0;
  std::uint8_t scope = 0;
  std::uint8_t secondary = 0;
};

/// The parts of a video instruction's first two operands, taken as one word of 64 bits, that go into each part of its
/// result: their width in bits and their numbers.
struct Selection {
  std::uint8_t width = 32;
  std::array<std::uint8_t, 4> parts{};
};

/// Everything about an instruction that is known before it runs, besides its operands: what a body may branch on.
struct Form {
  Qualifiers q;
  Type type = Type::none;    ///< the first type, or its element where the instruction works on pairs
  Type source = Type::none;  ///< the second type, or the first where there is one
  Format format;             ///< of `type`
  Format source_format;      ///< of `source`
  std::uint8_t width = 0;
  std::uint8_t source_width = 0;
  std::uint8_t result_width = 0;  ///< of the destination register
  bool is_signed = false;
  bool source_signed = false;
  bool is_float = false;
  bool source_float = false;
  std::uint8_t immediate = 0;  ///< the look-up table of lop3
  bool third_signed = false;   ///< the third type of a video instruction
  Selection first;             ///< of a video instruction, and the three below
  Selection second;
  std::uint8_t part_width = 32;  ///< of the destination's parts
  std::uint8_t parts = 1;        ///< of the destination, part i as bit i
};

constexpr Rounding rounding(const Form& form) {
  return static_cast<Rounding>(form.q.rounding);
}

}  // namespace semcheck::ptx
