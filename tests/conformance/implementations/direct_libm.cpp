#include <dlfcn.h>

#include <features.h>

#include "tests/conformance/implementations/direct.h"

// The functions are looked up by name at run time, so that no compiler computes them itself and none needs to be
// declared by the C library's headers.

namespace semcheck {
namespace {

#if defined(__GLIBC__) && defined(__x86_64__)
constexpr bool kGlibcOnX86 = true;
#else
constexpr bool kGlibcOnX86 = false;
#endif

struct LibraryFunction {
  const char* name;  ///< of the function over double; `f` is added for float
  std::vector<std::string> profiles;
  const char* glibc;  ///< the profile of glibc on x86-64 over each type, or ""
};

// ISO C23 F.10.9.5 calls fmaximum and its like the operations of IEC 60559 of the same names. IEEE 754-2008 5.3.1
// leaves the sign of zero open as C's fmax does, and glibc's manual says of fmax that it follows IEEE 754-2008 maxNum.
const LibraryFunction kFunctions[] = {
    {"fmax", {"c.fmax", "ieee754-2008.maxnum"}, "glibc.x86.fmax"},
    {"fmin", {"c.fmin", "ieee754-2008.minnum"}, "glibc.x86.fmin"},
    {"fmaximum", {"c23.fmaximum", "ieee754-2019.maximum"}, ""},
    {"fminimum", {"c23.fminimum", "ieee754-2019.minimum"}, ""},
    {"fmaximum_num", {"c23.fmaximum_num", "ieee754-2019.maximum_number"}, ""},
    {"fminimum_num", {"c23.fminimum_num", "ieee754-2019.minimum_number"}, ""},
};

template <class Number>
DirectFunction library_function(const std::string& name, Dtype dtype, std::vector<std::string> profiles) {
  using Pointer = Number (*)(Number, Number);
  DirectFunction function{name, dtype, dtype, std::move(profiles), {}};
  if (void* const symbol = dlsym(RTLD_DEFAULT, name.c_str()))
    function.evaluate = on_bits<Number>(reinterpret_cast<Pointer>(symbol));
  return function;
}

}  // namespace

std::vector<DirectFunction> libm_functions() {
  std::vector<DirectFunction> functions;
  for (const LibraryFunction& f : kFunctions) {
    std::vector<std::string> of_double = f.profiles;
    std::vector<std::string> of_float = f.profiles;
    const std::string glibc = kGlibcOnX86 ? f.glibc : "";
    if (!glibc.empty()) of_double.push_back(glibc);
    if (!glibc.empty()) of_float.push_back(glibc + "f");
    functions.push_back(library_function<double>(f.name, Dtype::f64, of_double));
    functions.push_back(library_function<float>(std::string(f.name) + "f", Dtype::f32, of_float));
  }
  if (kGlibcOnX86) functions.push_back(library_function<float>("fmaxmagf", Dtype::f32, {"glibc.x86.fmaxmagf"}));
  return functions;
}

}  // namespace semcheck
