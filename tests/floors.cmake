# The house rule, checked: every file includes only what stands on its own floor or below, and the meaning (core/) knows no
# CUDA, terminal, clock or environment.
#
#   cmake -D SOURCE_DIR=<repository> -P tests/floors.cmake

cmake_minimum_required(VERSION 3.25)

# A floor and the folders it may include from, besides itself.
set(floors core/values core/spec core/reference core/judge core/sweep core/run core/report device/ptx device/embedded device/exact device/toolkit device/code
           device/sass device cli cli/commands)
set(core/values_below)
set(core/spec_below core/values)
set(core/reference_below core/values core/spec)
set(core/judge_below core/values core/spec core/reference)
set(core/sweep_below core/values core/spec core/reference core/judge)
set(core/run_below core/values core/spec core/reference core/judge core/sweep)
set(core/report_below core/values core/spec core/reference core/judge core/sweep core/run)
# The interpreter is derived from the PTX manual and shares nothing with the reference.
set(device/ptx_below)
set(device/embedded_below)
# The exact types: what their program includes is the reference, which NVRTC compiles; on the host only values are read.
set(device/exact_below core/values device/embedded)
set(device/toolkit_below core/values core/spec core/judge core/run device/embedded)
set(device/code_below core/spec core/run)
set(device/sass_below core/spec core/run device/code device/toolkit)
set(device_below core/values core/spec core/judge core/sweep core/run device/ptx device/toolkit device/embedded device/exact device/code
    device/sass)
set(cli/commands_below cli core/values core/spec core/judge core/sweep core/run core/report device device/toolkit)
set(cli_below ${cli/commands_below} cli/commands)

set(faults)
foreach(floor IN LISTS floors)
  file(GLOB files ${SOURCE_DIR}/${floor}/*.h ${SOURCE_DIR}/${floor}/*.cpp)
  foreach(file IN LISTS files)
    file(RELATIVE_PATH name ${SOURCE_DIR} ${file})
    file(STRINGS ${file} includes REGEX "^#include \"")
    foreach(include IN LISTS includes)
      string(REGEX REPLACE "^#include \"(.*)\".*" "\\1" target "${include}")
      get_filename_component(folder "${target}" DIRECTORY)
      if(NOT folder STREQUAL floor AND NOT folder IN_LIST ${floor}_below)
        list(APPEND faults "${name} includes ${target}")
      endif()
    endforeach()
    if(name MATCHES "^core/")
      file(STRINGS ${file} faulty REGEX
        "#include <(cuda|nvrtc|iostream|CLI|spdlog)|std::(cout|cerr)|getenv|system_clock|steady_clock|[^_a-z]printf")
      foreach(line IN LISTS faulty)
        list(APPEND faults "${name} has: ${line}")
      endforeach()
    endif()
  endforeach()
endforeach()

if(faults)
  list(JOIN faults "\n  " text)
  message(FATAL_ERROR "floors that do not hold:\n  ${text}")
endif()
