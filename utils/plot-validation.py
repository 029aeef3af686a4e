#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Plot `datapath validate --json`, read from standard input: plot-validation.py FILE.svg

A row each for what was set, fitted or predicted: our figure as percent of the published one, and what
is accepted of it.
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

MARKS = {"set": ("s", "w"), "calibrate": ("^", "w"), "predict": ("o", "k")}
LEAST, MOST = -20, 160  # of the published figure [%]


def percent(value, row):
    return min(max(100 * value / row["published"], LEAST), MOST)


def draw(axis, place, row):
    greatest = row["greatest"] if row["greatest"] is not None else float("inf")
    axis.plot(
        [percent(row["least"], row), percent(greatest, row)], [place, place],
        color="0.8", lw=6, solid_capstyle="butt", zorder=1,
    )  # fmt: skip
    marker, fill = MARKS[row["role"]]
    axis.plot(percent(row["ours"], row), place, marker, mfc=fill, mec="k", ms=5, zorder=2)


def main():
    if len(sys.argv) != 2:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    rows = [row for row in json.load(sys.stdin) if row["role"] in MARKS]
    plt.rcParams.update({"font.size": 8, "svg.hashsalt": "linux-datapath"})
    figure, axis = plt.subplots(figsize=(8, 0.5 + 0.21 * len(rows)), layout="constrained")
    for place, row in enumerate(rows):
        draw(axis, place, row)
    axis.axvline(100, color="k", lw=0.8, zorder=0)
    axis.set_yticks(range(len(rows)), [f"{row['thread']}: {row['row']}" for row in rows])
    axis.invert_yaxis()
    axis.set_xlim(LEAST - 2, MOST + 2)
    axis.set_xlabel(f"model, in % of the published figure (cut at {LEAST} and {MOST})")
    for role, (marker, fill) in MARKS.items():
        axis.plot([], [], marker, mfc=fill, mec="k", ms=5, label=role)
    axis.plot([], [], color="0.8", lw=6, label="accepted")
    axis.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False)
    axis.grid(axis="x", color="0.85")
    figure.savefig(sys.argv[1], metadata={"Date": None})
    return 0


if __name__ == "__main__":
    sys.exit(main())
