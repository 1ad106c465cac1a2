/// The least that a program can do which needs a GPU and a compiler: create a CUDA context in one thread while another
/// compiles an empty kernel with NVRTC. Prints the milliseconds each took and both together. `semcheck run` is held
/// against the wall time of this.

#include <cuda.h>
#include <fmt/format.h>
#include <nvrtc.h>

#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "device/toolkit/library.h"
#include "device/toolkit/toolkit.h"

namespace {

using semcheck::Library;
using Clock = std::chrono::steady_clock;

template <class Function>
Function* require(const Library& library, Function*, const char* name) {
  Function* function = nullptr;
  if (!library.resolve(name, function)) throw std::runtime_error(std::string("missing: ") + name);
  return function;
}

Library require(const std::string& name) {
  std::string error;
  const auto library = Library::open(name, error);
  if (!library) throw std::runtime_error(error);
  return *library;
}

void create_context() {
  const Library driver = require("libcuda.so.1");
  CUdevice device = 0;
  CUcontext context = nullptr;
  if (require(driver, &cuInit, "cuInit")(0) != CUDA_SUCCESS ||
      require(driver, &cuDeviceGet, "cuDeviceGet")(&device, 0) != CUDA_SUCCESS ||
      require(driver, &cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain")(&context, device) != CUDA_SUCCESS)
    throw std::runtime_error("no CUDA context");
}

void compile_empty_kernel(const std::string& library) {
  const Library nvrtc = require(library);
  nvrtcProgram program = nullptr;
  std::array options = {"-arch=sm_90"};
  if (require(nvrtc, &nvrtcCreateProgram, "nvrtcCreateProgram")(&program, "extern \"C\" __global__ void empty() {}",
                                                                "empty", 0, nullptr, nullptr) != NVRTC_SUCCESS ||
      require(nvrtc, &nvrtcCompileProgram, "nvrtcCompileProgram")(program, 1, options.data()) != NVRTC_SUCCESS)
    throw std::runtime_error("the empty kernel does not compile");
}

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Runs `work`, and returns how long it took, or -1 when it could not be done.
template <class Work>
double timed(Work work) {
  const Clock::time_point start = Clock::now();
  try {
    work();
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return -1;
  }
  return milliseconds_since(start);
}

}  // namespace

int main(int argc, char** argv) {
  const Clock::time_point start = Clock::now();
  double context = 0, compilation = 0;
  std::thread thread([&] { context = timed(create_context); });
  const std::string library =
      argc > 1 ? argv[1]
               : semcheck::find_toolkit(semcheck::toolkit_places(semcheck::toolkit_search(""))).nvrtc.string();
  compilation = timed([&] { compile_empty_kernel(library); });
  thread.join();
  fmt::print("context {:.1f} ms, compilation {:.1f} ms, together {:.1f} ms\n", context, compilation,
             milliseconds_since(start));
  return context < 0 || compilation < 0 ? 3 : 0;
}
