#include "device/ptx/forms.h"

#include <algorithm>
#include <array>
#include <optional>

namespace semcheck::ptx {

namespace {

/// The qualifiers that a word of a form stands for, as the manual names them.
struct SetRow {
  std::string_view name;
  std::string_view members;
};

constexpr auto kSets = std::to_array<SetRow>({
    {".CmpOp", ".eq .ne .lt .le .gt .ge .lo .ls .hi .hs .equ .neu .ltu .leu .gtu .geu .num .nan"},
    {".BoolOp", ".and .or .xor"},
    {".rnd", ".rn .rz .rm .rp"},
    {".frnd2", ".rn .rz"},
    {".irnd", ".rni .rzi .rmi .rpi"},
    {".vcmp", ".eq .ne .lt .le .gt .ge"},
    {".op2", ".add .min .max"},
    {".finish", ".sat .add"},
    {".half", ".hi .lo"},
    {".property", ".finite .infinite .number .notanumber .normal .subnormal"},
    {".direction", ".l .r"},
    {".shfmode", ".clamp .wrap"},
    {".mode", ".f4e .b4e .rc8 .ecl .ecr .rc16"},
    {".ss", ".const .global .local .param .param::entry .param::func .shared .shared::cta"},
    {".addressable", ".const .global .local .param .param::entry .shared .shared::cta"},
    {".cop", ".ca .cg .cs .lu .cv .wb .wt"},
    {".order", ".relaxed .acquire .release"},
    {".scope", ".cta .cluster .gpu .sys"},
    {".vec", ".v2 .v4 .v8"},
    {".L1", ".L1::evict_normal .L1::evict_unchanged .L1::evict_first .L1::evict_last .L1::no_allocate"},
    {".L2", ".L2::evict_normal .L2::evict_first .L2::evict_last"},
    {".prefetch", ".L2::64B .L2::128B .L2::256B"},
    {".how", ".relaxed .acquire .release .acq_rel .cta .cluster .gpu .sys .global .shared .shared::cta"},
    {".sem", ".sc .acq_rel .acquire .release"},
    {".level", ".cta .gl .sys"},
    {".proxykind", ".alias .async"},
    {".exchange", ".up .down .bfly .idx"},
    {".logic", ".and .or"},
    {".action", ".launch_dependents .wait"},
});

struct QualifierRow {
  std::string_view word;
  std::uint8_t Qualifiers::*field;
  std::uint8_t value;
};

template <class Enumerator>
constexpr std::uint8_t number_of(Enumerator enumerator) {
  return static_cast<std::uint8_t>(enumerator);
}

constexpr std::uint8_t kNotEqual = kLess | kGreater;
constexpr std::uint8_t kLessEqual = kLess | kEqual;
constexpr std::uint8_t kGreaterEqual = kGreater | kEqual;
constexpr std::uint8_t kOrdered = kLess | kEqual | kGreater;

constexpr auto kQualifiers = std::to_array<QualifierRow>({
    {".ftz", &Qualifiers::ftz, 1},
    {".NaN", &Qualifiers::nan, 1},
    {".xorsign", &Qualifiers::xorsign, 1},
    {".abs", &Qualifiers::abs, 1},
    {".relu", &Qualifiers::relu, 1},
    {".sat", &Qualifiers::sat, 1},
    {".satfinite", &Qualifiers::satfinite, 1},
    {".rn", &Qualifiers::rounding, number_of(Rounding::rn)},
    {".rz", &Qualifiers::rounding, number_of(Rounding::rz)},
    {".rm", &Qualifiers::rounding, number_of(Rounding::rm)},
    {".rp", &Qualifiers::rounding, number_of(Rounding::rp)},
    {".rni", &Qualifiers::rounding, number_of(Rounding::rn)},
    {".rzi", &Qualifiers::rounding, number_of(Rounding::rz)},
    {".rmi", &Qualifiers::rounding, number_of(Rounding::rm)},
    {".rpi", &Qualifiers::rounding, number_of(Rounding::rp)},
    {".rna", &Qualifiers::rounding, number_of(Rounding::rna)},
    {".rni", &Qualifiers::integral, 1},
    {".rzi", &Qualifiers::integral, 1},
    {".rmi", &Qualifiers::integral, 1},
    {".rpi", &Qualifiers::integral, 1},
    {".eq", &Qualifiers::relation, kEqual},
    {".ne", &Qualifiers::relation, kNotEqual},
    {".lt", &Qualifiers::relation, kLess},
    {".le", &Qualifiers::relation, kLessEqual},
    {".gt", &Qualifiers::relation, kGreater},
    {".ge", &Qualifiers::relation, kGreaterEqual},
    {".lo", &Qualifiers::relation, kLess},
    {".ls", &Qualifiers::relation, kLessEqual},
    {".hi", &Qualifiers::relation, kGreater},
    {".hs", &Qualifiers::relation, kGreaterEqual},
    {".equ", &Qualifiers::relation, kEqual | kUnordered},
    {".neu", &Qualifiers::relation, kNotEqual | kUnordered},
    {".ltu", &Qualifiers::relation, kLess | kUnordered},
    {".leu", &Qualifiers::relation, kLessEqual | kUnordered},
    {".gtu", &Qualifiers::relation, kGreater | kUnordered},
    {".geu", &Qualifiers::relation, kGreaterEqual | kUnordered},
    {".num", &Qualifiers::relation, kOrdered},
    {".nan", &Qualifiers::relation, kUnordered},
    {".and", &Qualifiers::boolean, number_of(Boolean::conjunction)},
    {".or", &Qualifiers::boolean, number_of(Boolean::disjunction)},
    {".xor", &Qualifiers::boolean, number_of(Boolean::difference)},
    {".lo", &Qualifiers::multiply, number_of(Multiply::low)},
    {".hi", &Qualifiers::multiply, number_of(Multiply::high)},
    {".wide", &Qualifiers::multiply, number_of(Multiply::wide)},
    {".f4e", &Qualifiers::shuffle, number_of(Shuffle::f4e)},
    {".b4e", &Qualifiers::shuffle, number_of(Shuffle::b4e)},
    {".rc8", &Qualifiers::shuffle, number_of(Shuffle::rc8)},
    {".ecl", &Qualifiers::shuffle, number_of(Shuffle::ecl)},
    {".ecr", &Qualifiers::shuffle, number_of(Shuffle::ecr)},
    {".rc16", &Qualifiers::shuffle, number_of(Shuffle::rc16)},
    {".finite", &Qualifiers::property, number_of(Property::finite)},
    {".infinite", &Qualifiers::property, number_of(Property::infinite)},
    {".number", &Qualifiers::property, number_of(Property::number)},
    {".notanumber", &Qualifiers::property, number_of(Property::notanumber)},
    {".normal", &Qualifiers::property, number_of(Property::normal)},
    {".subnormal", &Qualifiers::property, number_of(Property::subnormal)},
    {".global", &Qualifiers::space, number_of(Space::global)},
    {".const", &Qualifiers::space, number_of(Space::constant)},
    {".shared", &Qualifiers::space, number_of(Space::shared)},
    {".shared::cta", &Qualifiers::space, number_of(Space::shared)},
    {".local", &Qualifiers::space, number_of(Space::local)},
    {".param", &Qualifiers::space, number_of(Space::param)},
    {".param::entry", &Qualifiers::space, number_of(Space::param)},
    {".param::func", &Qualifiers::space, number_of(Space::param)},
    {".v2", &Qualifiers::vector, 2},
    {".v4", &Qualifiers::vector, 4},
    {".v8", &Qualifiers::vector, 8},
    {".l", &Qualifiers::left, 1},
    {".wrap", &Qualifiers::wrap, 1},
    {".shiftamt", &Qualifiers::shiftamt, 1},
    {".up", &Qualifiers::exchange, number_of(Exchange::up)},
    {".down", &Qualifiers::exchange, number_of(Exchange::down)},
    {".bfly", &Qualifiers::exchange, number_of(Exchange::butterfly)},
    {".idx", &Qualifiers::exchange, number_of(Exchange::index)},
    {".volatile", &Qualifiers::order, number_of(Order::is_volatile)},
    {".relaxed", &Qualifiers::order, number_of(Order::relaxed)},
    {".acquire", &Qualifiers::order, number_of(Order::acquire)},
    {".release", &Qualifiers::order, number_of(Order::release)},
    {".acq_rel", &Qualifiers::order, number_of(Order::both)},
    {".sc", &Qualifiers::order, number_of(Order::both)},
    {".cta", &Qualifiers::scope, number_of(Reach::block)},
    {".cluster", &Qualifiers::scope, number_of(Reach::block)},
    {".add", &Qualifiers::secondary, number_of(Secondary::add)},
    {".min", &Qualifiers::secondary, number_of(Secondary::minimum)},
    {".max", &Qualifiers::secondary, number_of(Secondary::maximum)},
});

void apply(Qualifiers& qualifiers, std::string_view word) {
  for (const QualifierRow& each : kQualifiers) {
    if (each.word == word) qualifiers.*each.field = each.value;
  }
}

/// Whether a list separated by blanks has a word.
bool contains(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t end = list.find(' ');
    if (list.substr(0, end) == word) return true;
    list = end == std::string_view::npos ? std::string_view() : list.substr(end + 1);
  }
  return false;
}

/// Takes `.word` from the front of a spelling.
std::string_view take_word(std::string_view& spelling) {
  const std::string_view word = spelling.substr(0, spelling.find('.', 1));
  spelling.remove_prefix(word.size());
  return word;
}

/// The piece at the front of a form: `.x`, or `{.x}` with the braces gone.
struct Piece {
  std::string_view word;
  bool optional = false;
};

Piece take_piece(std::string_view& form) {
  const bool optional = form.front() == '{';
  const std::size_t end = optional ? form.find('}') : std::min(form.find_first_of(".{", 1), form.size());
  const Piece piece{optional ? form.substr(1, end - 1) : form.substr(0, end), optional};
  form.remove_prefix(optional ? end + 1 : end);
  return piece;
}

std::optional<std::string_view> members(std::string_view name) {
  for (const SetRow& each : kSets) {
    if (each.name == name) return each.members;
  }
  return std::nullopt;
}

/// The words that a row allows for its first or second type.
std::string_view allowed_types(const OpcodeRow& row, bool second) {
  const std::size_t slash = row.types.find(" / ");
  if (slash == std::string_view::npos) return row.types;
  return second ? row.types.substr(slash + 3) : row.types.substr(0, slash);
}

bool take_type(const OpcodeRow& row, std::string_view word, bool second, Type& type) {
  const std::optional<Type> named = type_named(word);
  if (!named || !contains(allowed_types(row, second), word.substr(1))) return false;
  type = *named;
  return true;
}

/// Takes what a piece stands for from the front of a spelling.
bool take(const OpcodeRow& row, std::string_view piece, std::string_view& spelling, Spelling& result) {
  if (spelling.empty()) return false;
  if (piece.find('.', 1) != std::string_view::npos) {
    return take(row, take_word(piece), spelling, result) && take(row, piece, spelling, result);
  }
  std::string_view rest = spelling;
  const std::string_view word = take_word(rest);
  if (piece == ".type" || piece == ".dtype" || piece == ".atype" || piece == ".btype") {
    const bool second = piece == ".atype" || piece == ".btype";
    Type& type = !second ? result.type : piece == ".atype" ? result.source : result.third;
    if (!take_type(row, word, second, type)) return false;
  } else {
    const std::optional<std::string_view> set = members(piece);
    if (set ? !contains(*set, word) : word != piece) return false;
    apply(result.q, word);
  }
  spelling = rest;
  return true;
}

// PTX ISA, Comparisons: eq and ne are for bit-size types, lo ls hi hs for unsigned ones, equ to nan for floats.
bool relates(std::string_view spelling, Kind kind) {
  take_word(spelling);
  const std::string_view word = take_word(spelling);
  if (contains(".eq .ne", word)) return true;
  if (contains(".lt .le .gt .ge", word)) return kind != Kind::bits;
  return contains(".lo .ls .hi .hs", word) ? kind == Kind::unsigned_integer : kind == Kind::floating;
}

/// Reads a spelling by the form of a row; nothing where they do not fit.
std::optional<Spelling> fit(const OpcodeRow& row, std::string_view spelling) {
  const std::string_view whole = spelling;
  const std::string_view name = opcode_name(spelling);
  std::string_view form = row.form;
  if (opcode_name(form) != name) return std::nullopt;
  form.remove_prefix(name.size());
  spelling.remove_prefix(name.size());
  Spelling result;
  while (!form.empty()) {
    const Piece piece = take_piece(form);
    Spelling with = result;
    std::string_view rest = spelling;
    if (take(row, piece.word, rest, with)) {
      result = with;
      spelling = rest;
    } else if (!piece.optional) {
      return std::nullopt;
    }
  }
  if (!spelling.empty()) return std::nullopt;
  if (result.source == Type::none) result.source = result.type;
  const bool compares = row.form.find(".CmpOp") != std::string_view::npos;
  if (compares && !relates(whole, ptx::row(result.source).kind)) return std::nullopt;
  return result;
}

}  // namespace

std::string_view opcode_name(std::string_view spelling) {
  return spelling.substr(0, spelling.find_first_of(".{"));
}

std::vector<Fit> fitting_rows(std::string_view spelling) {
  std::vector<Fit> rows;
  for (const OpcodeRow& each : opcode_rows()) {
    if (const std::optional<Spelling> read = fit(each, spelling)) rows.push_back({&each, *read});
  }
  return rows;
}

}  // namespace semcheck::ptx
