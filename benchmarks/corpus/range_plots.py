"""Figs. 5, 6 and 7 of ranged analysis, in kind: who takes how long, and factors of time by how long it takes alone."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BUCKETS = (0.0, 1.0, 3.0, 10.0)
"""Seconds of CPU time that the analysis alone takes: where a bucket begins."""


@dataclass(frozen=True)
class Pair:
    """Seconds of one task: of the analysis alone, and of the ranged composition."""

    cpu: float
    cpu_ranged: float
    wall: float
    wall_ranged: float


Pairs = Mapping[str, Sequence[Pair]]
"""By flow."""


def bucket_of(cpu: float) -> int:
    """The number of the bucket."""
    return max(number for number, begin in enumerate(BUCKETS) if cpu >= begin)


def bucket_name(number: int) -> str:
    """As people write it."""
    if number + 1 == len(BUCKETS):
        return f"from {BUCKETS[number]:g} s"
    return f"{BUCKETS[number]:g}-{BUCKETS[number + 1]:g} s"


def factors(pairs: Sequence[Pair], number: int) -> tuple[int, float, float] | None:
    """How many tasks there are in a bucket, and the medians of their factors of CPU time and of elapsed time."""
    here = [pair for pair in pairs if bucket_of(pair.cpu) == number]
    if not here:
        return None
    cpu = statistics.median(pair.cpu_ranged / max(pair.cpu, 0.01) for pair in here)
    return len(here), cpu, statistics.median(pair.wall_ranged / max(pair.wall, 0.01) for pair in here)


def draw(path: Path, pairs: Pairs) -> None:
    """The scatter plot of the first flow that has any; and bars of all flows, whose width is the number of tasks."""
    import matplotlib.pyplot as plt

    figure, (scatter, *bars) = plt.subplots(1, 3, figsize=(13, 4.2), layout="constrained")
    scattered, shown = next(((flow, each) for flow, each in pairs.items() if each), ("ranged", ()))
    scatter.scatter([p.cpu for p in shown], [p.cpu_ranged for p in shown], s=14)
    ends = (0.02, max([1.0, *(max(p.cpu, p.cpu_ranged) for p in shown)]) * 1.3)
    scatter.plot(ends, ends, linewidth=0.6, color="grey")
    scatter.set(xscale="log", yscale="log", xlim=ends, ylim=ends, xlabel="alone, s of CPU time", ylabel=scattered)
    for axes, place, title in zip(bars, (1, 2), ("CPU time", "elapsed time"), strict=True):
        _bars(axes, pairs, place)
        axes.set(title=f"median factor, {title}", ylabel="ranged / alone")
    bars[-1].legend(fontsize="x-small")
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def _bars(axes: Any, pairs: Pairs, place: int) -> None:
    most = max((len(each) for each in pairs.values()), default=1)
    room = 0.8 / max(1, len(pairs))
    for index, (flow, each) in enumerate(pairs.items()):
        found = [(number, got) for number in range(len(BUCKETS)) if (got := factors(each, number)) is not None]
        at = [number - 0.4 + room * (index + 0.5) for number, _ in found]
        widths = [room * (0.35 + 0.6 * got[0] / most) for _, got in found]
        axes.bar(at, [got[place] for _, got in found], width=widths, label=flow)
    axes.axhline(1, linewidth=0.6, color="grey")
    axes.set_xlim(-0.6, len(BUCKETS) - 0.4)
    axes.set_xticks(range(len(BUCKETS)), [bucket_name(number) for number in range(len(BUCKETS))])
