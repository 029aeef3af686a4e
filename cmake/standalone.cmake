# SPDX-License-Identifier: GPL-2.0-only
#
# Stand-ins for an ns-3 tree: ns-3's installed libraries as imported targets, build_lib and
# build_lib_example with ns-3's keywords, and the build settings that a tree would bring.

option(LINUX_DATAPATH_SANITIZE "Build with address and undefined-behaviour sanitizers and asserts" OFF)
option(LINUX_DATAPATH_WERROR "Treat compiler warnings as errors" OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

enable_testing()

# ---- ns-3 as installed

set(LINUX_DATAPATH_STANDALONE ON)
set(datapath_ns3_modules core network)
set(datapath_ns3_optional
  point-to-point csma internet applications internet-apps flow-monitor traffic-control)
include(${CMAKE_CURRENT_LIST_DIR}/find-ns3.cmake)
foreach(module ${datapath_ns3_modules} ${datapath_ns3_optional})
  if(TARGET ns3::${module})
    set(lib${module} ns3::${module})
  endif()
endforeach()

# ---- compiler settings

add_library(datapath-options INTERFACE)
target_compile_features(datapath-options INTERFACE cxx_std_${NS3_CXX_STANDARD})
# Within our own library a call may be inlined although it is compiled for a shared object.
target_compile_options(datapath-options INTERFACE -Wall -Wextra -fno-semantic-interposition)
# Debian's libraries carry log code, but export no definitions before ns-3.40.
target_compile_definitions(datapath-options INTERFACE NS3_LOG_ENABLE)
if(LINUX_DATAPATH_WERROR)
  target_compile_options(datapath-options INTERFACE -Werror)
endif()
if(LINUX_DATAPATH_SANITIZE)
  set(CMAKE_CXX_FLAGS_RELEASE "-O1 -g")
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(datapath-options INTERFACE ${sanitizers})
  target_link_options(datapath-options INTERFACE ${sanitizers})
  target_compile_definitions(datapath-options INTERFACE
    NS3_ASSERT_ENABLE LINUX_DATAPATH_SANITIZED _GLIBCXX_ASSERTIONS)
endif()

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# ---- stand-ins

# One-line stubs, flat as in a tree: model/memory/x.h is found as ns3/x.h.
function(datapath_write_header_stubs name)
  set(aggregate "#pragma once\n")
  foreach(header ${ARGN})
    get_filename_component(base "${header}" NAME)
    file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/include/ns3/${base}"
         CONTENT "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${header}\"\n")
    string(APPEND aggregate "#include \"ns3/${base}\"\n")
  endforeach()
  file(GENERATE OUTPUT "${CMAKE_BINARY_DIR}/include/ns3/${name}-module.h" CONTENT "${aggregate}")
endfunction()

# The objects are compiled once. Programs and tests take them directly, which keeps every TypeId
# registered and calls direct; scripts of users link the shared library made of the same objects.
function(build_lib)
  cmake_parse_arguments(ARG "IGNORE_PCH" "LIBNAME"
    "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES;PRIVATE_HEADER_FILES" ${ARGN})
  set(target lib${ARG_LIBNAME})
  set(objects ${ARG_LIBNAME}-objects)
  datapath_write_header_stubs(${ARG_LIBNAME} ${ARG_HEADER_FILES} ${ARG_PRIVATE_HEADER_FILES})
  set(scope PUBLIC)
  if(ARG_SOURCE_FILES)
    add_library(${objects} OBJECT ${ARG_SOURCE_FILES})
    set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    if(NOT LINUX_DATAPATH_SANITIZE)
      target_compile_options(${objects} PRIVATE $<$<CONFIG:Release>:-O3>)
    endif()
    add_library(${target} SHARED $<TARGET_OBJECTS:${objects}>)
    set_target_properties(${target} PROPERTIES
      LINKER_LANGUAGE CXX OUTPUT_NAME ns3-${ARG_LIBNAME}
      LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
  else()
    set(scope INTERFACE)
    add_library(${objects} INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  foreach(each ${objects} ${target})
    target_include_directories(${each} ${scope} "${CMAKE_BINARY_DIR}/include")
    target_link_libraries(${each} ${scope} ${ARG_LIBRARIES_TO_LINK} datapath-options)
  endforeach()
  set(lib${ARG_LIBNAME} ${target} CACHE INTERNAL "Target of the module")
  if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/examples/CMakeLists.txt")
    add_subdirectory(examples)
  endif()
endfunction()

function(build_lib_example)
  cmake_parse_arguments(ARG "IGNORE_PCH" "NAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK" ${ARGN})
  add_executable(${ARG_NAME} ${ARG_SOURCE_FILES})
  target_link_libraries(${ARG_NAME} PRIVATE ${ARG_LIBRARIES_TO_LINK} datapath-options)
  set_target_properties(${ARG_NAME} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/examples")
endfunction()
