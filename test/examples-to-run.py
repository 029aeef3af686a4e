#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
#
# The examples of this module and how ns-3's test.py runs them: command, whether it is run, whether
# it is run under Valgrind, too. test/repository/run-examples.py runs them in a build of its own.

cpp_examples = [
    ("cpumap-udp", "True", "True"),
    ("cpumap-udp --kernel=6.3 --qsize=64", "True", "False"),
    ("cpumap-udp --redirect=0 --frameSize=1514 --rate=1000000", "True", "False"),
    ("nic-xdp-pass", "True", "True"),
    ("nic-xdp-pass --rate=1000000 --frameSize=1514 --ring=128 --kernel=6.3", "True", "False"),
    ("echo-latency", "True", "True"),
    ("echo-latency --load=400000", "True", "False"),
    ("echo-latency --device=tap", "True", "False"),
    ("echo-latency --device=tap --load=200000", "True", "False"),
    ("pp-bench-cross-cpu --loops=2000 --poolSize=2048", "True", "True"),
    ("pp-bench-cross-cpu --returners=1 --topology=other --loops=2000", "True", "False"),
    ("pp-bench-cross-cpu --moveAfter=5000 --queue=64 --poolSize=1024", "True", "False"),
    ("pp-bench-simple", "True", "True"),
    ("pp-bench-simple --loops=2000 --machine=epyc-zen5-vm --kernel=6.18", "True", "False"),
    ("tap-userspace", "True", "True"),
    ("tap-userspace --nonblock=1 --napi=1", "True", "False"),
    ("veth-burst", "True", "True"),
    ("veth-burst --verdict=drop --rate=2000000 --burst=1 --frameSize=60", "True", "False"),
    ("veth-burst --threaded=1 --burst=768 --instructions=10000", "True", "False"),
    ("veth-burst --threaded=1 --ring=64 --burst=128 --kernel=6.18", "True", "False"),
    ("veth-fanout", "True", "True"),
    ("veth-fanout --containers=300 --buffers=alloc-page --cores=8", "True", "False"),
    ("veth-fanout --containers=50 --poolRing=8 --rate=1000000 --milliseconds=10", "True", "False"),
    ("veth-stream", "True", "True"),
    ("veth-stream --buffers=alloc-page --mtu=8000", "True", "False"),
    ("veth-stream --buffers=pp-cow --kernel=6.18 --machine=x86-server-generic", "True", "False"),
    ("veth-tcp --duration=30ms", "True", "False"),
    ("veth-tcp --duration=30ms --mtu=9000", "True", "False"),
    ("vhost-rx", "True", "True"),
    ("vhost-rx --burst=10000 --frameSize=60 --interrupts=1", "True", "False"),
    ("vhost-xdp-drop", "True", "True"),
    ("vhost-xdp-drop --refill=get-page --putBatch=0 --batch=16", "True", "False"),
    ("xdp-live-frames", "True", "True"),
    ("xdp-live-frames --poolRing=1024", "True", "False"),
    ("xdp-live-frames --clean=eager --batch=256 --kernel=6.18", "True", "False"),
]

python_examples = []
