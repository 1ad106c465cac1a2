#include "tests/conformance/implementations/direct.h"

// The instructions are written out, so that no compiler rearranges them.

namespace semcheck {

#if defined(__x86_64__)
namespace {

using Float = float __attribute__((vector_size(16)));
using Double = double __attribute__((vector_size(16)));

/// A register with the operand in every lane, so that one lane shows a scalar instruction and the last a packed one.
template <class Register, class Number>
Register filled(Number value) {
  Register all{};
  for (std::size_t i = 0; i < sizeof(Register) / sizeof(Number); ++i) all[i] = value;
  return all;
}

template <class Register, class Number, class Instruction>
std::function<Bits(Bits, Bits)> lane(std::size_t index, Instruction instruction) {
  return on_bits<Number>([index, instruction](Number x, Number z) {
    Register result = filled<Register>(x);
    instruction(result, filled<Register>(z));
    return static_cast<Number>(result[index]);
  });
}

DirectFunction row_of(const char* name, Dtype dtype, const char* profile, std::function<Bits(Bits, Bits)> evaluate) {
  return {name, dtype, dtype, {profile}, std::move(evaluate)};
}

std::vector<DirectFunction> single_precision() {
  const auto f32 = Dtype::f32;
  return {
      row_of("maxss", f32, "x86.maxss",
             lane<Float, float>(0, [](Float& x, Float z) { asm("maxss %1, %0"
                                                               : "+x"(x)
                                                               : "x"(z)); })),
      row_of("minss", f32, "x86.minss",
             lane<Float, float>(0, [](Float& x, Float z) { asm("minss %1, %0"
                                                               : "+x"(x)
                                                               : "x"(z)); })),
      row_of("maxps", f32, "x86.maxss",
             lane<Float, float>(3, [](Float& x, Float z) { asm("maxps %1, %0"
                                                               : "+x"(x)
                                                               : "x"(z)); })),
      row_of("minps", f32, "x86.minss",
             lane<Float, float>(3, [](Float& x, Float z) { asm("minps %1, %0"
                                                               : "+x"(x)
                                                               : "x"(z)); })),
  };
}

std::vector<DirectFunction> double_precision() {
  const auto f64 = Dtype::f64;
  return {
      row_of("maxsd", f64, "x86.maxsd",
             lane<Double, double>(0, [](Double& x, Double z) { asm("maxsd %1, %0"
                                                                   : "+x"(x)
                                                                   : "x"(z)); })),
      row_of("minsd", f64, "x86.minsd",
             lane<Double, double>(0, [](Double& x, Double z) { asm("minsd %1, %0"
                                                                   : "+x"(x)
                                                                   : "x"(z)); })),
      row_of("maxpd", f64, "x86.maxsd",
             lane<Double, double>(1, [](Double& x, Double z) { asm("maxpd %1, %0"
                                                                   : "+x"(x)
                                                                   : "x"(z)); })),
      row_of("minpd", f64, "x86.minsd",
             lane<Double, double>(1, [](Double& x, Double z) { asm("minpd %1, %0"
                                                                   : "+x"(x)
                                                                   : "x"(z)); })),
  };
}

/// The three-operand forms; nothing to call on a processor without AVX.
std::vector<DirectFunction> avx() {
  std::vector<DirectFunction> functions = {
      row_of("vmaxss", Dtype::f32, "x86.maxss",
             lane<Float, float>(0, [](Float& x, Float z) { asm("vmaxss %1, %0, %0"
                                                               : "+x"(x)
                                                               : "x"(z)); })),
      row_of("vminss", Dtype::f32, "x86.minss",
             lane<Float, float>(0, [](Float& x, Float z) { asm("vminss %1, %0, %0"
                                                               : "+x"(x)
                                                               : "x"(z)); })),
      row_of("vmaxpd", Dtype::f64, "x86.maxsd",
             lane<Double, double>(1, [](Double& x, Double z) { asm("vmaxpd %1, %0, %0"
                                                                   : "+x"(x)
                                                                   : "x"(z)); })),
      row_of("vminpd", Dtype::f64, "x86.minsd",
             lane<Double, double>(1, [](Double& x, Double z) { asm("vminpd %1, %0, %0"
                                                                   : "+x"(x)
                                                                   : "x"(z)); })),
  };
  if (!__builtin_cpu_supports("avx"))
    for (DirectFunction& function : functions) function.evaluate = {};
  return functions;
}

}  // namespace

std::vector<DirectFunction> x86_functions() {
  std::vector<DirectFunction> functions = single_precision();
  for (const auto& more : {double_precision(), avx()}) functions.insert(functions.end(), more.begin(), more.end());
  return functions;
}

#else

std::vector<DirectFunction> x86_functions() {
  return {};
}

#endif

}  // namespace semcheck
