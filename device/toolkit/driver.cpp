#include "device/toolkit/driver.h"

#include <cuda.h>

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <iterator>

#include "core/run/environment_error.h"
#include "device/toolkit/library.h"

namespace semcheck {

struct Driver::Functions {
  decltype(cuInit)* init = nullptr;
  decltype(cuGetErrorName)* error_name = nullptr;
  decltype(cuGetErrorString)* error_string = nullptr;
  decltype(cuDriverGetVersion)* version = nullptr;
  decltype(cuDeviceGetCount)* device_count = nullptr;
  decltype(cuDeviceGet)* device = nullptr;
  decltype(cuDeviceGetName)* device_name = nullptr;
  decltype(cuDeviceGetAttribute)* attribute = nullptr;
  decltype(cuDevicePrimaryCtxRetain)* retain_context = nullptr;
  decltype(cuCtxSetCurrent)* set_context = nullptr;
  decltype(cuCtxSynchronize)* synchronize = nullptr;
  decltype(cuModuleLoadDataEx)* load = nullptr;
  decltype(cuModuleUnload)* unload = nullptr;
  decltype(cuModuleGetFunction)* function = nullptr;
  decltype(cuMemAlloc)* allocate = nullptr;
  decltype(cuMemFree)* release = nullptr;
  decltype(cuMemcpyHtoD)* copy_in = nullptr;
  decltype(cuMemcpyDtoH)* copy_out = nullptr;
  decltype(cuMemcpyDtoDAsync)* copy_within = nullptr;
  decltype(cuLaunchKernel)* launch = nullptr;
  decltype(cuStreamCreate)* create_stream = nullptr;
  decltype(cuEventCreate)* create_event = nullptr;
  decltype(cuEventRecord)* record = nullptr;
  decltype(cuEventSynchronize)* await = nullptr;
  CUresult(CUDAAPI* elapsed)(float*, CUevent, CUevent) = nullptr;

  // The names with _v2 are those the header's own macros put in place of the plain ones.
  bool resolve(const Library& library) {
    return library.resolve("cuInit", init) && library.resolve("cuGetErrorName", error_name) &&
           library.resolve("cuGetErrorString", error_string) && library.resolve("cuDriverGetVersion", version) &&
           library.resolve("cuDeviceGetCount", device_count) && library.resolve("cuDeviceGet", device) &&
           library.resolve("cuDeviceGetName", device_name) && library.resolve("cuDeviceGetAttribute", attribute) &&
           library.resolve("cuDevicePrimaryCtxRetain", retain_context) &&
           library.resolve("cuCtxSetCurrent", set_context) && library.resolve("cuCtxSynchronize", synchronize) &&
           library.resolve("cuModuleLoadDataEx", load) && library.resolve("cuModuleUnload", unload) &&
           library.resolve("cuModuleGetFunction", function) && library.resolve("cuMemAlloc_v2", allocate) &&
           library.resolve("cuMemFree_v2", release) && library.resolve("cuMemcpyHtoD_v2", copy_in) &&
           library.resolve("cuMemcpyDtoH_v2", copy_out) && library.resolve("cuMemcpyDtoDAsync_v2", copy_within) &&
           library.resolve("cuLaunchKernel", launch) && library.resolve("cuStreamCreate", create_stream) &&
           library.resolve("cuEventCreate", create_event) && library.resolve("cuEventRecord", record) &&
           library.resolve("cuEventSynchronize", await) && library.resolve("cuEventElapsedTime", elapsed);
  }
};

namespace {

constexpr const char* kInstallDriver =
    "install the NVIDIA driver, or use --device ptx, which needs neither driver nor GPU";

/// What a kernel did when its launch ends in one of these; the context is lost with each of them.
struct Fault {
  CUresult status;
  const char* text;
};
constexpr std::array kFaults = {
    Fault{CUDA_ERROR_ILLEGAL_ADDRESS, "illegal memory access"},
    Fault{CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned memory access"},
    Fault{CUDA_ERROR_INVALID_ADDRESS_SPACE, "access in the wrong address space"},
    Fault{CUDA_ERROR_ILLEGAL_INSTRUCTION, "illegal instruction"},
    Fault{CUDA_ERROR_INVALID_PC, "jump to an invalid address"},
    Fault{CUDA_ERROR_HARDWARE_STACK_ERROR, "stack overflow"},
    Fault{CUDA_ERROR_ASSERT, "assertion failed"},
    Fault{CUDA_ERROR_LAUNCH_TIMEOUT, "stopped by the driver's watchdog"},
    Fault{CUDA_ERROR_LAUNCH_FAILED, "launch failed"},
};

bool is_version(std::string_view word) {
  return !word.empty() && word.find('.') != std::string_view::npos &&
         word.find_first_not_of("0123456789.") == std::string_view::npos;
}

std::string read_kernel_module_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  return kernel_module_version(text);
}

}  // namespace

std::string kernel_module_version(std::string_view text) {
  constexpr std::string_view spaces = " \t\n";
  std::size_t start = text.find_first_not_of(spaces);
  while (start != std::string_view::npos) {
    const std::string_view word = text.substr(start, text.find_first_of(spaces, start) - start);
    if (is_version(word)) return std::string(word);
    start = text.find_first_not_of(spaces, start + word.size());
  }
  return "";
}

Driver::Driver() {
  std::string reason;
  const auto library = Library::open("libcuda.so.1", reason);
  if (!library) {
    const bool missing = reason.find("No such file") != std::string::npos;
    throw EnvironmentError(
        "no NVIDIA driver: libcuda.so.1 " + (missing ? "was not found" : "cannot be loaded: " + reason),
        kInstallDriver);
  }
  Functions functions;
  if (!functions.resolve(*library))
    throw EnvironmentError("the NVIDIA driver is too old: libcuda.so.1 lacks functions",
                           "install a newer NVIDIA driver");
  functions_ = std::make_unique<const Functions>(functions);
  try {
    check(functions_->init(0), "cuInit");
  } catch (const DriverError& error) {
    throw EnvironmentError(std::string("the NVIDIA driver does not start: ") + error.what(), kInstallDriver);
  }
}

Driver::~Driver() = default;

void Driver::check(int code, const char* call) const {
  const auto status = static_cast<CUresult>(code);
  if (status == CUDA_SUCCESS) return;
  const auto* fault = std::find_if(kFaults.begin(), kFaults.end(), [=](const Fault& f) { return f.status == status; });
  if (fault != kFaults.end()) throw DriverError(fault->text, true);
  const char* name = nullptr;
  const char* text = nullptr;
  functions_->error_name(status, &name);
  functions_->error_string(status, &text);
  throw DriverError(
      std::string(call) + " failed: " + (name ? name : std::to_string(code)) + (text ? ": " : "") + (text ? text : ""),
      false);
}

int Driver::count() const {
  int count = 0;
  check(functions_->device_count(&count), "cuDeviceGetCount");
  return count;
}

GpuFacts Driver::facts(int ordinal) const {
  CUdevice device = 0;
  check(functions_->device(&device, ordinal), "cuDeviceGet");
  std::array<char, 128> name{};
  check(functions_->device_name(name.data(), static_cast<int>(name.size()), device), "cuDeviceGetName");
  GpuFacts facts{name.data(), 0, 0, 0, read_kernel_module_version(), count()};
  check(functions_->attribute(&facts.major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
        "cuDeviceGetAttribute");
  check(functions_->attribute(&facts.minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device),
        "cuDeviceGetAttribute");
  check(functions_->attribute(&facts.multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device),
        "cuDeviceGetAttribute");
  if (facts.driver.empty()) {
    int version = 0;
    check(functions_->version(&version), "cuDriverGetVersion");
    facts.driver = "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
  }
  return facts;
}

void Driver::create_context(int ordinal) {
  CUdevice device = 0;
  CUcontext context = nullptr;
  check(functions_->device(&device, ordinal), "cuDeviceGet");
  check(functions_->retain_context(&context, device), "cuDevicePrimaryCtxRetain");
  check(functions_->set_context(context), "cuCtxSetCurrent");
}

Driver::Module Driver::load(const void* image, std::optional<unsigned> jit_level) {
  std::array<char, 4096> log{};
  std::array options = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_OPTIMIZATION_LEVEL};
  // The driver takes a number in the place of a pointer.
  std::array<void*, 3> values = {log.data(), std::bit_cast<void*>(log.size()),
                                 std::bit_cast<void*>(std::uintptr_t{jit_level.value_or(0)})};
  const unsigned count = jit_level ? 3 : 2;
  CUmodule module = nullptr;
  const CUresult status = functions_->load(&module, image, count, options.data(), values.data());
  if (status != CUDA_SUCCESS && log[0] != '\0') {
    log.back() = '\0';
    throw DriverError(log.data(), false);
  }
  check(status, "cuModuleLoadDataEx");
  return module;
}

void Driver::unload(Module module) {
  check(functions_->unload(static_cast<CUmodule>(module)), "cuModuleUnload");
}

Driver::Function Driver::function(Module module, const std::string& entry) {
  CUfunction function = nullptr;
  check(functions_->function(&function, static_cast<CUmodule>(module), entry.c_str()), "cuModuleGetFunction");
  return function;
}

Driver::Address Driver::allocate(std::size_t size) {
  CUdeviceptr address = 0;
  check(functions_->allocate(&address, size), "cuMemAlloc");
  return address;
}

void Driver::release(Address address) {
  check(functions_->release(address), "cuMemFree");
}

void Driver::copy_in(Address to, std::span<const std::byte> from) {
  check(functions_->copy_in(to, from.data(), from.size()), "cuMemcpyHtoD");
}

void Driver::copy_out(std::span<std::byte> to, Address from) {
  check(functions_->copy_out(to.data(), from, to.size()), "cuMemcpyDtoH");
}

void Driver::launch(Function function, std::uint32_t blocks, std::uint32_t threads, std::span<void*> parameters) {
  enqueue(function, blocks, threads, parameters);
  check(functions_->synchronize(), "cuCtxSynchronize");
}

Driver::Stream Driver::create_stream() {
  CUstream stream = nullptr;
  check(functions_->create_stream(&stream, CU_STREAM_DEFAULT), "cuStreamCreate");
  return stream;
}

void Driver::enqueue(Function function, std::uint32_t blocks, std::uint32_t threads, std::span<void*> parameters,
                     Stream stream) {
  check(functions_->launch(static_cast<CUfunction>(function), blocks, 1, 1, threads, 1, 1, 0,
                           static_cast<CUstream>(stream), parameters.data(), nullptr),
        "cuLaunchKernel");
}

void Driver::enqueue_copy(Address to, Address from, std::size_t size) {
  check(functions_->copy_within(to, from, size, nullptr), "cuMemcpyDtoDAsync");
}

double Driver::time(const std::function<void()>& enqueue) {
  for (void** event : {&start_, &end_})
    if (!*event) check(functions_->create_event(reinterpret_cast<CUevent*>(event), CU_EVENT_DEFAULT), "cuEventCreate");
  check(functions_->record(static_cast<CUevent>(start_), nullptr), "cuEventRecord");
  enqueue();
  check(functions_->record(static_cast<CUevent>(end_), nullptr), "cuEventRecord");
  check(functions_->await(static_cast<CUevent>(end_)), "cuEventSynchronize");
  float milliseconds = 0;
  check(functions_->elapsed(&milliseconds, static_cast<CUevent>(start_), static_cast<CUevent>(end_)),
        "cuEventElapsedTime");
  return static_cast<double>(milliseconds) * 1000;
}

}  // namespace semcheck
