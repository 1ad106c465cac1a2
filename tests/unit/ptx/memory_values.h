#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "device/ptx/interpreter.h"

namespace semcheck::ptx {

template <class T>
std::uint64_t put(Memory& memory, const std::vector<T>& values) {
  const std::uint64_t address = memory.allocate(values.size() * sizeof(T));
  std::memcpy(memory.at(address).data(), values.data(), values.size() * sizeof(T));
  return address;
}

template <class T>
std::vector<T> get(Memory& memory, std::uint64_t address) {
  std::vector<T> values(memory.at(address).size() / sizeof(T));
  std::memcpy(values.data(), memory.at(address).data(), memory.at(address).size());
  return values;
}

}  // namespace semcheck::ptx
