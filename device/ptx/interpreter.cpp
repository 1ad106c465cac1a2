#include "device/ptx/interpreter.h"

#include <atomic>
#include <cstring>

#include <fmt/format.h>

#include "device/ptx/decoder.h"
#include "device/ptx/program.h"
#include "device/ptx/syntax.h"

namespace semcheck::ptx {

namespace {

bool in_global_memory(const Declaration& variable) {
  return variable.space == Space::global || variable.space == Space::constant;
}

std::size_t element_bytes(const Declaration& variable) {
  return (row(variable.type).width + 7U) / 8U;
}

/// PTX ISA, Initializers: the elements that are given, as bytes; the rest of a variable is zero.
Variable made(const Declaration& declaration) {
  const std::size_t size = element_bytes(declaration);
  Variable variable;
  variable.size = declaration.elements * size;
  variable.initial.resize(declaration.initial.size() * size);
  for (std::size_t i = 0; i < declaration.initial.size(); ++i) {
    std::memcpy(variable.initial.data() + i * size, &declaration.initial[i], size);
  }
  return variable;
}

/// Declares the variables of a module; those in global memory become the module's, numbered in the order of the text.
Scope declare_variables(const ModuleText& syntax, Module& module) {
  Scope scope;
  for (const Declaration& variable : syntax.variables) {
    Entity entity;
    entity.kind = EntityKind::variable;
    entity.declaration = &variable;
    entity.space = variable.space;
    entity.address = module.variables.size();
    const bool supported = in_global_memory(variable) || variable.space == Space::shared;
    if (!supported)
      fail(syntax.text, variable.name, variable.line,
           "a variable of this state space outside a function is not supported");
    if (!scope.emplace(variable.name, entity).second)
      fail(syntax.text, variable.name, variable.line, "this variable is declared twice");
    if (in_global_memory(variable) && !variable.is_external) module.variables.push_back(made(variable));
  }
  return scope;
}

}  // namespace

PtxError::PtxError(std::size_t line, std::string text, const std::string& message)
    : std::runtime_error(message), line_(line), text_(std::move(text)) {}

std::shared_ptr<const Module> parse(std::string_view text) {
  static std::atomic<std::uint64_t> modules{0};
  auto module = std::make_shared<Module>();
  module->id = ++modules;
  module->text = text;
  const ModuleText syntax = parse_syntax(module->text);
  const Scope scope = declare_variables(syntax, *module);
  ModuleContext context{syntax, scope, {}, {}, 0};
  for (const FunctionText& function : syntax.functions) {
    if (!function.is_entry && function.has_body) context.functions.emplace(function.name, &function);
  }
  for (const FunctionText& function : syntax.functions) {
    if (function.is_entry && function.has_body) module->programs.push_back(decode(context, function));
  }
  return module;
}

std::vector<std::string> entries(const Module& module) {
  std::vector<std::string> names;
  for (const Program& program : module.programs) names.emplace_back(program.name);
  return names;
}

}  // namespace semcheck::ptx
