#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Plot a sweep of pp-bench-cross-cpu over topology and stats: plot-cross-cpu.py FILE [--out DIR]

Writes pp-bench-cross-cpu.svg: nanoseconds a page at the allocating CPU, a group a topology, a bar
a placement of the counters, and the two figures of the thread.
"""

import argparse
import json
import pathlib
import sqlite3
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

PUBLISHED = {"none": 418.758, "params": 537.629}  # ns a page, CPU(2) of control and test
STYLES = {
    "none": ("white", ""),
    "params": ("0.75", "//"),
    "alloc": ("0.9", ".."),
    "per-cpu": ("0.5", ""),
}


def read(path):
    """Figure of the allocating CPU by topology and placement, two returning CPUs."""
    found = {}
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as store:
        for (text,) in store.execute("SELECT result FROM replication"):
            result = json.loads(text)
            config = result["config"]
            if result["scenario"] == "pp-bench-cross-cpu" and config["returners"] == 2:
                key = config["topology"], config["stats"]
                found[key] = result["rows"][2]["ns"]
    return found


def plot(found, path):
    topologies = [t for t in ("same", "other", "alternate") if any(k[0] == t for k in found)]
    figure, axes = plt.subplots(figsize=(5.5, 3.2))
    width = 0.8 / len(STYLES)
    for i, (stats, (colour, hatch)) in enumerate(STYLES.items()):
        bars = [found.get((topology, stats), 0) for topology in topologies]
        places = [x + (i - 1.5) * width for x in range(len(topologies))]
        axes.bar(places, bars, width, label=stats, color=colour, hatch=hatch, edgecolor="black")
    for stats, ns in PUBLISHED.items():
        axes.axhline(ns, color="black", linestyle="--" if stats == "none" else ":")
        axes.text(-0.5, ns + 6, f"thread, {stats}", fontsize=8)
    axes.set_xticks(range(len(topologies)), topologies)
    axes.set_ylabel("ns a page at the allocating CPU")
    axes.set_ylim(0, 600)
    axes.legend(title="counters", frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("."))
    arguments = parser.parse_args()
    found = read(arguments.file)
    if not found:
        print(f"plot-cross-cpu: {arguments.file}: no pp-bench-cross-cpu in it", file=sys.stderr)
        return 1
    plt.rcParams.update({"font.size": 9, "svg.hashsalt": "linux-datapath"})
    arguments.out.mkdir(parents=True, exist_ok=True)
    plot(found, arguments.out / "pp-bench-cross-cpu.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
