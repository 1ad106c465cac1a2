#include <dlfcn.h>

#include <functional>
#include <utility>

#include "tests/conformance/implementations/direct_composite.h"

namespace semcheck {
namespace {

std::string relation_line(const char* relation) {
  return std::string("relation = \"") + relation + "\"\n";
}

/// The six relations of C++ between operands of two types. C's != holds where an operand is a NaN.
template <class X, class Z>
void append_relations(std::vector<DirectComposite>& all, const char* profile) {
  const std::string operands = operands_line(kDtype<X>, kDtype<Z>);
  const auto add = [&](const char* text, const char* relation, auto function) {
    all.push_back({text, profile, kDtype<X>, relation_line(relation) + operands, on_operands<X, Z>(function)});
  };
  add("x < z", "lt", std::less<>());
  add("x <= z", "le", std::less_equal<>());
  add("x > z", "gt", std::greater<>());
  add("x >= z", "ge", std::greater_equal<>());
  add("x == z", "eq", std::equal_to<>());
  add("x != z", "neu", std::not_equal_to<>());
}

/// The complements of relations, which hold where an operand is a NaN.
template <class T>
void append_complements(std::vector<DirectComposite>& all, const char* profile) {
  const auto add = [&](const char* text, const char* relation, bool (*function)(T, T)) {
    all.push_back({text, profile, kDtype<T>, relation_line(relation), on_operands<T, T>(function)});
  };
  add("!(x < z)", "geu", [](T x, T z) { return !(x < z); });
  add("!(x <= z)", "gtu", [](T x, T z) { return !(x <= z); });
  add("!(x > z)", "leu", [](T x, T z) { return !(x > z); });
  add("!(x >= z)", "ltu", [](T x, T z) { return !(x >= z); });
  add("!(x < z) && !(x > z)", "equ", [](T x, T z) { return !(x < z) && !(x > z); });
  add("x < z || x > z", "ne", [](T x, T z) { return x < z || x > z; });
  add("x == x && z == z", "num", [](T x, T z) { return x == x && z == z; });
  add("x != x || z != z", "nan", [](T x, T z) { return x != x || z != z; });
}

template <class... T>
void append_floating(std::vector<DirectComposite>& all) {
  for (const char* profile : {"c.relation", "ieee754.compare"}) {
    (append_relations<T, T>(all, profile), ...);
    (append_complements<T>(all, profile), ...);
  }
}

template <class X, class Z>
void append_exact(std::vector<DirectComposite>& all) {
  const std::string operands = operands_line(kDtype<X>, kDtype<Z>);
  const auto add = [&](const char* text, const char* relation, bool (*function)(X, Z)) {
    all.push_back({text, "cpp.cmp_less", kDtype<X>, relation_line(relation) + operands, on_operands<X, Z>(function)});
  };
  add("std::cmp_less", "lt", [](X x, Z z) { return std::cmp_less(x, z); });
  add("std::cmp_less_equal", "le", [](X x, Z z) { return std::cmp_less_equal(x, z); });
  add("std::cmp_greater", "gt", [](X x, Z z) { return std::cmp_greater(x, z); });
  add("std::cmp_greater_equal", "ge", [](X x, Z z) { return std::cmp_greater_equal(x, z); });
  add("std::cmp_equal", "eq", [](X x, Z z) { return std::cmp_equal(x, z); });
  add("std::cmp_not_equal", "neu", [](X x, Z z) { return std::cmp_not_equal(x, z); });
}

/// IEEE 754-2019 5.10, totalOrder(x, z): as ISO C F.10.12.1 has it since C23, where both arguments are pointers.
template <class T>
void append_total_order(std::vector<DirectComposite>& all, const char* function) {
  using Pointer = int (*)(const T*, const T*);
  void* const symbol = dlsym(RTLD_DEFAULT, function);
  if (symbol == nullptr) return;
  const auto is_ordered = reinterpret_cast<Pointer>(symbol);
  all.push_back({function, "ieee754.total_order", kDtype<T>, relation_line("le"),
                 on_operands<T, T>([is_ordered](T x, T z) { return is_ordered(&x, &z) != 0; })});
  all.push_back({std::string("not ") + function, "ieee754.total_order", kDtype<T>, relation_line("gt"),
                 on_operands<T, T>([is_ordered](T x, T z) { return is_ordered(&x, &z) == 0; })});
}

}  // namespace

std::vector<DirectComposite> direct_comparisons() {
  std::vector<DirectComposite> all;
  append_floating<double, float, __half, __nv_bfloat16>(all);
  append_relations<std::uint32_t, std::int32_t>(all, "c.relation.mixed");
  append_relations<std::uint64_t, std::int64_t>(all, "c.relation.mixed");
  append_exact<std::uint32_t, std::int32_t>(all);
  append_exact<std::int32_t, std::uint32_t>(all);
  append_exact<std::uint64_t, std::int64_t>(all);
  append_exact<std::int64_t, std::uint64_t>(all);
  append_total_order<double>(all, "totalorder");
  append_total_order<float>(all, "totalorderf");
  return all;
}

}  // namespace semcheck
