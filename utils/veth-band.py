#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Refit the two free constants of the veth test bed and print what the model then predicts.

For every combination of the settings that the veth thread does not state, the base (SegmentCycles)
and the per-byte cost (ByteCycles) of ns3::Stream are fitted on the two calibration rows, alloc-page
at MTU 1500 and 8000; the other four rows are predicted. With --reference only the default setting
is fitted. Writes a Markdown table, and the raw figures as CSV with --csv.
"""

import argparse
import csv
import itertools
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

PUBLISHED = {
    ("alloc-page", 1500, False): 8.0,
    ("alloc-page", 8000, False): 13.9,
    ("page-pool", 1500, False): 9.2,
    ("page-pool", 8000, False): 16.2,
    ("page-pool-frag", 1500, False): 8.3,
    ("page-pool", 1500, True): 9.65,
}
CALIBRATION = [("alloc-page", 1500, False), ("alloc-page", 8000, False)]
HEADERS = 52  # IP and TCP headers with timestamps: the payload is MTU - 52

AXES = {
    "init-on-alloc": ["on", "off"],
    "usercopy-check": ["on", "off"],
    "defer-free": ["on", "off"],
    "rx-cpu": ["core", "domain", "same", "socket"],
    "machine": ["xeon-gold-6140", "x86-server-generic", "epyc-zen5-vm"],
    "rcvbuf": ["0", "262144"],
    "read-size": ["131072", "16384"],
}


class Bed:
    """One setting, its two fitted constants and its six rows."""

    def __init__(self, program, setting, duration):
        self.program = program
        self.setting = setting
        self.duration = duration
        self.base = 0.0
        self.byte = 0.0
        self.ghz = 0.0

    def gbps(self, row):
        buffers, mtu, napi = row
        command = [self.program, "run", "veth-stream", "--json", f"--buffers={buffers}",
                   f"--mtu={mtu}", f"--napi-build-skb={str(napi).lower()}",
                   f"--duration={self.duration}", "--warmup=8",
                   f"--ns3::Stream::SegmentCycles={self.base:.4f}",
                   f"--ns3::Stream::ByteCycles={self.byte:.6f}"]
        command += [f"--{name}={value}" for name, value in self.setting.items()]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip())
        gbps = json.loads(done.stdout)["gbps"]
        if gbps == 0:
            raise RuntimeError("the stream waits for a retransmission timeout")
        return gbps

    @staticmethod
    def nanoseconds(gbps, mtu):
        return 8 * (mtu - HEADERS) / gbps

    def clock(self):
        machine = self.setting.get("machine", "xeon-gold-6140")
        for line in open(f"profiles/machine/{machine}.profile", encoding="utf-8"):
            if line.startswith("CoreGhz"):
                return float(line.split("=")[1].split("#")[0])
        raise RuntimeError(f"no CoreGhz in profile {machine}")

    def fit(self, rounds=3):
        """Secant by unit slopes: a cycle more of base is a cycle more of time. Negative: no fit."""
        ghz = self.clock()
        for _ in range(rounds):
            missing = [self.nanoseconds(PUBLISHED[row], row[1])
                       - self.nanoseconds(self.gbps(row), row[1]) for row in CALIBRATION]
            small, large = (row[1] - HEADERS for row in CALIBRATION)
            byte = (missing[1] - missing[0]) / (large - small)
            base = missing[0] - byte * small
            self.byte = max(0.0, self.byte + byte * ghz)
            self.base = max(0.0, self.base + base * ghz)
        return self

    def rows(self):
        return {row: self.gbps(row) for row in PUBLISHED}


def judge(rows):
    """Errors in percent, ratio of the savings, order of the thread."""
    errors = {row: 100 * (got / PUBLISHED[row] - 1) for row, got in rows.items()}
    save = {}
    for mtu in (1500, 8000):
        save[mtu] = (Bed.nanoseconds(rows[("alloc-page", mtu, False)], mtu)
                     - Bed.nanoseconds(rows[("page-pool", mtu, False)], mtu))
    order = (rows[("alloc-page", 1500, False)] < rows[("page-pool-frag", 1500, False)]
             < rows[("page-pool", 1500, False)] < rows[("page-pool", 1500, True)])
    ratio = save[8000] / save[1500] if save[1500] > 0 else float("nan")
    fitted = all(abs(errors[row]) <= 0.5 for row in CALIBRATION)
    return errors, ratio, order, fitted


def within(errors, ratio, order, fitted):
    tolerance = {("page-pool", 1500, True): 4}
    close = all(abs(error) <= tolerance.get(row, 5) for row, error in errors.items())
    return fitted and order and close, fitted and order and close and 2.7 <= ratio <= 3.8


def settings(reference):
    if reference:
        return [{}]
    return [dict(zip(AXES, values)) for values in itertools.product(*AXES.values())]


def line_of(setting, bed, rows):
    errors, ratio, order, fitted = judge(rows)
    passes, _ = within(errors, ratio, order, fitted)
    predicted = [rows[row] for row in PUBLISHED if row not in CALIBRATION]
    return [*setting.values(), f"{bed.base:.1f}", f"{bed.byte:.4f}",
            *(f"{got:.2f}" for got in predicted), f"{ratio:.2f}",
            "yes" if order else "no", "yes" if fitted else "no", "yes" if passes else "no"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="build/datapath")
    parser.add_argument("--reference", action="store_true", help="only the default setting")
    parser.add_argument("--duration", default="15", help="measured simulated time of a run [ms]")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--csv", help="write every row there")
    arguments = parser.parse_args()

    def work(setting):
        try:
            bed = Bed(arguments.program, setting, arguments.duration).fit()
            return line_of(setting, bed, bed.rows())
        except RuntimeError as error:
            print(f"{setting}: {error}", file=sys.stderr)
            return None

    every = settings(arguments.reference)
    head = [*every[0], "base [cycles]", "byte [cycles/B]", "9.2", "16.2", "8.3", "9.65",
            "ratio", "order", "fitted", "within"]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        lines = [line for line in pool.map(work, every) if line is not None]
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for line in lines:
        print("| " + " | ".join(line) + " |")
    if arguments.csv:
        with open(arguments.csv, "w", newline="", encoding="utf-8") as out:
            csv.writer(out).writerows([head, *lines])


if __name__ == "__main__":
    main()
