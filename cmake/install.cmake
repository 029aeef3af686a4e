# SPDX-License-Identifier: GPL-2.0-only
#
# What `make install` leaves behind: headers as ns3/NAME.h, the library, the program datapath, the
# profiles, and how users find them, by find_package(linux-datapath) or by pkg-config. Nothing in
# it names the build folder or the prefix, so that an installation can be moved.
#
# In a tree, ns-3 installs the library and the headers with its own; only the profiles are ours.

include(GNUInstallDirs)

function(datapath_install_library)
  install(TARGETS liblinux-datapath LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(FILES
    ${machine_headers} ${memory_headers} ${softirq_headers} ${stack_headers} ${xdp_headers}
    ${device_headers} ${workload_headers} ${packets_headers} ${helper_headers} ${store_headers}
    "${CMAKE_BINARY_DIR}/include/ns3/linux-datapath-module.h"
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ns3)
  if(TARGET datapath)
    install(TARGETS datapath RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endfunction()

function(datapath_install_package_files)
  include(CMakePackageConfigHelpers)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/linux-datapath)
  configure_package_config_file(
    cmake/linux-datapath-config.cmake.in "${CMAKE_BINARY_DIR}/linux-datapath-config.cmake"
    INSTALL_DESTINATION ${package}
    PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
  write_basic_package_version_file(
    "${CMAKE_BINARY_DIR}/linux-datapath-config-version.cmake" COMPATIBILITY SameMinorVersion)
  install(FILES
    "${CMAKE_BINARY_DIR}/linux-datapath-config.cmake"
    "${CMAKE_BINARY_DIR}/linux-datapath-config-version.cmake"
    cmake/find-ns3.cmake
    DESTINATION ${package})

  file(RELATIVE_PATH pc_to_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
  get_filename_component(ns3_folder "${NS3_core_LIBRARY}" DIRECTORY)
  set(ns3_libs "-L${ns3_folder}")
  foreach(module ${datapath_ns3_modules})
    get_filename_component(name "${NS3_${module}_LIBRARY}" NAME)
    string(REGEX REPLACE "^lib(.*)\\.(so|dylib)$" "\\1" name "${name}")
    string(APPEND ns3_libs " -l${name}")
  endforeach()
  configure_file(cmake/linux-datapath.pc.in "${CMAKE_BINARY_DIR}/linux-datapath.pc" @ONLY)
  install(FILES "${CMAKE_BINARY_DIR}/linux-datapath.pc"
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

# Install into a folder of the build, and build and run a user's script against that.
function(datapath_install_test)
  if(NOT DATAPATH_PYTHON OR NOT datapath_tests_wanted OR LINUX_DATAPATH_SANITIZE)
    return()
  endif()
  add_test(NAME install/first-stream
    COMMAND ${DATAPATH_PYTHON} "${CMAKE_CURRENT_SOURCE_DIR}/test/install/check-install.py"
            "${CMAKE_CURRENT_SOURCE_DIR}/test/install" "${CMAKE_BINARY_DIR}"
            "${CMAKE_COMMAND}" "${CMAKE_CXX_COMPILER}" "${CMAKE_INSTALL_LIBDIR}")
  set_tests_properties(install/first-stream PROPERTIES LABELS install TIMEOUT 300)
endfunction()

function(datapath_install)
  install(DIRECTORY profiles DESTINATION ${CMAKE_INSTALL_DATADIR}/linux-datapath)
  if(LINUX_DATAPATH_STANDALONE)
    datapath_install_library()
    datapath_install_package_files()
    datapath_install_test()
  endif()
endfunction()
