# Writes headers into a C++ source as string literals: the definition of embedded_headers().
#
#   cmake -D SOURCE_DIR=<repository> -D HEADERS="<name>=<path>|..." -D OUTPUT=<file> -P device/embedded/embed.cmake

cmake_minimum_required(VERSION 3.25)

# A literal may have 65535 characters (C++17, implimits).
set(piece 16000)

set(text "#include \"device/embedded/headers.h\"\n\nnamespace semcheck {\nnamespace {\n\n")
string(APPEND text "constexpr HeaderText kHeaders[] = {\n")
string(REPLACE "|" ";" HEADERS "${HEADERS}")
foreach(header IN LISTS HEADERS)
  string(REGEX MATCH "^(.*)=(.*)$" matched "${header}")
  set(name "${CMAKE_MATCH_1}")
  file(READ "${SOURCE_DIR}/${CMAKE_MATCH_2}" content)
  string(LENGTH "${content}" length)
  if(length GREATER 65535)
    message(FATAL_ERROR "${CMAKE_MATCH_2} is too long for a string literal")
  endif()
  string(APPEND text "    {\"${name}\",\n")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${content}" ${at} ${piece} part)
    string(APPEND text "R\"semcheck(${part})semcheck\"\n")
    math(EXPR at "${at} + ${piece}")
  endwhile()
  string(APPEND text "},\n")
endforeach()
string(APPEND text "};\n\n}  // namespace\n\n")
string(APPEND text "std::span<const HeaderText> embedded_headers() {\n  return kHeaders;\n}\n\n")
string(APPEND text "}  // namespace semcheck\n")
file(WRITE "${OUTPUT}" "${text}")
