#include <fmt/format.h>

#include "device/ptx/decoder.h"

namespace semcheck::ptx {

namespace {

constexpr std::size_t kDeepestCall = 16;

/// `call (result), function, (arguments)`, where results and arguments may be missing.
struct Call {
  std::vector<Operand> results;
  std::string_view function;
  std::vector<Operand> arguments;
};

Call read_call(const Decoder& decoder, const InstructionText& text) {
  Call call;
  std::size_t i = 0;
  const auto list = [&](std::vector<Operand>& to) {
    if (i < text.operands.size() && text.operands[i].kind == OperandKind::list) to = text.operands[i++].elements;
  };
  list(call.results);
  if (i == text.operands.size() || text.operands[i].kind != OperandKind::name)
    reject(decoder, "a call without a function");
  call.function = text.operands[i++].name;
  list(call.arguments);
  if (i != text.operands.size()) reject(decoder, "an indirect call is not supported");
  return call;
}

const FunctionText& find_function(const Decoder& decoder, std::string_view name) {
  const auto found = decoder.module.functions.find(name);
  if (found == decoder.module.functions.end())
    reject(decoder, fmt::format("`{}` is no function with a body in this module", name));
  return *found->second;
}

/// The variable or register of the caller that an argument or result names.
Entity actual(Decoder& decoder, const Declaration& formal, const Operand& operand) {
  if (operand.kind != OperandKind::name) reject(decoder, "a constant as an argument of a call is not supported");
  const Entity entity = find(decoder, operand.name);
  const bool fits = formal.is_register ? entity.kind == EntityKind::reg && entity.width == row(formal.type).width
                                       : entity.kind == EntityKind::variable && entity.space == Space::local;
  if (!fits) reject(decoder, fmt::format("`{}` does not fit the parameter `{}`", operand.name, formal.name));
  return entity;
}

/// A .param parameter is the caller's variable; a .reg parameter is a register of its own.
void bind(Decoder& decoder, Scope& scope, const Declaration& formal, Entity entity) {
  if (formal.is_register) entity.slot = new_slot(decoder);
  if (!scope.emplace(formal.name, entity).second)
    reject(decoder, fmt::format("the parameter `{}` stands twice", formal.name));
}

std::vector<Entity> actuals(Decoder& decoder, const std::vector<Declaration>& formals,
                            const std::vector<Operand>& operands) {
  if (formals.size() != operands.size())
    reject(decoder, "a call with another number of arguments or results than the function has");
  std::vector<Entity> entities;
  for (std::size_t i = 0; i < formals.size(); ++i) entities.push_back(actual(decoder, formals[i], operands[i]));
  return entities;
}

void copy_registers(Decoder& decoder, const std::vector<Declaration>& formals, const std::vector<Entity>& entities,
                    const Scope& scope, bool into_function) {
  for (std::size_t i = 0; i < formals.size(); ++i) {
    if (!formals[i].is_register) continue;
    const Slot inside = scope.at(formals[i].name).slot;
    const Slot outside = entities[i].slot;
    emit_copy(decoder, into_function ? inside : outside, into_function ? outside : inside, entities[i].width);
  }
}

}  // namespace

void decode_call(Decoder& decoder, const InstructionText& text) {
  const Call call = read_call(decoder, text);
  const FunctionText& function = find_function(decoder, call.function);
  if (decoder.return_labels.size() == kDeepestCall)
    reject(decoder, "recursion and calls more than 16 deep are not supported");
  const std::vector<Entity> arguments = actuals(decoder, function.parameters, call.arguments);
  const std::vector<Entity> results = actuals(decoder, function.results, call.results);
  const std::size_t end = new_label(decoder);
  const Place place = decoder.place;
  if (!text.guard.empty()) emit_branch(decoder, end, predicate(decoder, text.guard), !text.guard_negated);
  Scope scope;
  for (std::size_t i = 0; i < arguments.size(); ++i) bind(decoder, scope, function.parameters[i], arguments[i]);
  for (std::size_t i = 0; i < results.size(); ++i) bind(decoder, scope, function.results[i], results[i]);
  copy_registers(decoder, function.parameters, arguments, scope, true);
  const std::size_t after = new_label(decoder);
  std::vector<Scope> caller{scope};
  caller.swap(decoder.scopes);
  decoder.return_labels.push_back(after);
  decode_body(decoder, function);
  decoder.return_labels.pop_back();
  const Scope callee = decoder.scopes.front();
  caller.swap(decoder.scopes);
  decoder.place = place;
  place_label(decoder, after);
  copy_registers(decoder, function.results, results, callee, false);
  place_label(decoder, end);
}

}  // namespace semcheck::ptx
