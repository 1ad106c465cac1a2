#include "device/ptx_sweep.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <thread>

#include "core/judge/held_to.h"
#include "core/run/parallel.h"
#include "core/sweep/case_maker.h"
#include "core/sweep/chunks.h"
#include "core/sweep/judge_stretch.h"
#include "core/sweep/twin.h"
#include "device/arena.h"
#include "device/sweep_piece.h"
#include "device/sweep_sequence.h"
#include "device/worker_protocol.h"

namespace semcheck {
namespace {

using Clock = std::chrono::steady_clock;

/// What the threads of a sweep share: where they are to end, and what went wrong first.
class PieceQueue {
 public:
  PieceQueue(std::vector<Piece> pieces, const Limits& limits)
      : pieces_(std::move(pieces)), limits_(limits), begin_(Clock::now()) {}

  /// The next piece, in order; nothing at the end, and after trouble or an interrupt.
  const Piece* next() {
    if (is_over_ || limits_.are_reached()) return nullptr;
    const std::size_t taken = next_++;
    return taken < pieces_.size() ? &pieces_[taken] : nullptr;
  }

  /// Launches a kernel for a piece, in the time that is left; false when that went wrong.
  bool launch(const Piece& piece, const ptx::Module& module, ptx::Launch launch, ptx::Memory& memory) {
    const auto deadline = begin_ + limits_.timeout;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    launch.timeout = std::max(left, std::chrono::milliseconds(0));
    launch.interrupted = limits_.interrupted;
    std::string error = interpret(module, launch, memory);
    if (error.empty()) return true;
    note(piece, Clock::now() < deadline ? std::move(error) : timed_out_text(limits_.timeout));
    return false;
  }

  std::size_t threads() const {
    return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, std::max<std::size_t>(pieces_.size(), 1));
  }
  /// Puts into a result how the sweep ended: what went wrong in the first piece where anything did, or an interrupt.
  /// @param cases  that have results
  /// @return  whether all of them have
  template <class Result>
  bool conclude(Result& result, std::uint64_t cases) const {
    std::uint64_t all = 0;
    for (const Piece& piece : pieces_) all += piece.count;
    result.interrupted = cases < all && limits_.are_reached();
    if (!result.interrupted) result.error = error_;
    return cases == all;
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

 private:
  // Pieces are taken in order, so that those before a piece in trouble come to their own end.
  void note(const Piece& piece, std::string error) {
    const std::lock_guard lock(guard_);
    is_over_ = true;
    if (!error_.empty() && place_ < piece.first) return;
    place_ = piece.first;
    error_ = std::move(error);
  }

  std::vector<Piece> pieces_;
  Limits limits_;
  Clock::time_point begin_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> is_over_ = false;
  std::mutex guard_;
  std::uint64_t place_ = 0;
  std::string error_;
};

/// Memory of one thread, in which the variant's kernel computes one piece after the other.
class Bench {
 public:
  Bench(const SweepKernel& kernel, const ptx::Module& module, const Stretch& stretch)
      : kernel_(kernel.kernel),
        module_(module),
        operation_(kernel.program->program.spec.operation),
        space_(kernel.program->spaces.at(stretch.space)),
        cases_(space_),
        data_(launch_frame(operation_, kernel_.feed, most_results(space_, std::min(stretch.count, kMostOfPiece)))),
        layout_(arena_layout(data_)),
        arena_(memory_.allocate(layout_.size)),
        computed_(data_.results) {}

  /// The results of a piece, one for each of its cases; false when there are none.
  bool compute(PieceQueue& queue, const Piece& piece, std::span<Bits> results) {
    fill(piece);
    set_count(data_, kernel_.feed, count_of(space_, piece));
    const Launch launch = launch_of(operation_, kernel_, data_, layout_);
    const std::uint32_t threads = threads_of_chunk(piece.first);
    std::vector<std::uint64_t> parameters;
    for (const Parameter& parameter : launch.parameters)
      parameters.push_back(parameter.value + (parameter.is_offset ? arena_ : 0));
    const auto blocks = static_cast<std::uint32_t>((data_.threads + threads - 1) / threads);
    if (!queue.launch(piece, module_, {kernel_.entry, {blocks}, {threads}, std::as_bytes(std::span(parameters))},
                      memory_))
      return false;
    unpack(operation_.result, memory_.at(arena_).subspan(layout_.result_offset, layout_.result_size()), computed_);
    results_of(space_, piece, computed_, results);
    return true;
  }

 private:
  /// One array at a time where operands have arrays of different lengths.
  void fill(const Piece& piece) {
    const std::span<const LaunchData::Array> all = data_.arrays;
    if (space_.side == 0) return fill(piece, 0, all.size());
    for (std::size_t i = 0; i < all.size(); ++i) fill(piece, i, 1);
  }

  void fill(const Piece& piece, std::size_t first_array, std::size_t arrays) {
    constexpr std::uint64_t handful = 256;
    std::array<std::array<Bits, handful>, kMostOperands> patterns;
    if (arrays == 0) return;
    const Column column = column_of(space_, piece, data_.arrays[first_array].operand);
    for (std::uint64_t done = 0; done < column.count; done += handful) {
      const std::uint64_t count = std::min(handful, column.count - done);
      for (std::uint64_t i = 0; i < count; ++i) {
        std::array<Bits, kMostOperands> operands{};
        cases_.at(column.first + (done + i) * column.step, operands.data());
        for (std::size_t k = 0; k < operands.size(); ++k) patterns[k][i] = operands[k];
      }
      for (std::size_t a = first_array; a < first_array + arrays; ++a)
        put(a, done, std::span(patterns[data_.arrays[a].operand]).first(count));
    }
  }

  void put(std::size_t array, std::uint64_t element, std::span<const Bits> patterns) {
    const Dtype dtype = operation_.operands[data_.arrays[array].operand];
    const std::size_t offset = offset_of(array) + element * size_of(dtype);
    pack(dtype, patterns, memory_.at(arena_).subspan(offset, patterns.size() * size_of(dtype)));
  }

  std::size_t offset_of(std::size_t array) const {
    if (data_.in_place == array) return layout_.result_offset;
    const bool is_behind = data_.in_place && *data_.in_place < array;
    return layout_.inputs[array - (is_behind ? 1 : 0)].offset;
  }

  const Kernel& kernel_;
  const ptx::Module& module_;
  const Operation& operation_;
  const Space& space_;
  CaseMaker cases_;
  LaunchData data_;
  ArenaLayout layout_;
  ptx::Memory memory_;
  std::uint64_t arena_;
  std::vector<Bits> computed_;
};

/// Runs the kernel that checks the laws on a piece.
bool check_laws(PieceQueue& queue, const ptx::Module& module, const Piece& piece, SweepSequence& sequence) {
  ptx::Memory memory;
  const std::uint64_t address = memory.allocate(memory_of(sequence.plan));
  std::ranges::copy(sequence.contents, memory.at(address).begin());
  bool ran = true;
  for_each_launch(sequence.plan, address, [&](const StepLaunch& launch) {
    const std::string entry = get(sequence.plan.steps[launch.step].entry);
    const auto parameters = std::as_bytes(std::span(launch.parameters));
    ran = ran && queue.launch(piece, module, {entry, {launch.blocks}, {launch.threads}, parameters}, memory);
  });
  std::ranges::copy(memory.at(address).first(sequence.contents.size()), sequence.contents.begin());
  return ran;
}

/// Calls `worker` on as many threads as there are, each with a tally to put its pieces into, and adds these up.
template <class Worker>
Swept sweep_pieces(PieceQueue& queue, const Worker& worker) {
  std::mutex guard;
  Swept swept;
  for_each_index(queue.threads(), [&](std::size_t) {
    Tally tally;
    worker(tally);
    const std::lock_guard lock(guard);
    swept.tally.add(tally);
  });
  if (!queue.conclude(swept, swept.tally.cases)) swept.tally = {};
  swept.device_seconds = queue.seconds();
  return swept;
}

Swept sweep_laws(PtxRunner& runner, const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) {
  const auto module = runner.module_of(kernel.laws);
  PieceQueue queue(pieces_of(kernel.program->spaces.at(stretch.space), stretch), limits);
  return sweep_pieces(queue, [&](Tally& tally) {
    while (const Piece* piece = queue.next()) {
      SweepSequence sequence = sweep_sequence(kernel, {stretch.space, piece->first, piece->count, true});
      if (!check_laws(queue, *module, *piece, sequence)) break;
      tally.add(tally_of(sequence));
    }
  });
}

Swept sweep_rules(PtxRunner& runner, const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) {
  const SweepProgram& program = *kernel.program;
  const Space& space = program.spaces.at(stretch.space);
  const HeldTo held = held_to(program.program.spec.operation, program.rules);
  const auto module = runner.module_of(kernel.kernel);
  PieceQueue queue(pieces_of(space, stretch), limits);
  return sweep_pieces(queue, [&](Tally& tally) {
    Bench bench(kernel, *module, stretch);
    std::vector<Bits> results;
    while (const Piece* piece = queue.next()) {
      results.resize(piece->count);
      if (!bench.compute(queue, *piece, results)) break;
      tally.add(judge_stretch(held.contract, space, piece->first, results));
    }
  });
}

Sample take_sample(PtxRunner& runner, const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) {
  const SweepProgram& program = *kernel.program;
  const Space& space = program.spaces.at(stretch.space);
  const HeldTo held = held_to(program.program.spec.operation, program.rules);
  const auto module = runner.module_of(kernel.kernel);
  PieceQueue queue(pieces_of(space, stretch), limits);
  Bench bench(kernel, *module, stretch);
  Sample sample;
  sample.results.resize(stretch.count);
  std::uint64_t cases = 0;
  while (const Piece* piece = queue.next()) {
    const auto results = std::span(sample.results).subspan(piece->first - stretch.first, piece->count);
    if (!bench.compute(queue, *piece, results)) break;
    cases += piece->count;
  }
  if (!queue.conclude(sample, cases)) sample.results.clear();
  sample.twin = twin_digest(held.contract, space, stretch.first, stretch.count);
  return sample;
}

/// PTX that the interpreter cannot read is an error of the kernel.
template <class Result, class Make>
Result unless_unsupported(const Make& make) {
  try {
    return make();
  } catch (const ptx::PtxError& error) {
    Result result;
    result.error = unsupported(error);
    return result;
  }
}

}  // namespace

Swept interpret_sweep(PtxRunner& runner, const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) {
  return unless_unsupported<Swept>([&] {
    return stretch.laws ? sweep_laws(runner, kernel, stretch, limits) : sweep_rules(runner, kernel, stretch, limits);
  });
}

Sample interpret_sample(PtxRunner& runner, const SweepKernel& kernel, const Stretch& stretch, const Limits& limits) {
  return unless_unsupported<Sample>([&] { return take_sample(runner, kernel, stretch, limits); });
}

}  // namespace semcheck
