# SPDX-License-Identifier: GPL-2.0-only
#
# An installed ns-3 as imported targets ns3::<module>: for a build of our own, and for whoever uses
# our installed package. In: datapath_ns3_modules, those that must be there, and
# datapath_ns3_optional. Out: NS3_INCLUDE_DIR, NS3_MINOR, NS3_CXX_STANDARD, the targets.
#
# ns-3's own package files are not used: Debian's ns3Config.cmake refuses to load unless helper
# programs of another package and development files of libraries that it does not depend on are
# installed. A header, a library a module and the version are all we need.

find_path(NS3_INCLUDE_DIR ns3/core-module.h)
if(NOT NS3_INCLUDE_DIR)
  message(FATAL_ERROR "ns-3 not found (ns3/core-module.h): run 'make deps', or install libns3-dev, "
                      "or name an installed ns-3 by -DCMAKE_PREFIX_PATH=")
endif()

# Debian's package states its version in a header; an installed tree only in the names of its files.
set(NS3_MINOR 37)
if(EXISTS "${NS3_INCLUDE_DIR}/ns3/version-defines.h")
  file(STRINGS "${NS3_INCLUDE_DIR}/ns3/version-defines.h" minor_line REGEX "NS3_VERSION_MINOR")
  if(minor_line MATCHES "NS3_VERSION_MINOR[ (]+([0-9]+)")
    set(NS3_MINOR ${CMAKE_MATCH_1})
  endif()
else()
  get_filename_component(datapath_ns3_prefix "${NS3_INCLUDE_DIR}" DIRECTORY)
  file(GLOB core_files "${datapath_ns3_prefix}/lib*/libns3.*-core*"
                       "${datapath_ns3_prefix}/lib/*/libns3.*-core*")
  if(core_files MATCHES "libns3\\.([0-9]+)")
    set(NS3_MINOR ${CMAKE_MATCH_1})
  endif()
endif()

# The standard that the headers of the release are written in.
if(NS3_MINOR GREATER 45)
  set(NS3_CXX_STANDARD 23)
elseif(NS3_MINOR GREATER 40)
  set(NS3_CXX_STANDARD 20)
else()
  set(NS3_CXX_STANDARD 17)
endif()

foreach(module ${datapath_ns3_modules} ${datapath_ns3_optional})
  set(names ns3-${module})
  foreach(profile "" -default -debug -optimized -minsizerel)
    list(APPEND names ns3.${NS3_MINOR}-${module}${profile} ns3.${NS3_MINOR}.1-${module}${profile})
  endforeach()
  find_library(NS3_${module}_LIBRARY NAMES ${names})
  if(NS3_${module}_LIBRARY AND NOT TARGET ns3::${module})
    add_library(ns3::${module} UNKNOWN IMPORTED)
    set_target_properties(ns3::${module} PROPERTIES
      IMPORTED_LOCATION "${NS3_${module}_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${NS3_INCLUDE_DIR}")
    if(NOT module STREQUAL "core")
      set_property(TARGET ns3::${module} PROPERTY INTERFACE_LINK_LIBRARIES ns3::core)
    endif()
  elseif(NOT NS3_${module}_LIBRARY AND module IN_LIST datapath_ns3_modules)
    message(FATAL_ERROR "ns-3's library for module ${module} not found: run 'make deps'")
  endif()
endforeach()
