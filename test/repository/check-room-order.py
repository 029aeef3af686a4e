#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Check that no room includes a header of a room above it.

The rooms stand on each other like the floors of a tower; a lower one that knows a higher one can
no longer be tested, measured or understood alone. The two lowest rooms know no simulator either.
"""

import pathlib
import re
import sys

ROOMS = (
    "model/machine",
    "model/memory",
    "model/softirq",
    "model/stack",
    "model/xdp",
    "model/device",
    "model/workload",
    "model/packets",
    "helper",
    "utils",
)
SIMULATOR_FREE = ("model/machine", "model/memory")
SIMULATOR_HEADERS = {
    "channel.h",
    "event-id.h",
    "net-device.h",
    "network-module.h",
    "node.h",
    "packet.h",
    "simulator.h",
}
INCLUDE = re.compile(r'^\s*#\s*include\s*["<](?:ns3/)?([^">]+)[">]', re.MULTILINE)


def sources(root, room):
    return sorted(p for p in (root / room).rglob("*") if p.suffix in (".cc", ".h"))


def main():
    root = pathlib.Path(sys.argv[1])
    floor_of = {}
    for floor, room in enumerate(ROOMS):
        for path in sources(root, room):
            if path.suffix == ".h":
                floor_of[path.name] = floor
    problems = []
    checked = 0
    for floor, room in enumerate(ROOMS):
        for path in sources(root, room):
            checked += 1
            for header in INCLUDE.findall(path.read_text()):
                name = header.rsplit("/", 1)[-1]
                where = f"{path.relative_to(root)} includes {header}"
                if floor_of.get(name, -1) > floor:
                    problems.append(f"{where}, which stands higher, in {ROOMS[floor_of[name]]}")
                if room in SIMULATOR_FREE and name in SIMULATOR_HEADERS:
                    problems.append(f"{where}: {room} knows no simulator and no packet")
    if not checked:
        problems.append("no source file was found")
    print("\n".join(problems) or f"{checked} files keep the order of the rooms")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
