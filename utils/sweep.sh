#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The sweeps of `make sweep`: (1) ring, MTU, buffers and headroom of a veth pair, (2) the size of
# the pool's ring alone. Both go into one file; run again, only what is missing is run.
#   DATAPATH  the program     [build/datapath]
#   OUT       folder to fill  [out]
#   SCENARIO  what is swept   [veth-stream]
#   REPS      replications    [3]
set -euo pipefail
cd "$(dirname "$0")/.."

datapath=${DATAPATH:-build/datapath}
out=${OUT:-out}
scenario=${SCENARIO:-veth-stream}
reps=${REPS:-3}
mkdir -p "$out"

"$datapath" sweep "$scenario" "$@" --reps "$reps" --out "$out/sweep.sqlite" \
    --vary 'ring=64..1024*2' \
    --vary mtu=1500,3000,8000 \
    --vary buffers=alloc-page,page-pool,page-pool-frag,pp-cow \
    --vary headroom=192,256
"$datapath" sweep "$scenario" "$@" --reps "$reps" --out "$out/sweep.sqlite" \
    --ring=256 --vary 'pool-ring=64..1024*2'
"$datapath" export "$out/sweep.sqlite" --csv > "$out/sweep.csv.part"
mv "$out/sweep.csv.part" "$out/sweep.csv"
/usr/bin/python3 utils/plot-sweep.py "$out/sweep.sqlite" --out "$out" --table
