"""How much sooner two symbolic executions side by side are done than one, on safe programs of at least 10,000 paths.

The programs are those of ``paths/``. Each is verified by symbolic execution alone; by Ra-2Se with balanced ranges;
with dynamic splitting; and with the splitters Lb3 and Rdm9: all one after the other, without limits that they reach.
Prints elapsed seconds as multiples of those of the analysis alone, and how long splitters take. Of the geometric means,
at most 0.6 is asked for with balanced ranges, and 0.55 with dynamic splitting, on two cores with no other work.
``--csv`` keeps what was measured: the same command goes on where it was stopped, and with ``--show`` it only shows what
the file has. ``--smoke``: one program with fewer paths, in a minute. Exits with 1 if a verdict is not true.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.records import Records
from rich.console import Console
from rich.table import Table

from coveriflow.actors import split_balanced, split_loops, split_random, symbolic
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composition, Splitting
from coveriflow.artifacts.answers import ClosedPathTree, Composite, Evidence, InRanges
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.compositions import confirmed, ranged
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES

_SE = confirmed(symbolic())
FLOWS: Mapping[str, Composition] = {
    "SymbExec": _SE,
    "Ra-2Se-balanced": ranged(split_balanced(), _SE, _SE),
    "Ra-2Se-dynamic": ranged(split_balanced(probes=16), _SE, _SE, splitting=Splitting.DYNAMIC),
    "Ra-2Se-Lb3": ranged(split_loops(), _SE, _SE),
    "Ra-2Se-Rdm9": ranged(split_random(probability=0.9), _SE, _SE),
}
_QUIET = 0.15
"""Of the elapsed time, CPU time of others that does not count as disturbing: our own front end, say."""
ASKED = {"Ra-2Se-balanced": 0.6, "Ra-2Se-dynamic": 0.55}
_LIMITS = Limits(cpu=3600.0, wall=1800.0, memory=8 << 30)
_SMALL = ("flags.c", "i < 12", "i < 8")
"""The program of the smoke test: with 768 paths."""


@dataclass(frozen=True)
class Measured:
    """Seconds of elapsed time, of CPU time, of the splitter, and of CPU time that others used meanwhile; ``parts``:
    ranges in the end.
    """

    program: str
    flow: str
    verdict: str
    paths: int
    parts: int
    wall: float
    cpu: float
    splitting: float
    others: float

    @property
    def is_quiet(self) -> bool:
        """Whether the machine was left alone, nearly."""
        return self.others <= _QUIET * self.wall


def main() -> int:
    arguments = _arguments()
    kept = Records(arguments.csv, Measured)
    found = kept.known()
    if not arguments.show:
        with Workers(MODULES) as workers:
            _measure(workers, arguments, found, kept)
    _show(Console(width=150), found, arguments.flows)
    return int(any(each.verdict != Verdict.TRUE.value for each in found))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", help="names in paths/ (default: all)")
    parser.add_argument("--flows", nargs="+", choices=FLOWS, default=list(FLOWS))
    parser.add_argument("--csv", type=Path, metavar="FILE", help="keep what was measured, and go on from there")
    parser.add_argument("--seconds", type=float, default=3600.0, help="begin nothing after so many (default: 3600)")
    parser.add_argument("--times", type=int, default=2, help="at most, where others disturb (default: 2)")
    parser.add_argument("--show", action="store_true", help="measure nothing")
    parser.add_argument("--smoke", action="store_true", help="one program with fewer paths, three flows, in a minute")
    given = parser.parse_args()
    if given.smoke:
        given.programs, given.flows, given.times = [_SMALL[0]], list(FLOWS)[:3], 1
    return given


def _measure(workers: Workers, arguments: argparse.Namespace, found: list[Measured], kept: Records[Measured]) -> None:
    began = time.monotonic()
    _perform(workers, FLOWS["SymbExec"], _task("flags.c", smoke=True))  # all modules are there then
    for name in arguments.programs or sorted(each.name for each in _folder().glob("*.c")):
        task = _task(name, smoke=arguments.smoke)
        for flow in arguments.flows:
            is_known = any((each.program, each.flow) == (name, flow) for each in found)
            if is_known or time.monotonic() - began > arguments.seconds:
                continue
            print(f"{flow}: {name}", file=sys.stderr)
            found.append(_best(workers, name, flow, task, arguments.times))
            kept.add([found[-1]])


def _best(workers: Workers, name: str, flow: str, task: Task, times: int) -> Measured:
    """The one that others disturbed least; again only where they did."""
    best = _measured(workers, name, flow, task)
    for _ in range(times - 1):
        if not best.is_quiet:
            print(f"  others used {best.others:.1f} s of CPU time: again", file=sys.stderr)
            other = _measured(workers, name, flow, task)
            best = min(best, other, key=lambda each: each.others / each.wall)
    return best


def _busy() -> float:
    """Seconds of CPU time that all processes have used, since the machine began."""
    with open("/proc/stat") as file:
        user, nice, system, _idle, _wait, *others = map(int, file.readline().split()[1:8])
    return (user + nice + system + sum(others)) / os.sysconf("SC_CLK_TCK")


def _folder() -> Path:
    return Path(__file__).with_name("paths")


def _task(name: str, *, smoke: bool) -> Task:
    text = (_folder() / name).read_text()
    text = text.replace(_SMALL[1], _SMALL[2]) if smoke else text
    return Task((Source(name, text, text),))


def _perform(workers: Workers, composition: Composition, task: Task) -> Run:
    listener = Listener()
    return run(Flow("flow", composition), task, _LIMITS, in_workers(workers, listener), listener)


def _measured(workers: Workers, name: str, flow: str, task: Task) -> Measured:
    began, busy = time.monotonic(), _busy()
    done = _perform(workers, FLOWS[flow], task)
    wall = time.monotonic() - began
    others = max(0.0, _busy() - busy - done.resources.cpu)
    splitting = sum(turn.resources.wall for turn in done.turns if turn.actor.name.startswith("split"))
    parts = sum(turn.within is not None for turn in done.turns) or 1
    paths = _paths(done.answer.evidence)
    return Measured(name, flow, done.answer.verdict.value, paths, parts, wall, done.resources.cpu, splitting, others)


def _paths(evidence: Evidence | None) -> int:
    match evidence:
        case ClosedPathTree(paths):
            return paths
        case Composite(covered, residual):
            return _paths(covered) + _paths(residual)
        case InRanges(parts):
            return sum(map(_paths, parts))
        case _:
            return 0


# --- tables -----------------------------------------------------------------------------------------------------------


def _show(console: Console, found: Sequence[Measured], flows: Sequence[str]) -> None:
    others = [flow for flow in flows if flow != "SymbExec"]
    table = Table("program", "paths", "alone, s", *others, title="elapsed time as a multiple of the analysis alone")
    for program in dict.fromkeys(each.program for each in found):
        rows = {each.flow: each for each in found if each.program == program}
        if (alone := rows.get("SymbExec")) is not None:
            cells = (_cell(rows[flow], alone) if flow in rows else "" for flow in others)
            table.add_row(program, str(alone.paths), f"{alone.wall:.1f}", *cells)
    means = {flow: list(_factors(found, flow)) for flow in others}
    shown = (f"{statistics.geometric_mean(each):.3f}" if each else "" for each in means.values())
    table.add_row("geometric mean", "", "", *shown, style="bold")
    asked = (f"at most {ASKED[flow]}" if flow in ASKED else "" for flow in others)
    table.add_row("asked for", "", "", *asked)
    console.print(table)
    slowest = max((each.splitting for each in found), default=0.0)
    console.print(
        f"In brackets: ranges; ~: others used the machine as well. The slowest splitter took {slowest:.2f} s."
    )


def _cell(one: Measured, alone: Measured) -> str:
    wrong = "" if one.verdict == Verdict.TRUE.value else f" {one.verdict}!"
    return f"{one.wall / alone.wall:.3f} ({one.parts}){'' if one.is_quiet else '~'}{wrong}"


def _factors(found: Sequence[Measured], flow: str) -> Iterator[float]:
    alone = {each.program: each.wall for each in found if each.flow == "SymbExec"}
    yield from (each.wall / alone[each.program] for each in found if each.flow == flow and each.program in alone)


if __name__ == "__main__":
    sys.exit(main())
