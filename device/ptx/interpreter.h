#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace semcheck::ptx {

/// PTX text that cannot be read or is not supported, with the line it stands on.
class PtxError : public std::runtime_error {
 public:
  PtxError(std::size_t line, std::string text, const std::string& message);
  std::size_t line() const { return line_; }         ///< from 1
  const std::string& text() const { return text_; }  ///< the line's text

 private:
  std::size_t line_;
  std::string text_;
};

/// A kernel did what a GPU would stop it for: an access out of bounds or misaligned, `trap`, or no end in sight.
class Trap : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A kernel did what the PTX manual leaves undefined: a data race, a barrier that not all come to, a shuffle from a
/// lane that takes no part. Its text names the instruction, the kernel, the block and the thread.
class Undefined : public Trap {
 public:
  Undefined(std::size_t line, const std::string& what) : Trap(what), line_(line) {}
  std::size_t line() const { return line_; }  ///< from 1

 private:
  std::size_t line_;
};

/// A parsed module: every instruction decoded once into a typed program.
struct Module;

/// Parses a PTX module. Throws PtxError for a text that cannot be read. An instruction that the interpreter does not
/// support ends only the entries that contain it: launch() throws its PtxError.
std::shared_ptr<const Module> parse(std::string_view text);

/// The `.entry` names of a module, in the order of the text.
std::vector<std::string> entries(const Module& module);

/// Global memory: separate allocations in one 64-bit address space, with guard space between them.
class Memory {
 public:
  /// Allocates `size` bytes, zeroed, aligned to 256, and returns their address.
  std::uint64_t allocate(std::size_t size);
  /// The bytes of an allocation made by allocate().
  std::span<std::byte> at(std::uint64_t address);
  /// The bytes of an access. Throws Trap when any of them lies outside every allocation.
  std::byte* access(std::uint64_t address, std::size_t size);

  /// An allocation: its address and bytes.
  struct Range {
    std::uint64_t address = 0;
    std::span<std::byte> bytes;
    bool holds(std::uint64_t first, std::size_t size) const {
      return first >= address && bytes.size() >= size && first - address <= bytes.size() - size;
    }
  };
  /// The last allocation that begins at an address or before it; an empty range where there is none.
  Range containing(std::uint64_t address);

  /// The addresses of a module's variables, which the first call for the module allocates and initialises.
  std::span<const std::uint64_t> variables(const Module& module);

 private:
  struct Block {
    std::uint64_t address;
    std::vector<std::byte> bytes;
  };
  struct ModuleVariables {
    std::uint64_t module;
    std::vector<std::uint64_t> addresses;
  };
  std::vector<Block> blocks_;  ///< sorted by address
  std::vector<ModuleVariables> modules_;
};

struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
};

struct Launch {
  std::string_view entry;
  Dim3 grid;
  Dim3 block;
  /// The kernel's parameters, each at its natural alignment, as the driver takes them.
  std::span<const std::byte> parameters;
  /// A launch that runs longer than this ends in a Trap that says "timed out".
  std::chrono::milliseconds timeout{10000};
  /// The size of `extern __shared__` arrays, in bytes.
  std::uint32_t dynamic_shared = 0;
  /// Ends the launch in a Trap soon after it is set.
  const std::atomic<bool>* interrupted = nullptr;
  bool count_branches = false;
};

/// What a launch executed.
struct Statistics {
  std::uint64_t thread_instructions = 0;
  std::uint64_t warp_instructions = 0;
  std::uint64_t branches = 0;          ///< conditional ones, by warps; only where the launch asked for them
  std::uint64_t uniform_branches = 0;  ///< of them, those whose active lanes all went one way
};

/// Executes every thread of a launch: blocks one after the other, the warps of a block in turns, the lanes of a warp
/// together, so that a result never depends on the host. Throws Trap, Undefined or PtxError, and std::invalid_argument
/// for an entry that the module lacks, too few parameters, a block of no or more than 1024 threads or too much shared
/// memory.
///
/// Kernels that use shared memory, barriers, atomics, warp instructions or ordered accesses are searched for data races
/// in all their blocks; others, which have no means to make order, in their first two.
Statistics launch(const Module& module, const Launch& launch, Memory& memory);

}  // namespace semcheck::ptx
