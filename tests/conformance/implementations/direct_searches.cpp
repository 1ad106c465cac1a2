// Thrust without a GPU: its algorithms then run in host code.
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_CPP

#include <thrust/execution_policy.h>
#include <thrust/extrema.h>

#include <algorithm>

#include "tests/conformance/implementations/direct_composite.h"

namespace semcheck {
namespace {

/// The index that a search over a row of values finds.
template <class T, class Search>
std::function<Bits(std::span<const Bits>)> on_row(Search search) {
  return [search](std::span<const Bits> bits) {
    std::vector<T> row;
    for (const Bits b : bits) row.push_back(value_of<T>(b));
    return static_cast<Bits>(search(row.data(), row.data() + row.size()) - row.data());
  };
}

// C++20 27.8.9, max_element: the first of the largest, by *j < *i being false, which is also what Thrust documents.
template <class T>
void append_searches(std::vector<DirectComposite>& all) {
  const auto add = [&](const char* text, const char* profile, T* (*search)(T*, T*)) {
    all.push_back({text, profile, kDtype<T>, "", on_row<T>(search)});
  };
  add("thrust::max_element", "thrust.max_element",
      [](T* first, T* last) { return thrust::max_element(thrust::host, first, last); });
  add("thrust::min_element", "thrust.min_element",
      [](T* first, T* last) { return thrust::min_element(thrust::host, first, last); });
  add("std::max_element", "thrust.max_element", [](T* first, T* last) { return std::max_element(first, last); });
  add("std::min_element", "thrust.min_element", [](T* first, T* last) { return std::min_element(first, last); });
}

}  // namespace

std::vector<DirectComposite> direct_searches() {
  std::vector<DirectComposite> all;
  append_searches<double>(all);
  append_searches<float>(all);
  return all;
}

}  // namespace semcheck
