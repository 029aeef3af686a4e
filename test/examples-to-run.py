#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
#
# The examples of this module and how ns-3's test.py runs them: command, whether it is run, whether
# it is run under Valgrind, too. test/repository/run-examples.py runs them in a build of its own.

cpp_examples = [
    ("cpumap-udp", "True", "True"),
    ("cpumap-udp --kernel=6.3 --qsize=64", "True", "False"),
    ("cpumap-udp --redirect=0 --frameSize=1514 --rate=1000000", "True", "False"),
    ("pp-bench-cross-cpu --loops=2000 --poolSize=2048", "True", "True"),
    ("pp-bench-cross-cpu --returners=1 --topology=other --loops=2000", "True", "False"),
    ("pp-bench-cross-cpu --moveAfter=5000 --queue=64 --poolSize=1024", "True", "False"),
    ("veth-burst", "True", "True"),
    ("veth-burst --verdict=drop --rate=2000000 --burst=1 --frameSize=60", "True", "False"),
    ("veth-burst --threaded=1 --burst=768 --instructions=10000", "True", "False"),
    ("veth-burst --threaded=1 --ring=64 --burst=128 --kernel=6.18", "True", "False"),
    ("veth-stream", "True", "True"),
    ("veth-stream --buffers=alloc-page --mtu=8000", "True", "False"),
    ("veth-stream --buffers=pp-cow --kernel=6.18 --machine=x86-server-generic", "True", "False"),
]

python_examples = []
