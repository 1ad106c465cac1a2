#pragma once

#include <cstddef>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/run/device.h"
#include "device/toolkit/compilation.h"

namespace semcheck {

/// All that decides what the compilers of one toolkit make of a program.
struct Recipe {
  FrontEnd front_end = FrontEnd::nvrtc;
  std::string source;
  std::vector<std::string> options;  ///< of the build, without architecture and levels
  std::string arch;
  bool machine_code = false;            ///< or PTX only
  std::optional<unsigned> ptxas_level;  ///< of machine code
  Types types = Types::native;          ///< `exact` brings its headers, and the language that they are written in
  bool judges = false;                  ///< brings those of the reference and of sweeps, and their language
  friend bool operator==(const Recipe&, const Recipe&) = default;
};

/// What was compiled of late, so that nothing is compiled twice: neither for builds that share it nor for a second
/// look. Its functions may be called from several threads; they wait for each other only where they ask for the same.
class CompilationMemo {
 public:
  using Made = std::shared_ptr<const Compilation>;

  /// @param capacity  compilations that are kept
  explicit CompilationMemo(std::size_t capacity) : capacity_(capacity) {}

  /// What was made of a recipe, or what `make` makes of it now. PTX is also taken from a program that was compiled to
  /// machine code: it is the same.
  Made get(const Recipe& recipe, const std::function<Compilation(const Recipe&)>& make);

  /// How often it had to be compiled.
  std::size_t made() const;

 private:
  struct Entry {
    Recipe recipe;
    std::shared_future<Made> made;
  };
  std::optional<std::shared_future<Made>> find(const Recipe& recipe) const;
  std::shared_future<Made> find_or_promise(const Recipe& recipe, std::optional<std::promise<Made>>& promise);
  void forget(const Recipe& recipe);

  std::size_t capacity_;
  mutable std::mutex guard_;
  std::list<Entry> entries_;  ///< the oldest first
  std::size_t count_ = 0;
};

}  // namespace semcheck
