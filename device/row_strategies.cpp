#include "device/row_strategies.h"

#include <fmt/format.h>

#include <string_view>

namespace semcheck {
namespace {

/// What every strategy is made of. A `Row` has elements as words and says how two of them are combined. A thread that
/// has no element takes no part, unless the row has an identity for everyone to start from.
constexpr std::string_view kCommon = R"(
template <class Row>
struct semcheck_partial {
  typename Row::Word word;
  bool any;
};

template <class Row>
static __device__ __forceinline__ void semcheck_take(const Row& row, semcheck_partial<Row>& total, typename Row::Word word) {
  total.word = total.any ? row.combine(total.word, word) : word;
  total.any = true;
}

template <class Row>
static __device__ __forceinline__ void semcheck_merge(const Row& row, semcheck_partial<Row>& total, const semcheck_partial<Row>& other) {
  if (other.any) semcheck_take(row, total, other.word);
}

template <class Row>
static __device__ __forceinline__ semcheck_partial<Row> semcheck_stride(const Row& row, unsigned int first, unsigned int step) {
  semcheck_partial<Row> total = row.start();
  for (unsigned int i = first; i < row.n; i += step) semcheck_take(row, total, row.element(i));
  return total;
}

template <class Row>
static __device__ __forceinline__ void semcheck_finish(const Row& row, const semcheck_partial<Row>& total) {
  if (threadIdx.x == 0) row.store(total.word);
}
)";

constexpr std::string_view kSequential = R"(
template <class Row>
static __device__ __forceinline__ void semcheck_sequential(const Row& row) {
  if (threadIdx.x == 0) semcheck_finish(row, semcheck_stride(row, 0, 1));
}
)";

constexpr std::string_view kShared = R"(
template <class Row>
struct semcheck_cells {
  typename Row::Word words[1024];
  bool any[1024];
  __device__ __forceinline__ void put(unsigned int i, const semcheck_partial<Row>& partial) {
    words[i] = partial.word;
    any[i] = partial.any;
  }
  __device__ __forceinline__ semcheck_partial<Row> get(unsigned int i) const { return {words[i], any[i]}; }
};
)";

constexpr std::string_view kStrided = R"(
template <class Row>
static __device__ __forceinline__ void semcheck_strided(const Row& row) {
  __shared__ semcheck_cells<Row> cells;
  cells.put(threadIdx.x, semcheck_stride(row, threadIdx.x, blockDim.x));
  __syncthreads();
  if (threadIdx.x != 0) return;
  semcheck_partial<Row> total = cells.get(0);
  for (unsigned int i = 1; i < blockDim.x; ++i) semcheck_merge(row, total, cells.get(i));
  semcheck_finish(row, total);
}
)";

constexpr std::string_view kTree = R"(
template <class Row>
static __device__ __forceinline__ void semcheck_tree(const Row& row) {
  __shared__ semcheck_cells<Row> cells;
  semcheck_partial<Row> total = semcheck_stride(row, threadIdx.x, blockDim.x);
  cells.put(threadIdx.x, total);
  for (unsigned int count = blockDim.x; count > 1;) {
    const unsigned int half = (count + 1) / 2;
    __syncthreads();
    if (threadIdx.x < count - half) {
      semcheck_merge(row, total, cells.get(threadIdx.x + half));
      cells.put(threadIdx.x, total);
    }
    count = half;
  }
  semcheck_finish(row, total);
}
)";

constexpr std::string_view kShuffle = R"(
template <class Row>
static __device__ __forceinline__ void semcheck_halve_warp(const Row& row, semcheck_partial<Row>& total) {
  for (unsigned int offset = 16; offset > 0; offset /= 2) {
    semcheck_partial<Row> other;
    other.word = __shfl_down_sync(0xffffffffu, total.word, offset);
    other.any = __shfl_down_sync(0xffffffffu, (unsigned int)total.any, offset) != 0;
    semcheck_merge(row, total, other);
  }
}

template <class Row>
static __device__ __forceinline__ void semcheck_shuffle(const Row& row) {
  semcheck_partial<Row> total = semcheck_stride(row, threadIdx.x, 32);
  semcheck_halve_warp(row, total);
  semcheck_finish(row, total);
}
)";

constexpr std::string_view kTwoStage = R"(
template <class Row>
static __device__ __forceinline__ void semcheck_two_stage(const Row& row) {
  __shared__ semcheck_cells<Row> cells;
  semcheck_partial<Row> total = semcheck_stride(row, threadIdx.x, blockDim.x);
  semcheck_halve_warp(row, total);
  if (threadIdx.x % 32 == 0) cells.put(threadIdx.x / 32, total);
  __syncthreads();
  if (threadIdx.x >= 32) return;
  total = row.start();
  if (threadIdx.x < blockDim.x / 32) total = cells.get(threadIdx.x);
  semcheck_halve_warp(row, total);
  semcheck_finish(row, total);
}
)";

// The place is read by compare-and-swap alone: its first guess is any word.
constexpr std::string_view kAtomic = R"(
template <class Row>
static __device__ __forceinline__ void semcheck_atomic(const Row& row) {
  __shared__ typename Row::Word place;
  const semcheck_partial<Row> start = row.start();
  const unsigned int first = start.any ? 0 : 1;
  if (threadIdx.x == 0 && start.any) place = start.word;
  if (threadIdx.x == 0 && !start.any && row.n > 0) place = row.element(0);
  __syncthreads();
  for (unsigned int i = threadIdx.x + first; i < row.n; i += blockDim.x) {
    const typename Row::Word mine = row.element(i);
    for (typename Row::Word seen = mine;;) {
      const typename Row::Word found = atomicCAS(&place, seen, row.combine(seen, mine));
      if (found == seen) break;
      seen = found;
    }
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  row.store(start.any || row.n > 0 ? place : start.word);
}
)";

/// The word that an element's bits are kept in: what shuffles and compare-and-swap take.
std::string_view word_of(Dtype dtype) {
  return format(dtype).width == 64 ? "unsigned long long" : "unsigned int";
}

/// An expression that makes a word of `value`, and one that makes a value of `word`.
struct WordCasts {
  std::string to_word;
  std::string from_word;
};

WordCasts word_casts(Dtype dtype) {
  switch (dtype) {
    case Dtype::f64:
      return {"(unsigned long long)__double_as_longlong(value)", "__longlong_as_double((long long)word)"};
    case Dtype::f32: return {"__float_as_uint(value)", "__uint_as_float(word)"};
    case Dtype::f16: return {"__half_as_ushort(value)", "__ushort_as_half((unsigned short)word)"};
    case Dtype::bf16: return {"__bfloat16_as_ushort(value)", "__ushort_as_bfloat16((unsigned short)word)"};
    default: break;
  }
  return {fmt::format("({})value", word_of(dtype)), fmt::format("({})word", row(dtype).cuda_type)};
}

}  // namespace

std::string row_strategies(const Operation& operation) {
  const Dtype dtype = operation.operands.front();
  const WordCasts casts = word_casts(dtype);
  std::string text = fmt::format(
      "using semcheck_word = {1};\n"
      "static __device__ __forceinline__ semcheck_word semcheck_bits({0} value) {{ return {2}; }}\n"
      "static __device__ __forceinline__ {0} semcheck_value(semcheck_word word) {{ return {3}; }}\n",
      row(dtype).cuda_type, word_of(dtype), casts.to_word, casts.from_word);
  for (std::string_view part : {kCommon, kSequential, kShared, kStrided, kTree, kShuffle, kTwoStage, kAtomic})
    text += part;
  return text;
}

std::string strategy_function(Strategy strategy) {
  return fmt::format("semcheck_{}", name(strategy));
}

}  // namespace semcheck
