#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The figures of doc/, a sweep and a plot each; `make figures`. A minute, and the same bytes
# each time. (doc/figures/footprint.png and pool-ring.png come from `make sweep`.)
#   DATAPATH  the program       [build/datapath]
#   OUT       folder to fill    [doc/figures]
set -euo pipefail
cd "$(dirname "$0")/.."

datapath=${DATAPATH:-build/datapath}
out=${OUT:-doc/figures}
sweeps=$(mktemp -d)
trap 'rm -rf "$sweeps"' EXIT

# sweep NAME SCENARIO ARGUMENTS...
sweep() {
    "$datapath" sweep "$2" "${@:3}" --out "$sweeps/$1" --quiet
}

# plot NAME ARGUMENTS...
plot() {
    /usr/bin/python3 utils/plot-sweep.py "$sweeps/$1" --out "$out" --name "$1" "${@:2}"
}

sweep pp-bench-simple pp-bench-simple --vary machine=xeon-gold-6140,x86-server-generic,epyc-zen5-vm
plot pp-bench-simple --over machine --panel 'ns a page:
    array=`rows.tasklet_page_pool01_fast_path.ns`; ring=`rows.tasklet_page_pool02_ptr_ring.ns`;
    page allocator=`rows.tasklet_page_pool03_slow.ns`
    | thread, array=7.472 | thread, ring=18.585 | thread, allocator=47.807'

sweep pp-bench-cross-cpu pp-bench-cross-cpu --vary topology=same,other,alternate \
    --vary stats=none,params,alloc,per-cpu
plot pp-bench-cross-cpu --over topology --by stats --panel 'ns a page at the allocating CPU:
    counters=`rows.page_pool_cross_cpu CPU(2).ns` | thread, none=418.758 | thread, params=537.629'

sweep veth-stream veth-stream --vary mtu=1500,8000 \
    --vary buffers=alloc-page,page-pool-frag,page-pool,pp-cow
plot veth-stream --over mtu --by buffers --bars --panel 'Gb/s: rate=gbps' \
    --panel 'core cycles a frame: busiest core=`cycles_per_frame.total`'

sweep veth-burst veth-burst --napi=threaded --xdp=drop --bursts=15 --rate=100000 \
    --vary burst=128,192,256,320,384,512,768 --vary xdp-instructions=10,2000,8000
plot veth-burst --over burst --by xdp-instructions --xlabel 'frames of a burst' \
    --panel 'frames lost of a burst: lost=`drops.ring_full`/15'

sweep veth-fanout veth-fanout --total-rate=1000000 --warmup=100 \
    --vary pairs=4,16,64,128,250,500,1000,4000 --vary buffers=alloc-page,page-pool
plot veth-fanout --over pairs --by buffers \
    --panel 'memory held [MiB]: mean=`footprint_bytes.mean`/1048576' \
    --panel 'core cycles a frame: all cores=4*`cycles_per_frame.total`'

sweep veth-fanout-ring veth-fanout --total-rate=1000000 --warmup=100 --pairs=1000 \
    --vary pool-ring=8,16,32,64,128,256,1024
plot veth-fanout-ring --over pool-ring \
    --panel 'memory held [MiB]: mean=`footprint_bytes.mean`/1048576' \
    --panel 'core cycles a frame: all cores=4*`cycles_per_frame.total`'

sweep veth-fanout-streams veth-fanout --load=stream --rcvbuf=65536 --duration=50 \
    --vary pairs=4,8,16,32,64,128,256 --vary buffers=alloc-page,page-pool
plot veth-fanout-streams --over pairs --by buffers \
    --panel 'Gb/s: all streams=gbps' --panel "Jain's index: fairness=\`fairness.jain\`" \
    --panel 'memory held [MiB]: mean=`footprint_bytes.mean`/1048576'

sweep vhost-batch vhost-xdp-drop --vq-size=1024 --vary 'vhost-batch=1..512*2'
plot vhost-batch --over vhost-batch --xlabel 'packets of a batch' \
    --panel 'core cycles a packet: worker=`cycles_per_frame.total`' --panel 'Mpps: worker=mpps'

sweep vhost-rx vhost-rx --duration=20 --vary frame-size=60,1514 \
    --vary rate=250000,500000,1000000,2000000 --vary guest-interrupts=false,true
plot vhost-rx --over rate --by frame-size,guest-interrupts --xlabel 'frames sent a second, at most' \
    --panel 'Mpps: to the guest=mpps' \
    --panel 'latency, median [us]: to the guest=`latency_ns.p50`/1000'

sweep tap-userspace tap-userspace --duration=20 --rate=10000000 \
    --vary direction=write,read --vary frame-size=60,128,256,512,1024,1514
plot tap-userspace --over frame-size --by direction \
    --panel 'Mpps: rate=mpps' --panel 'core cycles a frame: busiest core=`cycles_per_frame.total`'

sweep cpumap cpumap-udp --vary kernel=6.3,6.4 --vary 'qsize=128..8192*2'
plot cpumap --over qsize --by kernel --xlabel 'entries of the queue between the cores (qsize)' \
    --panel 'source [Mpps]: src=1000/`rows.src_rx.ns` | thread, 6.3=6.8 | thread, 6.4=7.9' \
    --panel 'destination [Mpps]: dst=1000/`rows.dst_rx.ns` | thread, 6.3=1.8 | thread, 6.4=2.2'

sweep nic-xdp-pass nic-xdp-pass --vary init-on-alloc=off,on \
    --vary rate=500000,1000000,1500000,2000000,2500000,3000000,4000000
plot nic-xdp-pass --over rate --by init-on-alloc --xlabel 'frames a second on the wire' \
    --panel 'Mpps: UDP=mpps | thread, flooded=2.1' \
    --panel 'lost in the NIC [%]: missed=100*`drops.rx_missed`/frames_sent'

sweep live-frames-ring xdp-live-frames --vary clean=lazy,eager \
    --vary pool-ring=64,128,192,256,320,384,512,1024
plot live-frames-ring --over pool-ring --by clean \
    --panel 'Mframes/s: rate=mpps' \
    --panel 'returned frames that overflow [%]: overflow=100*`counters.overflow`/`counters.tx_returned`'

sweep live-frames-clean xdp-live-frames --vary clean-limit=16,32,64,128,192,256,384 \
    --vary pool-ring=64,1024
plot live-frames-clean --over clean-limit --by pool-ring --xlabel 'frames that come back at once' \
    --panel 'Mframes/s: rate=mpps' \
    --panel 'returned frames that overflow [%]: overflow=100*`counters.overflow`/`counters.tx_returned`'

# those of doc/tutorial.rst
sweep tutorial-rings veth-stream --vary 'ring=16..512*2' --vary buffers=alloc-page,page-pool \
    --duration=10 --reps 2
plot tutorial-rings --over ring --by buffers --panel 'Gb/s: rate=gbps | thread, page_pool=9.2' \
    --panel 'lost of 1000 frames: ring full=1000*`drops.ring_full`/frames_sent' \
    --panel 'KiB held: mean=`footprint_bytes.mean`/1024'

sweep tutorial-lines veth-stream --vary ns3::MachineProfile::TransferDomainNs=24,48,96 \
    --vary buffers=alloc-page,page-pool --duration=10
plot tutorial-lines --over ns3::MachineProfile::TransferDomainNs --by buffers \
    --xlabel 'ns to fetch a line from another core' --panel 'Gb/s: rate=gbps'

"$datapath" validate --json | /usr/bin/python3 utils/plot-validation.py "$out/validation.svg"
