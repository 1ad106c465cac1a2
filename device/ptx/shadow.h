#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace semcheck::ptx {

/// How an access orders itself against others: `.weak` not at all, `.volatile` like a strong one but not among the
/// lanes of a warp, strong ones (atomics, `.relaxed` and more) within their scope.
enum class Strength : std::uint8_t { weak, is_volatile, block, device };

/// An access to memory: by whom, when in that thread's time, by which instruction.
struct Access {
  std::uint32_t thread = 0;  ///< within the launch
  std::uint32_t time = 0;    ///< 0 for no access
  std::uint32_t pc = 0;
  Strength strength = Strength::weak;
  bool writes = false;
};

/// What is remembered of a piece of memory: enough of the accesses since the last plain write to see whether another
/// one races with any of them.
struct Cell {
  Access write;               ///< the last plain write
  Access read;                ///< a plain read since then, the only one when there is no set of them
  std::uint32_t reads = 0;    ///< the number of the set of plain reads since then, or 0
  std::uint32_t strongs = 0;  ///< the number of the set of other accesses since then, or 0
  bool narrow = false;        ///< whether one of those is only strong within its block
};

/// The accesses to a piece of memory that need no order among themselves, sorted by thread.
using AccessSet = std::vector<Access>;

/// The cells of a memory. A page of it is divided into cells as large as the smallest access that touched it.
class Shadow {
 public:
  /// Calls `each(cell)` for the cells of `size` bytes, a power of two and aligned to it.
  template <class Each>
  void for_each_cell(std::uint64_t address, std::uint32_t size, Each each) {
    Page& page = page_of(address, size);
    const std::uint64_t first = address % kPageBytes >> page.cell_shift;
    for (std::uint64_t i = 0; i < size >> page.cell_shift; ++i) each(page.cells[first + i]);
  }

  /// The set of a number, made and numbered when that is 0.
  AccessSet& set(std::uint32_t& number);
  const AccessSet& set(std::uint32_t number) const { return sets_[number]; }

  /// Forgets every access; pages are kept until they are touched again.
  void clear();

 private:
  static constexpr std::uint64_t kPageBytes = 256;
  struct Page {
    std::uint64_t age = 0;         ///< of what it remembers
    std::uint32_t cell_shift = 0;  ///< the logarithm of the size of a cell in bytes
    std::vector<Cell> cells;
  };

  Page& page_of(std::uint64_t address, std::uint32_t size) {
    if (address / kPageBytes != last_number_) turn_to(address / kPageBytes);
    if (last_->age != age_ || size >> last_->cell_shift == 0) prepare(*last_, size);
    return *last_;
  }
  void turn_to(std::uint64_t number);
  void prepare(Page& page, std::uint32_t size);
  void divide(Page& page, std::uint32_t cell_shift);
  std::uint32_t copy_of(std::uint32_t number);

  std::unordered_map<std::uint64_t, Page> pages_;
  std::uint64_t age_ = 1;  ///< how often it was cleared, and one
  std::uint64_t last_number_ = ~std::uint64_t{0};
  Page* last_ = nullptr;  ///< the page of the last access
  std::vector<AccessSet> sets_{1};
};

/// Remembers an access in a set; a later one of the same thread and kind takes its place.
void remember(AccessSet& set, const Access& access);

/// Where the accesses of a thread and those after it begin in a set.
AccessSet::const_iterator from_thread(const AccessSet& set, std::uint32_t thread);

}  // namespace semcheck::ptx
