# SPDX-License-Identifier: GPL-2.0-only
#
# Which tests are built. In a tree, the cases of all rooms are linked into the module's test library
# and run as the suite linux-datapath of test.py, through test/linux-datapath-test-suite.cc.
# Standalone, programs.cmake makes a program of each room. The cases of the program datapath run it
# and are left to the standalone build.

if(LINUX_DATAPATH_STANDALONE)
  set(datapath_tests_wanted ON)
else()
  set(datapath_tests_wanted ${ENABLE_TESTS})
endif()

if(datapath_tests_wanted)
  find_package(GTest QUIET CONFIG)
  if(NOT TARGET GTest::gmock_main)
    message(STATUS "linux-datapath: GoogleTest with GoogleMock not found, tests are left out")
    set(datapath_tests_wanted OFF)
  endif()
endif()

# Packets of the ns-3 stack need modules that the library does not, and that a tree need not have
# enabled. Named here, they are not enabled for us: ns-3 reads only our CMakeLists.txt for names.
set(packets_libraries)
foreach(module applications flow-monitor internet traffic-control)
  if(TARGET ns3::${module} OR module IN_LIST ns3-all-enabled-modules)
    list(APPEND packets_libraries ${lib${module}})
  else()
    set(packets_tests)
  endif()
endforeach()
if(datapath_tests_wanted AND NOT packets_tests)
  message(STATUS "linux-datapath: tests of packets of the ns-3 stack are left out, for want of "
                 "ns-3's applications, flow-monitor, internet and traffic-control")
endif()

set(tree_tests)
if(datapath_tests_wanted AND NOT LINUX_DATAPATH_STANDALONE)
  foreach(room suite machine memory softirq stack xdp device workload helper store scenario packets)
    list(APPEND tree_tests ${${room}_tests})
  endforeach()
  list(REMOVE_DUPLICATES tree_tests)
endif()

# The test library exists only where the tree has been told to build our tests.
function(datapath_tree_tests)
  set(target "${testlinux-datapath}")
  if(NOT tree_tests OR NOT TARGET "${target}")
    return()
  endif()
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/test")
  target_compile_definitions(${target} PRIVATE
    "LINUX_DATAPATH_SOURCE_DIR=\"${CMAKE_CURRENT_SOURCE_DIR}\"")
  target_link_libraries(${target} GTest::gmock)
  if(packets_tests)
    target_link_libraries(${target} ${packets_libraries})
  endif()
  if(nlohmann_json_FOUND)
    target_link_libraries(${target} nlohmann_json::nlohmann_json)
  endif()
endfunction()
