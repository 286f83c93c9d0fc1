"""Ranged analyses against the analyses that they are made of (ranged analysis, Sect. 6, in kind).

``ranged.py [CLONE...]`` takes the programs of ``analyses.py`` (those about loops), or the examples of this repository,
and runs on each of them, one after the other and under the same limit of CPU time for the whole of a flow: symbolic
execution alone, and Ra-2Se with the splitters Lb3, Lb10, Rdm and Rdm9; Ra-3Se; bounded model checking alone, and
Ra-2bmc; predicate abstraction alone, and Ra-Se-Pred. Prints how many tasks each solves; how many that none of its parts
solves alone, and how many not that one of them does; what is wrong; for how many tasks there was more than one range.
For those of them that the flow and its first part solve: the medians of the factors of CPU time and of elapsed time.
``--smoke`` takes three examples, and three flows. Exits with 1 if a verdict is wrong, or if two flows contradict each
other.
"""

from __future__ import annotations

import argparse
import fnmatch
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from analyses import LOOPS
from corpora import own, tasks
from corpus.conventions import make_headers
from corpus.measuring import Measure, Result, Row
from corpus.records import record_of
from corpus.tasks import CorpusTask
from rich.console import Console
from rich.table import Table

from coveriflow.actors import bmc, predicate, split_loops, split_random, symbolic
from coveriflow.actors.algebra import Composition, Flow
from coveriflow.artifacts.ranges import Ranges
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.workers import Workers
from coveriflow.flows.compositions import confirmed, ranged
from coveriflow.flows.worker_modules import MODULES

_SMOKE = ("mid.c", "halves-bug.c", "abspow.c")
_SE, _BMC, _PRED = confirmed(symbolic()), confirmed(bmc()), confirmed(predicate())


@dataclass(frozen=True)
class Entry:
    """A flow to be measured; ``parts``: the names of those that it is made of, the first one to be compared with."""

    composition: Composition
    parts: tuple[str, ...] = ()


ENTRIES: Mapping[str, Entry] = {
    "SymbExec": Entry(_SE),
    "Ra-2Se-Lb3": Entry(ranged(split_loops(), _SE, _SE), ("SymbExec",)),
    "Ra-2Se-Lb10": Entry(ranged(split_loops(bounds="10"), _SE, _SE), ("SymbExec",)),
    "Ra-2Se-Rdm": Entry(ranged(split_random(), _SE, _SE), ("SymbExec",)),
    "Ra-2Se-Rdm9": Entry(ranged(split_random(probability=0.9), _SE, _SE), ("SymbExec",)),
    "Ra-3Se-Lb": Entry(ranged(split_loops(bounds="3,10"), _SE, _SE, _SE), ("SymbExec",)),
    "Bmc": Entry(_BMC),
    "Ra-2bmc-Lb3": Entry(ranged(split_loops(), _BMC, _BMC), ("Bmc",)),
    "Ra-2bmc-Rdm9": Entry(ranged(split_random(probability=0.9), _BMC, _BMC), ("Bmc",)),
    "Pred": Entry(_PRED),
    "Ra-Se-Pred-Lb3": Entry(ranged(split_loops(), _SE, _PRED), ("Pred", "SymbExec")),
}


@dataclass(frozen=True)
class Measured:
    """A row, the elapsed time, and the number of ranges."""

    row: Row
    wall: float
    ranges: int

    @property
    def is_solved(self) -> bool:
        """With a verdict that is not wrong."""
        return record_of("", self.row).is_solved


Solved = Mapping[str, Mapping[str, Measured]]
"""By task, by flow."""


def main() -> int:
    arguments = _arguments()
    found = [each for clone in arguments.clones for each in tasks(clone)] if arguments.clones else list(own())
    taken = [t for t in found if isinstance(t, CorpusTask) and _chosen(t, arguments)][:: arguments.every]
    solved = _measured(taken, arguments)
    _show(solved, arguments)
    return _exit_code(solved)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clones", nargs="*", type=Path, help="work trees of the repositories of analyses.py")
    parser.add_argument("--flows", nargs="+", choices=ENTRIES, default=list(ENTRIES))
    parser.add_argument("--only", metavar="GLOB", help="tasks whose folder and name match")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one task in N: a sample")
    parser.add_argument("--cpu", type=float, default=30.0, help="CPU seconds per task and flow (default: 30)")
    parser.add_argument("--smoke", action="store_true", help="three examples, three flows, under a minute")
    given = parser.parse_args()
    if given.smoke:
        given.clones, given.cpu, given.flows = [], 4.0, ["SymbExec", "Ra-2Se-Lb3", "Ra-2Se-Rdm"]
    return given


def _chosen(task: CorpusTask, arguments: argparse.Namespace) -> bool:
    if arguments.smoke:
        return task.name in _SMOKE
    patterns = [arguments.only] if arguments.only else LOOPS if arguments.clones else ["*"]
    return any(fnmatch.fnmatch(f"{task.folder} {task.name}", pattern) for pattern in patterns)


def _measured(taken: Sequence[CorpusTask], arguments: argparse.Namespace) -> Solved:
    found: dict[str, Mapping[str, Measured]] = {}
    with tempfile.TemporaryDirectory() as headers, Workers((*MODULES, "corpus.measuring")) as workers:
        make_headers(Path(headers))
        measure = Measure(workers, headers, arguments.cpu)
        for number, task in enumerate(taken, start=1):
            print(f"{number} of {len(taken)}: {task.folder} {task.name}", file=sys.stderr)
            found[f"{task.folder} {task.name}"] = dict(_rows(measure, task, arguments.flows))
    return found


def _rows(measure: Measure, task: CorpusTask, flows: Sequence[str]) -> Iterator[tuple[str, Measured]]:
    row, done = measure.built(task)
    for name in flows:
        if done is None:
            yield name, Measured(row, 0.0, 0)
            continue
        begun, seen = time.monotonic(), list[object]()
        verified = measure.verified(row, done, Flow(name, ENTRIES[name].composition), seen.extend)
        ranges = max((len(each.parts) for each in seen if isinstance(each, Ranges)), default=1)
        yield name, Measured(verified, time.monotonic() - begun, ranges)


def _show(solved: Solved, arguments: argparse.Namespace) -> None:
    title = f"{len(solved)} programs, {arguments.cpu:g} s of CPU time for each flow"
    columns = ("solved", "true", "false", "additional", "missed", "wrong", "parted", "CPU factor", "wall factor")
    table = Table("flow", *columns, title=title)
    for name in arguments.flows:
        table.add_row(name, *_cells(name, solved))
    Console(width=140).print(table)
    for task, rows in solved.items():
        for name, one in rows.items():
            if one.row.result in (Result.WRONG, Result.CRASH):
                print(f"{one.row.result.value}: {name}: {task}: {one.row.verdict or one.row.crash}")


def _cells(name: str, solved: Solved) -> Iterator[str]:
    rows = [each for each in solved.values() if name in each]
    mine = [each for each in rows if each[name].is_solved]
    parts = [part for part in ENTRIES[name].parts if all(part in each for each in rows)]
    yield str(len(mine))
    for verdict in (Verdict.TRUE, Verdict.FALSE):
        yield str(sum(each[name].row.verdict is verdict for each in mine))
    alone = [each for each in rows if any(each[part].is_solved for part in parts)]
    yield str(sum(each not in alone for each in mine)) if parts else ""
    yield str(sum(each not in mine for each in alone)) if parts else ""
    yield str(sum(record_of(name, each[name].row).is_wrong for each in rows))
    yield str(sum(each[name].ranges > 1 for each in rows)) if parts else ""
    both = [(each[name], each[parts[0]]) for each in mine if parts and each[parts[0]].is_solved]
    pairs = [(one, other) for one, other in both if one.ranges > 1]
    for value in (lambda m: m.row.seconds, lambda m: m.wall):
        factors = [value(one) / max(value(other), 0.01) for one, other in pairs]
        yield f"{statistics.median(factors):.2f}" if factors else ""


def _exit_code(solved: Solved) -> int:
    wrong = any(one.row.result in (Result.WRONG, Result.CRASH) for rows in solved.values() for one in rows.values())
    verdicts = [{one.row.verdict for one in rows.values()} for rows in solved.values()]
    return int(wrong or any({Verdict.TRUE, Verdict.FALSE} <= each for each in verdicts))


if __name__ == "__main__":
    sys.exit(main())
