#include "device/ptx/shadow.h"

#include <algorithm>
#include <bit>

namespace semcheck::ptx {

AccessSet& Shadow::set(std::uint32_t& number) {
  if (number == 0) {
    number = static_cast<std::uint32_t>(sets_.size());
    sets_.emplace_back();
  }
  return sets_[number];
}

void Shadow::clear() {
  ++age_;
  sets_.resize(1);
}

void Shadow::turn_to(std::uint64_t number) {
  last_ = &pages_[number];
  last_number_ = number;
}

void Shadow::prepare(Page& page, std::uint32_t size) {
  const auto shift = static_cast<std::uint32_t>(std::countr_zero(size));
  if (page.age == age_) return divide(page, shift);
  page.age = age_;
  page.cell_shift = shift;
  page.cells.assign(kPageBytes >> shift, {});
}

std::uint32_t Shadow::copy_of(std::uint32_t number) {
  if (number == 0) return 0;
  sets_.push_back(AccessSet(sets_[number]));
  return static_cast<std::uint32_t>(sets_.size() - 1);
}

void Shadow::divide(Page& page, std::uint32_t cell_shift) {
  const std::size_t parts = std::size_t{1} << (page.cell_shift - cell_shift);
  std::vector<Cell> cells;
  cells.reserve(page.cells.size() * parts);
  for (const Cell& cell : page.cells) {
    for (std::size_t i = 0; i < parts; ++i) {
      cells.push_back(cell);
      cells.back().reads = copy_of(cell.reads);
      cells.back().strongs = copy_of(cell.strongs);
    }
  }
  page.cells = std::move(cells);
  page.cell_shift = cell_shift;
}

AccessSet::const_iterator from_thread(const AccessSet& set, std::uint32_t thread) {
  return std::lower_bound(set.begin(), set.end(), thread,
                          [](const Access& each, std::uint32_t value) { return each.thread < value; });
}

void remember(AccessSet& set, const Access& access) {
  auto place = set.begin() + (from_thread(set, access.thread) - set.cbegin());
  while (place != set.end() && place->thread == access.thread && place->writes != access.writes) ++place;
  if (place != set.end() && place->thread == access.thread) {
    *place = access;
  } else {
    set.insert(place, access);
  }
}

}  // namespace semcheck::ptx
