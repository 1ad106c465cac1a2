#include "device/compilation_memo.h"

#include <chrono>
#include <exception>
#include <utility>

namespace semcheck {
namespace {

/// Whether the PTX of one program is that of the other, which was compiled further.
bool gives_ptx_of(const Recipe& made, const Recipe& asked) {
  return made.machine_code && !asked.machine_code && made.front_end == asked.front_end && made.arch == asked.arch &&
         made.options == asked.options && made.types == asked.types && made.source == asked.source;
}

bool is_ready(const std::shared_future<CompilationMemo::Made>& future) {
  return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

std::optional<std::shared_future<CompilationMemo::Made>> CompilationMemo::find(const Recipe& recipe) const {
  for (const Entry& entry : entries_) {
    if (entry.recipe == recipe) return entry.made;
    if (gives_ptx_of(entry.recipe, recipe) && is_ready(entry.made) && entry.made.get()->succeeded) return entry.made;
  }
  return std::nullopt;
}

std::shared_future<CompilationMemo::Made> CompilationMemo::find_or_promise(const Recipe& recipe,
                                                                           std::optional<std::promise<Made>>& promise) {
  const std::lock_guard lock(guard_);
  if (auto known = find(recipe)) return *known;
  promise.emplace();
  if (entries_.size() == capacity_) entries_.pop_front();
  entries_.push_back({recipe, promise->get_future().share()});
  ++count_;
  return entries_.back().made;
}

void CompilationMemo::forget(const Recipe& recipe) {
  const std::lock_guard lock(guard_);
  entries_.remove_if([&](const Entry& entry) { return entry.recipe == recipe; });
}

CompilationMemo::Made CompilationMemo::get(const Recipe& recipe,
                                           const std::function<Compilation(const Recipe&)>& make) {
  std::optional<std::promise<Made>> promise;
  const std::shared_future<Made> made = find_or_promise(recipe, promise);
  if (!promise) return made.get();
  try {
    promise->set_value(std::make_shared<const Compilation>(make(recipe)));
  } catch (...) {
    forget(recipe);
    promise->set_exception(std::current_exception());
  }
  return made.get();
}

std::size_t CompilationMemo::made() const {
  const std::lock_guard lock(guard_);
  return count_;
}

}  // namespace semcheck
