#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Measure what veth-fanout costs here by its number of pairs: plot-fanout-scale.py [--out DIR]

Runs `datapath run veth-fanout` once a number of pairs, open loop, at the same load a pair, and
writes veth-fanout-scale.svg: wall and processor time (of the fastest of some runs), peak resident
memory and memory of the simulated kernel, each with the straight line through its points, and the
deviations from it on standard output.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

PAIRS = (250, 500, 1000, 2000, 3000, 4000, 6000, 8000)
# 3.2 million frames a second at most: a fifth of what 32 cores can do.
LOAD = ("--cores=32", "--rate=400", "--warmup=50", "--duration=500")
MIB = 2**20


def measure(program, pairs, repeat):
    """Least wall and processor time [s] of some runs, resident and simulated memory [MiB]."""
    command = [program, "run", "veth-fanout", f"--pairs={pairs}", *LOAD, "--json"]
    wall = processor = float("inf")
    for _ in range(repeat):
        start = time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
            result = json.load(child.stdout)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        wall = min(wall, time.monotonic() - start)
        processor = min(processor, usage.ru_utime + usage.ru_stime)
        if child.returncode != 0 or "warnings" in result:
            raise RuntimeError(f"{' '.join(command)}: {result.get('warnings', 'it failed')}")
    held = result["footprint_bytes"]["mean"] / MIB
    return wall, processor, usage.ru_maxrss * 1024 / MIB, held


def draw(rows, path):
    # Not before: a child's peak of memory begins with that of the parent it was forked from.
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import numpy as np

    plt.rcParams.update({"font.size": 9, "svg.hashsalt": "linux-datapath"})
    figure, axes = plt.subplots(1, 3, figsize=(9, 2.9), layout="constrained")
    pairs, *columns = (np.array(column) for column in zip(*rows))
    for place, values, marker, dash, what, unit in zip(
        (0, 0, 1, 2), columns, "osoo", ("--", ":", "--", "--"),
        ("wall time", "processor time", "peak resident", "held by the kernel"),
        ("s", "s", "MiB", "MiB"),
    ):  # fmt: skip
        slope, start = np.polyfit(pairs, values, 1)
        line = slope * pairs + start
        said = f"{what}: {1000 * slope:.3g} {unit} a 1000 pairs"
        axes[place].plot(pairs, values, "k" + marker, mfc="w", ms=5)
        axes[place].plot(pairs, line, "k", ls=dash, lw=0.8, label=said)
        axes[place].set_ylabel(("time [s]", "resident [MiB]", "simulated [MiB]")[place])
        print(f"{said}, off the line by {100 * np.max(np.abs(values - line)) / values.max():.1f} %")
    for axis in axes:
        axis.set(xlabel="pairs", xlim=(0, None), ylim=(0, 1.25 * axis.get_ylim()[1]))
        axis.grid(color="0.85")
        axis.legend(frameon=False, loc="upper left", fontsize=7.5, handlelength=1.6)
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--datapath", default="build/datapath", help="program [build/datapath]")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("doc/figures"))
    parser.add_argument("--repeat", type=int, default=3, help="runs, the fastest counts [3]")
    arguments = parser.parse_args()
    rows = []
    try:
        for pairs in PAIRS:
            rows.append((pairs, *measure(arguments.datapath, pairs, arguments.repeat)))
            print("{:5d} pairs: {:.2f} s, {:.2f} s busy, {:.0f} MiB, {:.0f} MiB".format(*rows[-1]))
    except (OSError, ValueError, RuntimeError) as error:
        print(f"plot-fanout-scale: {error}", file=sys.stderr)
        return 1
    arguments.out.mkdir(parents=True, exist_ok=True)
    draw(rows, arguments.out / "veth-fanout-scale.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
