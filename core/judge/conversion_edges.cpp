#include "core/judge/edge_cases.h"
#include "core/reference/convert.h"

namespace semcheck {
namespace {

/// Halves between integers of up to this magnitude are all there.
constexpr Bits kSmallIntegers = 4;
/// Numbers at the start and the end of each binade.
constexpr Bits kBinadeEdge = 2;

using Number = Unpacked<Bits>;

/// Collects operands at and next to numbers that the operand's type has.
class Edges {
 public:
  explicit Edges(Dtype from) : f_(format(from)) {}

  bool has(const Number& number) const {
    if (is_floating(f_)) return rounded(Rounding::rz, number) == rounded(Rounding::rp, number);
    const int length = number.significand == 0 ? 0 : bit_length(number.significand) + number.exponent;
    const bool is_whole =
        number.exponent >= 0 || (number.exponent > -64 && whole(number) << -number.exponent == number.significand);
    return length <= 64 && is_whole;
  }

  /// Both signs of a number, each with its neighbours, as far as the type has them.
  void add(Number number) {
    if (!has(number)) return;
    for (bool negative : {false, true}) {
      number.negative = negative;
      const WholeNumber integer{negative, whole(number), false};
      if (is_floating(f_))
        add_patterns(rounded(Rounding::rn, number));
      else if (fits(f_, integer))
        add_patterns(pack_integer(f_, Overflow::wrap, integer));
    }
  }

  std::vector<Bits> take() { return std::move(operands_); }

 private:
  Bits rounded(Rounding rounding, const Number& number) const {
    return round_pack(f_, rounding, f_.has_infinity ? Overflow::infinity : Overflow::nan, number).bits;
  }
  static Bits whole(const Number& number) {
    if (number.exponent >= 64 || number.exponent <= -64) return 0;
    return number.exponent >= 0 ? number.significand << number.exponent : number.significand >> -number.exponent;
  }
  void add_patterns(Bits b) {
    for (Bits near : {b, b - 1, b + 1}) operands_.push_back(near & value_mask(f_));
  }

  const Format& f_;
  std::vector<Bits> operands_;
};

/// 2^(width - 1) and 2^width, where ranges of integers end, with halves and whole numbers beside them.
void add_ends(Edges& edges, const Format& to) {
  constexpr int kQuarters = -2;
  for (int end : {to.width - 1, to.width}) {
    edges.add({false, end, 1});
    if (end > 60) continue;
    for (Bits offset : {Bits{1}, Bits{2}, Bits{3}, Bits{4}, Bits{6}, Bits{8}}) {
      edges.add({false, kQuarters, (Bits{4} << end) - offset});
      edges.add({false, kQuarters, (Bits{4} << end) + offset});
    }
  }
}

void add_halves(Edges& edges) {
  for (Bits halves = 0; halves <= 2 * kSmallIntegers + 1; ++halves) edges.add({false, -1, halves});
}

/// A number of the result's type, and the middle between it and the next one up, if the operand can be that: of the
/// largest number, where rounding to nearest begins to overflow.
void add_middle(Edges& edges, const Format& to, Bits b) {
  const Number number = unpack<Bits>(to, b);
  const Number middle{false, number.exponent - 1, 2 * number.significand + 1};
  if (!edges.has(middle)) return;
  edges.add(number);
  edges.add(middle);
}

void add_middles(Edges& edges, const Format& to) {
  const Bits largest = largest_finite(to);
  if (to.width == 8) {
    for (Bits b = 0; b <= largest; ++b) add_middle(edges, to, b);
    return;
  }
  for (Bits binade = 0; binade <= largest; binade += fraction_mask(to) + 1)
    for (Bits k = 0; k < kBinadeEdge; ++k) {
      add_middle(edges, to, binade + k);
      add_middle(edges, to, binade + fraction_mask(to) - k);
    }
}

}  // namespace

std::vector<Bits> conversion_edges(Dtype from, Dtype to) {
  Edges edges(from);
  add_halves(edges);
  if (is_floating(format(to)))
    add_middles(edges, format(to));
  else
    add_ends(edges, format(to));
  return edges.take();
}

}  // namespace semcheck
