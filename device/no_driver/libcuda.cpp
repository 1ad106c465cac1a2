/// @file
/// Takes the place of libcuda.so.1 in the process that compiles. NVRTC opens the driver of its own accord and
/// initialises it, which costs as much as creating a context and makes even a run without a GPU wait for the driver.
/// Here it is told that there is no GPU, which changes nothing of what it compiles. The driver itself is for worker
/// processes alone.

extern "C" int cuInit(unsigned flags);

extern "C" int cuInit(unsigned /*flags*/) {
  constexpr int no_device = 100;  // CUDA_ERROR_NO_DEVICE
  return no_device;
}
