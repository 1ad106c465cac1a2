#include "core/judge/row_cases.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "core/judge/random_case.h"
#include "core/values/spelling.h"

namespace semcheck {
namespace {

using Row = std::vector<Bits>;

constexpr std::size_t kValuesOfTriples = 6;
constexpr std::size_t kValuesOfQuadruples = 4;
/// Rows of which an element is tried at every place: as long as a warp, and one more.
constexpr std::size_t kEveryPlace = 33;
/// Rows of which there may be many.
constexpr std::size_t kShort = 65;

/// Elements that rows of one size may have in all.
std::size_t most_elements(std::size_t size) {
  constexpr std::size_t kAll = 8192, kRows = 28, kMost = 131072, kLeastRows = 8;
  return size <= kShort ? kAll : std::max(std::min(kRows * size, kMost), kLeastRows * size);
}

/// Rows in the order they come, each once.
class RowList {
 public:
  RowList() { cases_.operands.resize(1), cases_.starts.push_back(0); }

  void add(const Row& row) {
    if (!seen_.insert(row).second) return;
    cases_.operands[0].insert(cases_.operands[0].end(), row.begin(), row.end());
    cases_.starts.push_back(cases_.operands[0].size());
  }
  Cases& cases() { return cases_; }

 private:
  Cases cases_;
  std::set<Row> seen_;
};

/// The values that rows are made of.
struct Palette {
  std::vector<Bits> singles;      ///< all values of all matrices
  std::vector<Bits> pairs;        ///< those of the first
  std::vector<Bits> outstanding;  ///< of them one of each sign and class: NaNs, zeros, infinities, ends of the range
  std::vector<Bits> nans;
  Bits ordinary = 0;
  Bits extreme = 0;  ///< beats `ordinary`
};

template <class Value>
void add_once(std::vector<Value>& list, Value value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

/// What a pattern has in common with others that are treated alike; 0 for an ordinary number.
int class_of(const Format& f, Bits b) {
  int kind = 0;
  if (is_signaling(f, b))
    kind = 1;
  else if (is_nan(f, b))
    kind = 2;
  else if (is_infinite(f, b))
    kind = 3;
  else if (is_zero(f, b))
    kind = 4;
  else if (is_subnormal(f, b))
    kind = 5;
  else if (magnitude(f, b) == largest_magnitude(f) - 1)
    kind = 6;
  return kind == 0 ? 0 : 2 * kind + (is_negative(f, b) ? 1 : 0);
}

std::vector<Bits> outstanding_of(const Format& f, const std::vector<Bits>& values) {
  std::vector<Bits> found;
  if (!is_floating(f))
    return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(8, values.size()))};
  std::set<int> classes = {0};
  for (Bits b : values)
    if (classes.insert(class_of(f, b)).second) found.push_back(b);
  return found;
}

Palette palette_of(const Operation& operation, const Inputs& inputs) {
  const Dtype dtype = operation.operands.front();
  const Format& f = format(dtype);
  Palette palette;
  for (const Matrix& matrix : inputs.matrices)
    for (const NamedValue& value : resolve(matrix, dtype)) {
      add_once(palette.singles, value.bits);
      if (&matrix == &inputs.matrices.front()) palette.pairs.push_back(value.bits);
      if (is_nan(f, value.bits)) add_once(palette.nans, value.bits);
    }
  palette.outstanding = outstanding_of(f, palette.pairs);
  const bool is_unsigned = f.kind == NumberKind::unsigned_integer;
  palette.ordinary = parse_value(dtype, is_unsigned ? "5" : "-2").value_or(0);
  palette.extreme = parse_value(dtype, is_unsigned ? "9" : "1").value_or(1);
  if (!is_minimum(operation.kind)) return palette;
  palette.ordinary = parse_value(dtype, is_unsigned ? "5" : "2").value_or(1);
  palette.extreme = parse_value(dtype, is_unsigned ? "2" : "-1").value_or(0);
  return palette;
}

/// The first and the last place, the middle, and both sides of every boundary of warps, blocks and powers of two.
std::vector<std::size_t> boundary_places(std::size_t size) {
  std::vector<std::size_t> places = {0, size - 1};
  const auto add = [&](std::size_t place) {
    if (place < size) add_once(places, place);
  };
  for (std::size_t boundary = 32; boundary < size; boundary *= 2) add(boundary - 1), add(boundary);
  add(size / 2 - 1), add(size / 2), add(1);
  return places;
}

/// Every row of one size, those that tell most first.
class RowsOfSize {
 public:
  RowsOfSize(const Palette& palette, std::size_t size, RowList& list)
      : palette_(palette), size_(size), list_(list), left_(most_elements(size)), base_(size, palette.ordinary) {}

  void add() {
    even();
    std::vector<std::size_t> places = boundary_places(size_);
    for (std::size_t place = 0; size_ <= kEveryPlace && place < size_; ++place) add_once(places, place);
    for (std::size_t place : places) with({{place, palette_.extreme}});
    for (std::size_t place : places) with_nan(place);
    for (Bits b : palette_.outstanding) emit(Row(size_, b));
    for (std::size_t place : places) with_nan_and_extreme(place);
    places = boundary_places(size_);
    for (std::size_t place : places) with_two_nans(place);
    for (std::size_t k = 1; k < places.size(); ++k)
      with({{places[k - 1], palette_.extreme}, {places[k], palette_.extreme}});
    for (std::size_t k = 0; k < places.size() && k < 4; ++k)
      for (Bits b : palette_.outstanding) with({{places[k], b}});
  }

 private:
  struct Element {
    std::size_t place;
    Bits bits;
  };

  void emit(const Row& row) {
    if (left_ < size_) return;
    left_ -= size_;
    list_.add(row);
  }
  void with(std::initializer_list<Element> elements) {
    Row row = base_;
    for (const Element& element : elements) row[element.place] = element.bits;
    emit(row);
  }

  /// Rows in which no place stands out.
  void even() {
    emit(base_);
    alternating(palette_.ordinary, palette_.extreme);
    for (std::size_t k = 0; k + 1 < palette_.pairs.size() && k < 2; ++k)
      alternating(palette_.pairs[k], palette_.pairs[1 - k]);
    ramps();
  }
  void alternating(Bits even, Bits odd) {
    Row row(size_, even);
    for (std::size_t i = 1; i < size_; i += 2) row[i] = odd;
    emit(row);
  }
  /// Patterns in a row: of positive floating numbers and of integers they ascend like numbers.
  void ramps() {
    Row row(size_);
    for (std::size_t i = 0; i < size_; ++i) row[i] = palette_.extreme + std::min<Bits>(i, 64);
    emit(row);
    std::reverse(row.begin(), row.end());
    emit(row);
  }

  Bits nan(std::size_t number) const { return palette_.nans[number % palette_.nans.size()]; }

  void with_nan(std::size_t place) {
    if (!palette_.nans.empty()) with({{place, nan(place)}});
  }
  /// The extremum is behind the NaN, in front of it, at the end or at the beginning.
  void with_nan_and_extreme(std::size_t place) {
    const std::array<std::size_t, 4> others = {place + 1, place - 1, size_ - 1, 0};
    const std::size_t other = others[place % others.size()];
    if (!palette_.nans.empty() && other < size_ && other != place)
      with({{other, palette_.extreme}, {place, nan(place)}});
  }
  void with_two_nans(std::size_t place) {
    if (!palette_.nans.empty()) with({{size_ - 1 - place, nan(place + 1)}, {place, nan(place)}});
  }

  const Palette& palette_;
  std::size_t size_;
  RowList& list_;
  std::size_t left_;  ///< elements that may still be added
  Row base_;
};

/// Values without infinities and without NaNs whose sign is set: zeros, ones and NaNs of both kinds come first.
std::vector<Bits> values_of_triples(const Format& f, std::vector<Bits> values) {
  std::erase_if(values, [&](Bits b) { return is_infinite(f, b) || (is_nan(f, b) && is_negative(f, b)); });
  return values;
}

/// Every tuple of the first `count` values.
void add_tuples(const std::vector<Bits>& values, std::size_t count, std::size_t size, RowList& list) {
  const std::size_t base = std::min(count, values.size());
  std::size_t total = 1;
  for (std::size_t k = 0; k < size; ++k) total *= base;
  for (std::size_t number = 0; number < total; ++number) {
    Row row(size);
    std::size_t rest = number;
    for (std::size_t k = size; k-- > 0; rest /= base) row[k] = values[rest % base];
    list.add(row);
  }
}

/// A NaN, ordinary numbers on both sides of zero and the extremum: what tells one order of combination from another.
std::vector<Bits> telling_values(const Palette& palette) {
  std::vector<Bits> values;
  if (!palette.nans.empty()) values.push_back(palette.nans.front());
  values.insert(values.end(), {palette.extreme, palette.ordinary, palette.extreme + 1});
  return values;
}

void add_size(const Format& f, const Palette& palette, std::size_t size, RowList& list) {
  if (size == 0) list.add({});
  if (size == 1) add_tuples(palette.singles, palette.singles.size(), 1, list);
  if (size == 2) add_tuples(palette.pairs, palette.pairs.size(), 2, list);
  if (size == 3) add_tuples(values_of_triples(f, palette.pairs), kValuesOfTriples, 3, list);
  if (size == 4) add_tuples(telling_values(palette), kValuesOfQuadruples, 4, list);
  if (size >= 2) RowsOfSize(palette, size, list).add();
}

/// Every other row has uniform bits alone; the rest hold short numbers and special values too.
Row random_row(const Format& f, const Random& random, std::uint64_t number, std::size_t size) {
  constexpr std::uint64_t kStride = 1 << 20;
  Row row(size);
  const bool plain = number % 2 == 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t drawn = number * kStride + i;
    row[i] = random_pattern(f, random.seed, plain ? 8 * drawn : drawn, 0);
  }
  return row;
}

/// The sizes of random rows, which take turns: short ones come four times as often.
std::vector<std::uint32_t> turns_of(const std::vector<std::uint32_t>& sizes) {
  constexpr int kTurns = 4;
  std::vector<std::uint32_t> turns = sizes;
  for (int turn = 1; turn < kTurns; ++turn)
    std::copy_if(sizes.begin(), sizes.end(), std::back_inserter(turns),
                 [](std::uint32_t size) { return size <= kShort; });
  return turns;
}

}  // namespace

Cases make_row_cases(const Operation& operation, const Inputs& inputs) {
  const Format& f = format(operation.operands.front());
  const Palette palette = palette_of(operation, inputs);
  RowList list;
  for (std::uint32_t size : inputs.sizes) add_size(f, palette, size, list);
  list.cases().special = list.cases().size();
  const std::vector<std::uint32_t> turns = turns_of(inputs.sizes);
  for (std::uint64_t i = 0; i < inputs.random.count && !turns.empty(); ++i)
    list.add(random_row(f, inputs.random, i, turns[i % turns.size()]));
  return std::move(list.cases());
}

}  // namespace semcheck
