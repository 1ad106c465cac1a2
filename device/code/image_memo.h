#pragma once

#include <algorithm>
#include <exception>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/run/device.h"

namespace semcheck::code {

/// What was made of images: once of the same bytes, for as long as an image that holds them is there. Its functions may
/// be called from several threads; they wait for each other only where they ask for the same.
template <class Made>
class ImageMemo {
 public:
  /// What was made of an image, or what `make` makes of it now. What `make` throws is thrown each time.
  template <class Make>
  std::shared_ptr<const Made> get(const std::shared_ptr<const Image>& image, const Make& make) {
    std::optional<std::promise<std::shared_ptr<const Made>>> promise;
    const auto made = find_or_promise(image, promise);
    if (!promise) return made.get();
    try {
      promise->set_value(make(*image));
    } catch (...) {
      promise->set_exception(std::current_exception());
    }
    return made.get();
  }

 private:
  using Future = std::shared_future<std::shared_ptr<const Made>>;

  struct Entry {
    std::vector<std::weak_ptr<const Image>> images;  ///< all of the same bytes
    Future made;
  };

  Future find_or_promise(const std::shared_ptr<const Image>& image,
                         std::optional<std::promise<std::shared_ptr<const Made>>>& promise) {
    const std::lock_guard lock(guard_);
    for (Entry& entry : entries_) std::erase_if(entry.images, [](const auto& known) { return known.expired(); });
    entries_.remove_if([](const Entry& entry) { return entry.images.empty(); });
    for (Entry& entry : entries_) {
      const auto is_it = [&](const auto& known) { return known.lock() == image; };
      const bool is_known = std::ranges::any_of(entry.images, is_it);
      const auto first = entry.images.front().lock();
      if (!is_known && !(first && first->bytes == image->bytes)) continue;
      if (!is_known) entry.images.push_back(image);
      return entry.made;
    }
    promise.emplace();
    entries_.push_back({{image}, promise->get_future().share()});
    return entries_.back().made;
  }

  std::mutex guard_;
  std::list<Entry> entries_;
};

}  // namespace semcheck::code
