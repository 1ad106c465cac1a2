#include "tests/conformance/implementations/direct.h"

namespace semcheck {

std::vector<DirectFunction> direct_functions() {
  std::vector<DirectFunction> functions = x86_functions();
  for (const auto& more : {libm_functions(), language_functions(), cuda_host_functions()})
    functions.insert(functions.end(), more.begin(), more.end());
  return functions;
}

}  // namespace semcheck
