# SPDX-License-Identifier: GPL-2.0-only
#
# Programs and tests beside the library, for both homes. Third parties are linked here, to the
# executables only, so that the library drags nothing but SQLite into a tree.

# Standalone, executables take the objects themselves; in a tree, the module's library, and they
# stand beside it.
if(LINUX_DATAPATH_STANDALONE)
  set(datapath_objects linux-datapath-objects)
  set(datapath_program_folder "${CMAKE_BINARY_DIR}")
else()
  set(datapath_objects ${liblinux-datapath})
  set(datapath_program_folder "${CMAKE_OUTPUT_DIRECTORY}/contrib/linux-datapath")
endif()

function(datapath_program)
  if(NOT program_sources)
    return()
  endif()
  find_package(Boost QUIET COMPONENTS program_options)
  find_package(nlohmann_json QUIET)
  if(NOT TARGET Boost::program_options OR NOT nlohmann_json_FOUND OR NOT SQLite3_FOUND)
    message(STATUS "linux-datapath: the program datapath is left out, for want of "
                   "Boost.Program_options, nlohmann_json and SQLite3 (run 'make deps')")
    return()
  endif()
  add_executable(datapath ${program_sources})
  target_link_libraries(datapath PRIVATE
    ${datapath_objects} Boost::program_options nlohmann_json::nlohmann_json SQLite::SQLite3)
  set_target_properties(datapath PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${datapath_program_folder}")
endfunction()

# The same program with a scenario that can be told to fail, for the tests of the program.
function(datapath_toy_program)
  if(NOT TARGET datapath OR NOT LINUX_DATAPATH_STANDALONE OR NOT datapath_tests_wanted)
    return()
  endif()
  list(REMOVE_ITEM program_sources utils/datapath.cc)
  add_executable(datapath-toy ${program_sources} ${toy_program_sources})
  target_include_directories(datapath-toy PRIVATE
    "${CMAKE_CURRENT_SOURCE_DIR}/test" "${CMAKE_CURRENT_SOURCE_DIR}/utils")
  target_link_libraries(datapath-toy PRIVATE
    ${datapath_objects} Boost::program_options nlohmann_json::nlohmann_json SQLite::SQLite3)
  set_target_properties(datapath-toy PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/test")
endfunction()

# Compares with devices of ns-3, which a tree need not have enabled: standalone only.
function(datapath_bench)
  if(NOT bench_sources OR NOT LINUX_DATAPATH_STANDALONE)
    return()
  endif()
  find_package(benchmark QUIET)
  if(NOT benchmark_FOUND OR NOT TARGET ns3::point-to-point OR NOT TARGET ns3::csma)
    message(STATUS "linux-datapath: datapath-bench is left out, for want of Google Benchmark and "
                   "ns-3's point-to-point and csma modules (run 'make deps')")
    return()
  endif()
  add_executable(datapath-bench ${bench_sources})
  target_link_libraries(datapath-bench PRIVATE
    ${datapath_objects} ns3::point-to-point ns3::csma benchmark::benchmark)
  set_target_properties(datapath-bench PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")
endfunction()

if(LINUX_DATAPATH_STANDALONE AND datapath_tests_wanted)
  include(GoogleTest)
endif()

# datapath_test(room files...): one GoogleTest program, each of its cases a test of ctest.
function(datapath_test room)
  if(NOT ARGN OR NOT LINUX_DATAPATH_STANDALONE OR NOT datapath_tests_wanted)
    return()
  endif()
  if(room STREQUAL "program" AND NOT TARGET datapath)
    return()
  endif()
  set(target ${room}-test)
  add_executable(${target} ${ARGN})
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/test")
  target_compile_definitions(${target} PRIVATE
    "LINUX_DATAPATH_SOURCE_DIR=\"${CMAKE_CURRENT_SOURCE_DIR}\"")
  target_link_libraries(${target} PRIVATE ${datapath_objects} GTest::gmock_main)
  if(nlohmann_json_FOUND)
    target_link_libraries(${target} PRIVATE nlohmann_json::nlohmann_json)
  endif()
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/test")
  if(room STREQUAL "packets")
    target_link_libraries(${target} PRIVATE ${packets_libraries})
  endif()
  if(room STREQUAL "program")
    add_dependencies(${target} datapath datapath-toy)
    target_compile_definitions(${target} PRIVATE
      "LINUX_DATAPATH_PROGRAM=\"$<TARGET_FILE:datapath>\""
      "LINUX_DATAPATH_TOY_PROGRAM=\"$<TARGET_FILE:datapath-toy>\"")
  endif()
  gtest_discover_tests(${target}
    NO_PRETTY_VALUES
    TEST_PREFIX "${room}/"
    WORKING_DIRECTORY "${CMAKE_BINARY_DIR}/test"
    DISCOVERY_TIMEOUT 120
    PROPERTIES LABELS ${room} TIMEOUT 300)
endfunction()

# Checks of the repository itself: lists of files, order of the rooms.
function(datapath_repository_tests)
  if(NOT LINUX_DATAPATH_STANDALONE)
    return()
  endif()
  find_program(DATAPATH_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
  if(NOT DATAPATH_PYTHON)
    return()
  endif()
  foreach(check file-lists room-order)
    add_test(NAME repository/${check}
      COMMAND ${DATAPATH_PYTHON} "${CMAKE_CURRENT_SOURCE_DIR}/test/repository/check-${check}.py"
              "${CMAKE_CURRENT_SOURCE_DIR}")
    set_tests_properties(repository/${check} PROPERTIES LABELS repository)
  endforeach()
  if(TARGET datapath)
    add_test(NAME repository/tutorial
      COMMAND ${DATAPATH_PYTHON} "${CMAKE_CURRENT_SOURCE_DIR}/test/repository/run-tutorial.py"
              "${CMAKE_CURRENT_SOURCE_DIR}" $<TARGET_FILE:datapath>
              "${CMAKE_CURRENT_SOURCE_DIR}/doc/tutorial.rst")
    set_tests_properties(repository/tutorial PROPERTIES LABELS repository TIMEOUT 300)
  endif()
  # The manual and the class documentation, where their tools happen to be (make docs, make doxygen).
  find_program(DATAPATH_SPHINX NAMES sphinx-build PATHS /usr/bin NO_DEFAULT_PATH)
  if(DATAPATH_SPHINX)
    add_test(NAME repository/docs
      COMMAND ${DATAPATH_SPHINX} -q -W --keep-going -b html "${CMAKE_CURRENT_SOURCE_DIR}/doc"
              "${CMAKE_BINARY_DIR}/docs")
    set_tests_properties(repository/docs PROPERTIES LABELS repository)
  endif()
  find_program(DATAPATH_DOXYGEN NAMES doxygen)
  if(DATAPATH_DOXYGEN AND EXISTS /usr/include/ns3/net-device.h)
    add_test(NAME repository/doxygen
      COMMAND ${CMAKE_COMMAND} -E env "OUT=${CMAKE_BINARY_DIR}/doxygen"
              "${CMAKE_CURRENT_SOURCE_DIR}/utils/doxygen.sh")
    set_tests_properties(repository/doxygen PROPERTIES LABELS repository)
  endif()
  if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/examples/CMakeLists.txt")
    add_test(NAME repository/examples
      COMMAND ${DATAPATH_PYTHON} "${CMAKE_CURRENT_SOURCE_DIR}/test/repository/run-examples.py"
              "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/examples")
    set_tests_properties(repository/examples PROPERTIES LABELS repository)
  endif()
endfunction()
