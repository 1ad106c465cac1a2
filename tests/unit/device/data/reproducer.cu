// max: variant ternary, build default (sm_90), path cubin, supply array
//
// breaks signed_zero = "ordered"
//   (-0, +0): 0x80000000 (-0), expected 0x00000000 (+0)
// signed_zero: made by the layer source: the code over exact types gives 0x80000000
//
// seen on NVIDIA H200, driver 580.159.04, compiled with NVRTC 13.0
//
// nvcc -std=c++17 -arch=sm_90 max.ternary.default.cubin.cu -o reproducer && ./reproducer
//
// Prints a line a case. Exit code: 1 when a mismatch shows, 0 when none does, 2 when it cannot run.

static __device__ __forceinline__ float semcheck_variant_0(float x, float z) {
return (
        x >= z ? x : z
);}
extern "C" __global__ void semcheck_kernel_0(const float* xs, const float* zs, float* ys, unsigned long long n) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = xs[i];
  const float z = zs[i];
  ys[i] = semcheck_variant_0(x, z);
}

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

typedef unsigned long long Pattern;

static void require(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "error: %s\n", cudaGetErrorString(status));
  std::exit(2);
}

// Elements in the GPU's memory, `shift` bytes behind an aligned address. Patterns that are too few are repeated.
struct Array {
  char* address = nullptr;
  std::size_t count, size;

  Array(const std::vector<Pattern>& patterns, std::size_t count, std::size_t size, std::size_t shift)
      : count(count), size(size) {
    std::vector<char> bytes(count * size);
    for (std::size_t i = 0; i < count; ++i) std::memcpy(&bytes[i * size], &patterns[i % patterns.size()], size);
    require(cudaMalloc(&address, shift + bytes.size() + 1));
    address += shift;
    require(cudaMemcpy(address, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
  }
  std::vector<Pattern> patterns() const {
    std::vector<char> bytes(count * size);
    require(cudaMemcpy(bytes.data(), address, bytes.size(), cudaMemcpyDeviceToHost));
    std::vector<Pattern> result(count);
    for (std::size_t i = 0; i < count; ++i) std::memcpy(&result[i], &bytes[i * size], size);
    return result;
  }
};

static std::vector<Pattern> run(const void* kernel, unsigned blocks, unsigned threads, void** arguments, const Array& results) {
  require(cudaLaunchKernel(kernel, dim3(blocks), dim3(threads), arguments, 0, 0));
  require(cudaDeviceSynchronize());
  return results.patterns();
}

// Patterns that, masked, lie between two others.
struct Range {
  Pattern mask, least, most;
};

static bool is_allowed(Pattern result, const std::vector<Range>& allowed) {
  for (const Range& range : allowed)
    if (range.least <= (result & range.mask) && (result & range.mask) <= range.most) return true;
  return false;
}

// Prints what a case gives: result `first` and, where `step` is not 0, every further one of the same operands, of which
// one that is not allowed is shown. Returns 1 if there is one.
static int check(const std::vector<Pattern>& results, std::size_t first, std::size_t step, int digits, const char* name,
                 const char* expected, const std::vector<Range>& allowed) {
  std::size_t shown = first;
  while (is_allowed(results[shown], allowed) && step != 0 && shown + step < results.size()) shown += step;
  const bool mismatch = !is_allowed(results[shown], allowed);
  std::printf("%s: 0x%0*llx, %s: %s\n", name, digits, results[shown], expected, mismatch ? "MISMATCH" : "ok");
  return mismatch;
}

int main() {
  int mismatches = 0;
  {
    Array xs({0x80000000}, 1, 4, 0);
    Array zs({0x00000000}, 1, 4, 0);
    Array results({0xa5a5a5a5a5a5a5a5}, 1, 4, 0);
    unsigned long long count = 1;
    void* arguments[] = {&xs.address, &zs.address, &results.address, &count};
    const std::vector<Pattern> given = run((const void*)semcheck_kernel_0, 1, 256, arguments, results);
    mismatches += check(given, 0, 0, 8, "(-0, +0)",
                        "expected 0x00000000 (+0)", {{0xffffffff, 0x0, 0x0}});
  }
  return mismatches > 0;
}
