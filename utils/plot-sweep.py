#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Plot a result file of `datapath sweep`: plot-sweep.py FILE [--out DIR] [--table]

Writes, as PNG and SVG, those of these that the file has the figures for:
  throughput-footprint  throughput against mean footprint, Pareto front numbered and listed
  throughput-ring       throughput over ring size, a panel an MTU, a line a kind of buffers
  cycles-by-kind        cycles per delivered frame, stacked by kind of cost
  pool-ring             throughput, footprint and pool counters over the size of the pool's ring

With --over it draws one figure of your own instead, NAME.svg, a panel for each --panel:
  plot-sweep.py FILE --over qsize --by kernel --name cpumap \\
      --panel 'Mpps: received=1000/`rows.src_rx.ns`; to UDP=mpps | thread, 6.3=6.8'
A panel is its axis, a colon, and lines; a line is LABEL=EXPRESSION over the figures of the JSON
result, whose path is joined by dots (in backticks unless it is a plain name); behind a bar stand
published values, drawn as horizontal lines. --bars draws bars, as for words.

Error bars are 95 % confidence intervals of the mean over replications (Student-t). Where a plot
cannot show a varied parameter it takes the value with most runs, and says so.
"""

import argparse
import contextlib
import itertools
import json
import pathlib
import sqlite3
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, LogLocator, NullLocator, ScalarFormatter
from scipy import stats

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES = ("-", "--", ":", "-.")
HATCHES = ("", "///", "...", "\\\\\\", "xxx", "ooo", "+++", "---", "***", "|||")
UNITS = {
    "mtu": "B", "headroom": "B", "page-size": "B", "frame-size": "B", "ring": "entries",
    "pool-ring": "entries", "rate": "frames/s",
}  # fmt: skip
FIGURES = {  # column: path in the JSON result
    "gbps": ("gbps",),
    "footprint": ("footprint_bytes", "mean"),
    "cycles": ("cycles_per_frame", "total"),
    "delivered": ("frames_delivered",),
}
KIND = "kind:"
POOL = "pool:"

plt.rcParams.update(
    {
        "font.size": 9,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "0.85",
        "legend.frameon": False,
        "hatch.linewidth": 0.5,
        "svg.hashsalt": "linux-datapath",
    }
)


class NothingToPlot(Exception):
    """The file does not vary or measure what a plot shows."""


# ---- reading


def figures_of(result):
    row = {}
    for column, path in FIGURES.items():
        value = result
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        row[column] = value
    for kind, cycles in ((result.get("cycles_per_frame") or {}).get("by_kind") or {}).items():
        row[KIND + kind] = cycles
    for counter, count in (result.get("pool") or {}).items():
        row[POOL + counter] = count
    return row


def rows_of(path):
    """Configuration and result of every replication, as JSON."""
    if not pathlib.Path(path).is_file():
        raise ValueError(f"{path} is no file; accepted is a result file of datapath sweep")
    # A reader of a shared log would leave its files behind; without a log there is none to share.
    mode = "mode=ro" if pathlib.Path(path + "-wal").exists() else "immutable=1"
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?{mode}", uri=True)) as database:
            found = database.execute("SELECT config, result FROM replication").fetchall()
    except sqlite3.DatabaseError as error:
        raise ValueError(f"{path} is no result file of datapath sweep: {error}") from error
    if not found:
        raise ValueError(f"{path} holds no run yet; accepted is a file with results")
    return found


def read(path):
    """A frame with a row per replication; the names of the configuration's columns."""
    found = rows_of(path)
    configs = [json.loads(config) for config, _ in found]
    rows = [figures_of(json.loads(result)) for _, result in found]
    config = pd.DataFrame(configs)
    columns = [name for name in config.columns if name != "seed"]
    frame = pd.concat([config, pd.DataFrame(rows)], axis=1)
    for column in list(FIGURES) + [c for c in frame.columns if c.startswith((KIND, POOL))]:
        frame[column] = pd.to_numeric(frame[column])
    return frame.sort_values(columns, kind="stable").reset_index(drop=True), columns


def varied(frame, columns):
    return [name for name in columns if frame[name].nunique(dropna=False) > 1]


def half_width(values):
    """Half of the 95 % confidence interval of the mean; no bar for a single replication."""
    count = values.count()
    if count < 2:
        return 0.0
    return stats.t.ppf(0.975, count - 1) * values.std(ddof=1) / np.sqrt(count)


def points(frame, by, figures):
    """A row per point: mean and half-width of each figure over the replications."""
    if not by:
        frame, by = frame.assign(_all=0), ["_all"]
    groups = frame.groupby(by, sort=True, dropna=False)
    table = groups[figures].mean()
    for figure in figures:
        table[figure + "_ci"] = groups[figure].apply(half_width)
    return table.reset_index()


def following(frame):
    """Runs whose pool ring follows the ring, as the driver has it."""
    if "pool-ring" in frame and "ring" in frame:
        return frame[frame["pool-ring"] == frame["ring"]]
    return frame


def at_reference(frame, whole, columns, keep):
    """Runs at the most frequent value of what a plot cannot show, and a text that says so."""
    said = []
    for name in varied(frame, columns):
        if name in keep:
            continue
        value = whole[name].value_counts().sort_index().idxmax()
        frame = frame[frame[name] == value]
        said.append(setting(name, value))
    return frame, ", ".join(said)


def setting(name, value):
    unit = UNITS.get(name, "")
    return f"{name} {value}" + (f" {unit}" if unit == "B" else "")


def require(frame, *figures):
    for figure in figures:
        if figure not in frame or frame[figure].isna().all():
            raise NothingToPlot(f"no {figure} in it")


# ---- drawing


def made_folder(path):
    folder = pathlib.Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def save(figure, folder, name):
    for suffix in ("png", "svg"):
        metadata = {"Date": None} if suffix == "svg" else {"Software": None}
        figure.savefig(folder / f"{name}.{suffix}", dpi=150, metadata=metadata)
    plt.close(figure)


def log2_axis(axis, values):
    axis.set_xscale("log", base=2)
    axis.xaxis.set_major_locator(FixedLocator(sorted(set(values))))
    axis.xaxis.set_minor_locator(NullLocator())
    axis.xaxis.set_major_formatter(ScalarFormatter())
    axis.tick_params(axis="x", labelrotation=45 if len(set(values)) > 6 else 0)


def greys(count):
    return [str(round(level, 2)) for level in np.linspace(0.3, 0.97, max(count, 2))][:count]


def pareto(table):
    """Points that no other beats in throughput without holding more memory."""
    front, best = [], -np.inf
    for row in table.sort_values(["footprint", "gbps"], ascending=[True, False]).itertuples():
        if row.gbps > best:
            front.append(row.Index)
            best = row.gbps
    return front


def style_columns(table, names):
    """Which parameter is told by the marker and which by the grey level."""
    few = [n for n in names if table[n].nunique() <= len(MARKERS)]
    shape = "buffers" if "buffers" in few else (few[0] if few else None)
    rest = [n for n in few if n != shape]
    shade = "mtu" if "mtu" in rest else (rest[0] if rest else None)
    return shape, shade


def scatter(axis, table, shape, shade):
    shapes = sorted(table[shape].unique()) if shape else [None]
    shades = sorted(table[shade].unique()) if shade else [None]
    handles = []
    for marker, kind in zip(MARKERS, shapes):
        handles += [Line2D([], [], marker=marker, color="k", mfc="0.6", ls="", label=kind)]
        for grey, level in zip(greys(len(shades)), shades):
            chosen = np.ones(len(table), bool)
            chosen &= (table[shape] == kind) if shape else True
            chosen &= (table[shade] == level) if shade else True
            part = table[chosen]
            axis.errorbar(
                part["footprint"] / 1024, part["gbps"],
                xerr=part["footprint_ci"] / 1024, yerr=part["gbps_ci"],
                fmt=marker, ms=5, mfc=grey, mec="k", mew=0.6, ecolor="0.4", elinewidth=0.7,
            )  # fmt: skip
    if not shape:
        handles = []
    if shade:
        handles += [
            Line2D([], [], marker="o", color="k", mfc=grey, ls="", label=setting(shade, level))
            for grey, level in zip(greys(len(shades)), shades)
        ]
    return handles


def throughput_footprint(frame, columns, folder):
    require(frame, "gbps", "footprint")
    names = varied(frame, columns)
    table = points(frame, names, ["gbps", "footprint"])
    if len(table) < 2:
        raise NothingToPlot("a single point")
    shape, shade = style_columns(table, names)
    figure, axis = plt.subplots(figsize=(10.5, 5.5), layout="constrained")
    handles = scatter(axis, table, shape, shade)
    front = table.loc[pareto(table)]
    axis.plot(
        front["footprint"] / 1024, front["gbps"], "k-", lw=1, drawstyle="steps-post", zorder=1
    )
    handles.append(Line2D([], [], color="k", lw=1, label="Pareto front"))
    lines = []
    for number, (_, row) in enumerate(front.iterrows(), 1):
        axis.annotate(
            str(number), (row["footprint"] / 1024, row["gbps"]),
            xytext=(-5, 6) if number % 2 else (6, -12), textcoords="offset points",
            ha="right" if number % 2 else "left", weight="bold",
        )  # fmt: skip
        follows = row.get("pool-ring") == row.get("ring")
        shown = [name for name in names if not (follows and name == "pool-ring")]
        what = ", ".join(setting(name, row[name]) for name in shown)
        lines.append(
            f"{number:2d}  {row['gbps']:.2f} Gb/s  {row['footprint'] / 1024:.0f} KiB\n      {what}"
        )
    axis.set_xscale("log")
    axis.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.xaxis.set_minor_locator(NullLocator())
    axis.xaxis.set_major_formatter(ScalarFormatter())
    axis.set_xlabel("mean memory footprint [KiB]")
    axis.set_ylabel("throughput [Gb/s]")
    axis.set_title("Throughput against memory, 95 % intervals")
    axis.margins(0.07)
    lines = lines[:16] + (["..."] if len(lines) > 16 else [])
    axis.legend(handles=handles, loc="upper left", bbox_to_anchor=(1.01, 1.0), fontsize=8)
    below = 1.0 - 0.042 * (len(handles) + 1)
    axis.text(
        1.03, below, "On the front:\n" + "\n".join(lines),
        transform=axis.transAxes, va="top", fontsize=7.5, linespacing=1.25,
    )  # fmt: skip
    save(figure, folder, "throughput-footprint")


def throughput_ring(frame, columns, folder):
    require(frame, "gbps")
    part = following(frame)
    if "ring" not in varied(part, columns):
        raise NothingToPlot("ring is not varied")
    part, said = at_reference(part, frame, columns, ("ring", "pool-ring", "mtu", "buffers"))
    panels = sorted(part["mtu"].unique()) if "mtu" in part else [None]
    kinds = sorted(part["buffers"].unique()) if "buffers" in part else [None]
    figure, axes = plt.subplots(
        1, len(panels), figsize=(3.3 * len(panels) + 2.2, 3.8), squeeze=False, layout="constrained"
    )
    for axis, mtu in zip(axes[0], panels):
        panel = part[part["mtu"] == mtu] if mtu is not None else part
        for kind, marker, dash in zip(kinds, itertools.cycle(MARKERS), itertools.cycle(DASHES)):
            line = points(panel[panel["buffers"] == kind] if kind else panel, ["ring"], ["gbps"])
            axis.errorbar(
                line["ring"], line["gbps"], yerr=line["gbps_ci"],
                color="k", ls=dash, marker=marker, mfc="w", ms=5, lw=1, capsize=3, label=kind,
            )  # fmt: skip
        log2_axis(axis, part["ring"])
        axis.set_xlabel("ring [entries]")
        axis.set_title(setting("MTU", f"{mtu} B") if mtu is not None else "")
    axes[0][0].set_ylabel("throughput [Gb/s]")
    if kinds != [None]:
        axes[0][-1].legend(loc="upper left", bbox_to_anchor=(1.02, 1.0), title="buffers")
    figure.suptitle("Throughput over ring size, 95 % intervals" + (f" ({said})" if said else ""))
    save(figure, folder, "throughput-ring")


def cycles_by_kind(frame, columns, folder):
    kinds = [c for c in frame.columns if c.startswith(KIND)]
    if not kinds or frame[kinds].isna().all().all():
        raise NothingToPlot("no cycles by kind in it")
    part, said = at_reference(following(frame), frame, columns, ("mtu", "buffers", "pool-ring"))
    part = part.assign(total=part[kinds].sum(axis=1)).fillna({kind: 0 for kind in kinds})
    names = [name for name in ("mtu", "buffers") if name in part]
    table = points(part, names, kinds + ["total"])
    kinds = sorted((k for k in kinds if table[k].max() > 0), key=lambda k: -table[k].mean())
    figure, axis = plt.subplots(figsize=(1.2 + 0.75 * len(table) + 2.5, 4.6), layout="constrained")
    place = np.arange(len(table), dtype=float)
    if "mtu" in table:
        place += 0.6 * table["mtu"].rank(method="dense").to_numpy()  # a gap between MTUs
    bottom = np.zeros(len(table))
    for kind, grey, hatch in zip(kinds, greys(len(kinds))[::-1], itertools.cycle(HATCHES)):
        axis.bar(
            place, table[kind], 0.8, bottom, color=grey, hatch=hatch, edgecolor="k", lw=0.5,
            label=kind[len(KIND):],
        )  # fmt: skip
        bottom += table[kind].to_numpy()
    axis.errorbar(place, table["total"], yerr=table["total_ci"], fmt="none", ecolor="k", capsize=3)
    labels = ["\n".join(str(row[name]) for name in names[::-1]) for _, row in table.iterrows()]
    axis.set_xticks(place, labels, fontsize=7.5, rotation=0 if len(table) < 7 else 40)
    axis.set_xlabel("buffers, MTU [B]")
    axis.set_ylabel("cycles per delivered frame, all cores")
    axis.set_title("Where the cycles go" + (f" ({said})" if said else ""))
    handles, texts = axis.get_legend_handles_labels()
    place = dict(loc="upper left", bbox_to_anchor=(1.02, 1.0))
    axis.legend(handles[::-1], texts[::-1], title="kind", **place)
    save(figure, folder, "cycles-by-kind")


def pool_ring_runs(frame, columns):
    """Runs that differ in the pool's ring only: the group with most of them."""
    if "pool-ring" not in frame or frame["pool-ring"].nunique() < 2:
        raise NothingToPlot("pool-ring is not varied at one ring")
    others = [name for name in varied(frame, columns) if name != "pool-ring"]
    if not others:
        return frame, ""
    groups = frame.groupby(others, sort=True, dropna=False)
    sizes = groups["pool-ring"].nunique()
    if sizes.max() < 2:
        raise NothingToPlot("pool-ring is not varied at one ring")
    key = sizes.idxmax()
    values = key if isinstance(key, tuple) else (key,)
    said = ", ".join(setting(name, value) for name, value in zip(others, values))
    return groups.get_group(key), said


def pool_ring(frame, columns, folder):
    require(frame, "gbps")
    part, said = pool_ring_runs(frame, columns)
    part = part.copy()
    counters = []
    for counter, name in (("recycle_ring_full", "ring full"), ("alloc_slow", "slow"),
                          ("alloc_refill", "refill")):  # fmt: skip
        sources = [c for c in part.columns if c.startswith(POOL) and c.endswith(counter)]
        if sources and part["delivered"].gt(0).all():
            part[name] = 1000 * part[sources].sum(axis=1) / part["delivered"]
            counters.append(name)
    table = points(part, ["pool-ring"], ["gbps", "footprint"] + counters)
    figure, axes = plt.subplots(3, 1, figsize=(6, 7.5), sharex=True, layout="constrained")
    style = dict(color="k", mfc="w", ms=5, lw=1, capsize=3)
    x = table["pool-ring"]
    axes[0].errorbar(x, table["gbps"], yerr=table["gbps_ci"], marker="o", **style)
    axes[0].set_ylabel("throughput [Gb/s]")
    axes[1].errorbar(
        x, table["footprint"] / 1024, yerr=table["footprint_ci"] / 1024, marker="s", **style
    )
    axes[1].set_ylabel("mean footprint [KiB]")
    for name, marker, dash in zip(counters, MARKERS, DASHES):
        axes[2].errorbar(
            x, table[name], yerr=table[name + "_ci"], marker=marker, ls=dash, label=name, **style
        )
    axes[2].set_ylabel("per 1000 frames")
    if counters:
        axes[2].legend()
    axes[2].set_xlabel("ring of the pool [entries]")
    log2_axis(axes[2], x)
    figure.suptitle("Size of the pool's ring, 95 % intervals" + (f"\n{said}" if said else ""))
    save(figure, folder, "pool-ring")


# ---- a figure of one's own


class Panel:
    """What --panel says: an axis, lines by label, published values by label."""

    def __init__(self, text):
        text, *marks = text.split("|")
        self.axis, _, lines = text.partition(":")
        self.lines = self.pairs(lines.split(";"), text)
        self.marks = {label: float(value) for label, value in self.pairs(marks, text).items()}

    @staticmethod
    def pairs(texts, whole):
        found = {}
        for text in texts:
            label, equals, value = text.rpartition("=")
            if not equals or not label.strip() or not value.strip():
                raise ValueError(f"--panel {whole!r}: {text!r} is not LABEL=VALUE")
            found[label.strip()] = value.strip()
        return found


def leaves(value, path=()):
    """Figures of a JSON result by their path; rows of a micro-benchmark by their name."""
    if isinstance(value, list):
        value = {row["name"]: row for row in value if isinstance(row, dict) and "name" in row}
    if isinstance(value, dict):
        return {k: v for key in value for k, v in leaves(value[key], (*path, key)).items()}
    return {".".join(path): value}


def read_all(path):
    """As read(), with every figure of the results by its path."""
    found = rows_of(path)
    configs = pd.DataFrame([json.loads(config) for config, _ in found])
    for name in configs:  # attributes without a shorthand are kept as text
        with contextlib.suppress(ValueError):
            configs[name] = pd.to_numeric(configs[name])
    figures = pd.DataFrame([leaves(json.loads(result)) for _, result in found])
    figures = figures.drop(columns=[name for name in figures if name in configs])
    columns = [name for name in configs if name not in ("seed", "duration", "warmup")]
    return pd.concat([configs, figures], axis=1), columns


def evaluate(frame, expression):
    try:
        return frame.eval(expression)
    except (NameError, SyntaxError, TypeError) as error:
        raise ValueError(f"--panel: {expression!r}: {error}") from error


def own_panel(axis, panel, frame, groups, ticks, bars):
    """Lines, or bars, of one panel."""
    count = len(panel.lines) * len(groups)
    looks = itertools.product(panel.lines.items(), groups)
    for number, ((label, expression), group) in enumerate(looks):
        part = frame[frame["_by"] == group]
        line = points(part.assign(_y=evaluate(part, expression)), ["_over"], ["_y"])
        name = f"{label}, {group}" if group else label
        x, y, half = line["_over"], line["_y"], line["_y_ci"]
        if bars:
            x = x.map(ticks.index) + (number - (count - 1) / 2) * 0.8 / count
            grey = greys(count)[number]
            axis.bar(x, y, 0.8 / count, yerr=half, color=grey, edgecolor="k", lw=0.5, label=name)
        else:
            axis.errorbar(
                x, y, yerr=half, color="k", mfc="w", ms=5, lw=1, capsize=3, label=name,
                marker=MARKERS[number % len(MARKERS)], ls=DASHES[number % len(DASHES)],
            )  # fmt: skip
    for (label, value), dash in zip(panel.marks.items(), itertools.cycle(("--", ":", "-."))):
        axis.axhline(value, color="0.4", ls=dash, lw=1.2, label=label)
    axis.set_ylabel(panel.axis)
    axis.set_ylim(bottom=0)
    axis.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), fontsize=8)
    if bars:
        axis.set_xticks(range(len(ticks)), [str(tick) for tick in ticks])
        axis.grid(False, axis="x")
    elif min(ticks) > 0 and max(ticks) >= 8 * min(ticks):
        log2_axis(axis, ticks)


def groups_of(frame, by):
    """A text for each row: the parameters that make a line or bar, and their values."""
    names = by.split(",") if by else []
    if not names:
        return pd.Series("", index=frame.index)
    texts = [frame[name].map(lambda value, name=name: setting(name, value)) for name in names]
    return texts[0].str.cat(texts[1:], sep=", ")


def own_figure(arguments):
    frame, columns = read_all(arguments.file)
    shown = [arguments.over] + (arguments.by.split(",") if arguments.by else [])
    for name in set(shown) - set(columns):
        raise ValueError(f"{name} is no parameter of {arguments.file}")
    kinds = frame.groupby(shown, dropna=False)[columns].nunique(dropna=False).max()
    for name in kinds.index[kinds > 1]:
        raise ValueError(f"{name} is varied too; accepted are figures that show all, with --by")
    frame = frame.sort_values(shown, kind="stable")
    frame = frame.assign(_over=frame[arguments.over], _by=groups_of(frame, arguments.by))
    words = not pd.api.types.is_numeric_dtype(frame["_over"])
    panels = [Panel(text) for text in arguments.panel]
    figure, axes = plt.subplots(
        len(panels), 1, figsize=(7.5, 0.6 + 2.4 * len(panels)), sharex=True, squeeze=False,
        layout="constrained",
    )  # fmt: skip
    for axis, panel in zip(axes[:, 0], panels):
        own_panel(
            axis, panel, frame, list(frame["_by"].unique()), list(frame["_over"].unique()),
            arguments.bars or words,
        )  # fmt: skip
    unit = UNITS.get(arguments.over)
    axes[-1][0].set_xlabel(arguments.xlabel or arguments.over + (f" [{unit}]" if unit else ""))
    path = made_folder(arguments.out) / f"{arguments.name}.svg"
    figure.savefig(path, metadata={"Date": None})


# ---- table


def span(values, form):
    return f"{values.min():{form}}..{values.max():{form}}"


def print_table(frame, columns):
    """A line an MTU and kind of buffers: at the most frequent ring, and the span over all rings."""
    require(frame, "gbps")
    keep = ("mtu", "buffers", "ring", "pool-ring")
    part, said = at_reference(following(frame), frame, columns, keep)
    table = points(part, [n for n in keep[:3] if n in part], ["gbps", "footprint", "cycles"])
    ring = frame["ring"].value_counts().sort_index().idxmax() if "ring" in frame else None
    print(", ".join(t for t in (f"ring {ring}" if ring else "", said) if t) + "; +- 95 %")
    head = f"{'Gb/s':>15} {'KiB held':>9} {'cycles/frame':>13}"
    print(f"{'MTU':>6}  {'buffers':<14} {head}   over all rings: Gb/s, KiB held")
    names = [name for name in keep[:2] if name in part]
    for key, group in table.groupby(names, sort=True) if names else [((), table)]:
        key = dict(zip(names, key if isinstance(key, tuple) else (key,)))
        here = group[group["ring"] == ring] if ring else group
        row = (here if len(here) else group).iloc[0]
        print(
            f"{key.get('mtu', ''):>6}  {key.get('buffers', ''):<14}"
            f" {row['gbps']:7.2f} +- {row['gbps_ci']:4.2f} {row['footprint'] / 1024:>9.0f}"
            f" {row['cycles']:>13.0f}   {span(group['gbps'], '.2f')},"
            f" {span(group['footprint'] / 1024, '.0f')}"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", help="result file of datapath sweep")
    parser.add_argument("--out", default=".", help="folder for the plots [.]")
    parser.add_argument("--table", action="store_true", help="print a summary too")
    own = parser.add_argument_group("a figure of your own")
    own.add_argument("--over", help="parameter of the horizontal axis")
    own.add_argument("--by", help="parameters, by comma, that make a line or bar each")
    own.add_argument("--panel", action="append", default=[], help="'AXIS: LABEL=EXPRESSION; ...'")
    own.add_argument("--bars", action="store_true", help="bars instead of lines")
    own.add_argument("--xlabel", help="text of the horizontal axis [--over]")
    own.add_argument("--name", default="figure", help="of the file, without .svg [figure]")
    arguments = parser.parse_args()
    if bool(arguments.over) != bool(arguments.panel):
        parser.error("--over and --panel go together")
    try:
        if arguments.over:
            own_figure(arguments)
            return 0
        frame, columns = read(arguments.file)
    except ValueError as error:
        print(f"plot-sweep: {error}", file=sys.stderr)
        return 2
    folder = made_folder(arguments.out)
    drawn = 0
    for plot in (throughput_footprint, throughput_ring, cycles_by_kind, pool_ring):
        try:
            plot(frame, columns, folder)
            drawn += 1
        except NothingToPlot as reason:
            name = plot.__name__.replace("_", "-")
            print(f"plot-sweep: {name} left out: {reason}", file=sys.stderr)
    if arguments.table and drawn:
        print_table(frame, columns)
    return 0 if drawn else 1


if __name__ == "__main__":
    sys.exit(main())
