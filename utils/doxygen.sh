#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Run Doxygen over the public classes; a warning about a file of ours is an error.
#   NS3_INCLUDE  headers of ns-3  [/usr/include/ns3]
#   OUT          folder to fill   [out/doxygen]
set -euo pipefail
cd "$(dirname "$0")/.."

export NS3_INCLUDE=${NS3_INCLUDE:-/usr/include/ns3} OUT=${OUT:-out/doxygen}
mkdir -p "$OUT"
rm -f "$OUT/warnings"
doxygen doc/Doxyfile
if grep -E "^$PWD/(model|helper)/" "$OUT/warnings" >&2; then
    exit 1
fi
