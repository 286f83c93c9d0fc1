"""Proofs and deep bugs by acceleration and trace automata (Kroening, Lewis, Weissenbacher 2015, Table 2).

Without arguments: the programs of ``examples/acceleration``, which are safe with unbounded loops, or have deep bugs.
``CLONE...``: loop programs of work trees as for ``corpora.py``; those count that something is accelerated in.
Each program is given to bounded model checking alone (unwinding 100), after ``accelerate``, and after
``accelerate-automata`` (unwinding 3). ``--checker``: another one than our own, CBMC with the same unwindings, or ESBMC
and CPAchecker, which unwind loops further and further while there is time. Shown are the tasks, those accelerated,
right answers, wrong ones, and seconds of CPU time to accelerate and to check; by how much a trace automaton makes a
program longer; and the proofs that only automata give. Verdicts on accelerated programs are executed on the original
where they are false; where they are true they count if they are right, confirmed or not.

``--csv`` keeps a line per program and way: the same command goes on where it was stopped. ``--smoke``: a few programs,
under a minute. Exits with 1 if a verdict is wrong, with 3 if of our own programs automata
leave one undecided.
"""

from __future__ import annotations

import argparse
import math
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from corpora import chosen, own, tasks
from corpus.conventions import make_headers
from corpus.endings import ending
from corpus.measuring import Measure, Result, judged
from corpus.records import Records
from corpus.tasks import CorpusTask
from rich.console import Console
from rich.table import Table

from coveriflow.actors import accelerate, accelerate_automata, bmc, execute, tool, when_false
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.program.errors import InputError, NotSupported

_OWN = Path(__file__).resolve().parent.parent / "examples" / "acceleration"
_ALONE, _FEW = 100, 3
_WAYS = ("alone", "acceleration", "automata")
_CHECKERS = ("bmc", "cbmc", "esbmc", "cpachecker")
_LOOP = re.compile(r"\b(while|for|goto)\b")


def main() -> int:
    arguments = _arguments()
    found = list(_tasks(arguments))
    kept = Records(arguments.csv, Cell)
    known: dict[str, Row] = {}
    for cell in kept.known():
        known.setdefault(cell.task, {})[cell.way] = cell
    with (
        tempfile.TemporaryDirectory() as headers,
        Workers((*MODULES, "corpus.measuring")) as workers,
        ThreadPoolExecutor(max(1, arguments.jobs)) as threads,
    ):
        make_headers(Path(headers))
        measure = Measure(workers, headers, arguments.cpu, patience=arguments.patience)
        ways = _ways(arguments.checker)
        until = math.inf if arguments.seconds is None else time.monotonic() + arguments.seconds

        def row(task: CorpusTask) -> Row:
            there = known.get(_name(task), {})
            if there or not arguments.jobs or time.monotonic() >= until:
                return there
            cells = _measured(measure, ways, task)
            kept.add(cells.values())
            return cells

        rows = [each for each in threads.map(row, found) if each]
    if arguments.clones:
        rows = [row for row in rows if row["automata"].accelerated]
    _show(rows)
    return _exit_code(rows, whole=not arguments.clones)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clones", nargs="*", type=Path, metavar="CLONE", help="a work tree of esbmc or cpachecker")
    parser.add_argument("--checker", choices=_CHECKERS, default="bmc", help="the bounded model checker (default: ours)")
    parser.add_argument("--cpu", type=float, default=30.0, metavar="S", help="CPU seconds per program (default: 30)")
    parser.add_argument("--patience", type=float, default=4.0, metavar="N", help="so many times as much wall time")
    parser.add_argument("--only", metavar="GLOB", help="the tasks whose FOLDER/NAME matches")
    parser.add_argument("--sample", type=int, metavar="N", help="so many tasks, by chance (always the same)")
    parser.add_argument("--seconds", type=float, metavar="S", help="begin no program after so many seconds")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="programs at a time (1); 0: none, only show")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="keep a line per cell, and go on from there")
    parser.add_argument("--smoke", action="store_true", help="a few of our own programs, under a minute")
    return parser.parse_args()


def _tasks(arguments: argparse.Namespace) -> Iterator[CorpusTask]:
    if not arguments.clones:
        found = [task for task in own(_OWN) if chosen(task, arguments.only)]
        yield from [task for task in found if not arguments.smoke or task.name.startswith(_SMOKE)]
        return
    found = [task for clone in arguments.clones for task in tasks(clone) if isinstance(task, CorpusTask)]
    loops = [task for task in found if chosen(task, arguments.only) and any(map(_has_loop, task.files))]
    if arguments.sample and arguments.sample < len(loops):
        loops = random.Random(1).sample(loops, arguments.sample)
    yield from loops


_SMOKE = ("safe-01", "safe-05", "unsafe-02", "unsafe-08")


def _has_loop(file: Path) -> bool:
    return bool(_LOOP.search(file.read_bytes().decode("utf-8", "replace")))


@dataclass(frozen=True)
class Way:
    """A flow, and what its checker is called."""

    flow: Flow
    reducer: str = ""


def _ways(named: str) -> dict[str, Way]:
    def checker(bound: int) -> Composition:
        match named:
            case "cbmc":
                return tool("cbmc", bound=bound)
            case "esbmc":
                return tool("esbmc", "incremental")
            case "cpachecker":
                return tool("cpachecker", "bmc")
            case _:
                return bmc(last_bound=bound) >> when_false(execute())

    return {
        "alone": Way(Flow("alone", checker(_ALONE))),
        "acceleration": Way(Flow("acceleration", accelerate() >> checker(_FEW)), "accelerate"),
        "automata": Way(Flow("automata", accelerate_automata() >> checker(_FEW)), "accelerate-automata"),
    }


@dataclass(frozen=True)
class Cell:
    """What one way says. ``growth``: edges with a trace automaton, for each edge of the accelerated program."""

    task: str
    expected: str
    way: str
    verdict: str
    result: str
    accelerated: int
    accelerating: float
    checking: float
    growth: float
    reason: str


Row = dict[str, Cell]
"""One program, by the way."""


def _name(task: CorpusTask) -> str:
    return f"{task.folder}/{task.name}"


def _measured(measure: Measure, ways: dict[str, Way], task: CorpusTask) -> Row:
    """Each way; only with automata where nothing is accelerated; nothing where the program cannot be asked about."""
    _, done = measure.built(task)
    if done is None or done.task is None:
        return {}
    cells: Row = {}
    for name in reversed(_WAYS):
        listener = Listener()
        try:
            ran = run(ways[name].flow, done.task, measure.limits, in_workers(measure.workers, listener, None), listener)
        except (InputError, NotSupported):
            return {}
        cells[name] = _cell(task, name, ways[name].reducer, ran, done.undefined)
        if name == "automata" and not cells[name].accelerated:
            break
    return cells


def _cell(task: CorpusTask, way: str, reducer: str, ran: Run, undefined: tuple[str, ...]) -> Cell:
    made = next((each for each in ran.artifacts if isinstance(each, Residual)), None)
    acceleration = None if made is None else made.acceleration
    first = sum(turn.resources.cpu for turn in ran.turns if turn.actor.name == reducer)
    rest = sum(turn.resources.cpu for turn in ran.turns) - first
    _, before, after = acceleration.size if acceleration else (1, 1, 1)
    answer = ran.answer
    result = judged(task, answer.verdict, undefined or answer.assumptions)
    return Cell(
        _name(task),
        str(task.expected or ""),
        way,
        answer.verdict.value,
        result.value,
        int(bool(acceleration and made and made.justifications)),
        round(first, 2),
        round(rest, 2),
        round(after / max(1, before), 3),
        answer.reason,
    )


def _show(rows: Sequence[Row]) -> None:
    table = Table("set", "way", "programs", "accelerated", "right", "wrong", "accelerating (s)", "checking (s)")
    for verdict in (Verdict.TRUE, Verdict.FALSE):
        own_rows = [row for row in rows if next(iter(row.values())).expected.rstrip("?") == verdict.value]
        for way in _WAYS:
            cells = [row[way] for row in own_rows if way in row]
            table.add_row(
                "safe" if verdict is Verdict.TRUE else "unsafe",
                way,
                str(len(cells)),
                str(sum(cell.accelerated for cell in cells)),
                str(sum(cell.result == Result.RIGHT.value for cell in cells)),
                str(sum(cell.result == Result.WRONG.value for cell in cells)),
                f"{sum(cell.accelerating for cell in cells):.2f}",
                f"{sum(cell.checking for cell in cells):.2f}",
            )
    console = Console(width=150)
    console.print(table)
    growth = [row["automata"].growth - 1 for row in rows if row["automata"].accelerated]
    if growth:
        console.print(
            f"size increase by trace automata: {sum(growth) / len(growth):.1%} on average, {max(growth):.1%} most"
        )
    for way, other in (("automata", "alone"), ("alone", "automata")):
        names = [row[way].task.rpartition("/")[2] for row in rows if _proves(row, way) and not _proves(row, other)]
        console.print(f"proved by {way} and not by {other}: {len(names)}  {', '.join(names)}")
    for row in rows:
        for cell in row.values():
            if Result(cell.result) not in (Result.RIGHT, Result.UNKNOWN, Result.DECIDED):
                console.print(f"{cell.result}: {cell.task}, {cell.way}: {cell.verdict}")


def _proves(row: Row, way: str) -> bool:
    cell = row.get(way)
    return cell is not None and (cell.result, cell.verdict) == (Result.RIGHT.value, Verdict.TRUE.value)


def _exit_code(rows: Iterable[Row], *, whole: bool) -> int:
    wrong = any(cell.result == Result.WRONG.value for row in rows for cell in row.values())
    left = [row["automata"] for row in rows if whole and row["automata"].result != Result.RIGHT.value]
    for cell in left:
        print(f"not decided: {cell.task}: {cell.reason}", file=sys.stderr)
    return ending(wrong=wrong, missed=bool(left))


if __name__ == "__main__":
    sys.exit(main())
