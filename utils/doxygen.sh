#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Run Doxygen over the public classes; a warning about a file of ours is an error.
#   NS3_INCLUDE  headers of ns-3  [/usr/include/ns3]
set -euo pipefail
cd "$(dirname "$0")/.."

export NS3_INCLUDE=${NS3_INCLUDE:-/usr/include/ns3}
mkdir -p out/doxygen
rm -f out/doxygen/warnings
doxygen doc/Doxyfile
if grep -E "^$PWD/(model|helper)/" out/doxygen/warnings >&2; then
    exit 1
fi
