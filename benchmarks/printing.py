"""Whether what is printed of a program behaves as the program does: both compiled by gcc and run on the same inputs.

``printing.py CLONE...`` takes the tasks of ``corpora.py``. Of each that is built, the automaton is printed, the
original and the printed text are compiled with the reference flags, and both are run on 20 vectors of random inputs,
which the interpreter takes too. Compared are the end (error, exit status, abort or failed assumption, inputs used up),
the inputs that were asked for, and the global integers. Executions that are undefined, do not end in time, or depend
on what is unknown are counted apart. ``--smoke`` takes this repository's examples. Exits with 1 if anything differs
or what is printed does not compile.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from corpora import chosen, own, tasks
from corpus.conventions import make_headers
from corpus.printed import job
from corpus.tasks import CorpusTask
from corpus.witnesses import Comparison, make_runtime
from rich.console import Console
from rich.table import Table

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.worker_modules import MODULES

_LIMITS = Limits(cpu=120, wall=300, memory=4 << 30)
_BAD = ("different", "does not compile", "not printed", "crash")
_STATES = ("supported", "compiles", "equal", "different", "not comparable")


def main() -> int:
    arguments = _arguments()
    found = list(own()) if arguments.smoke else [each for clone in arguments.clones for each in tasks(clone)]
    taken = [t for t in found if isinstance(t, CorpusTask) and chosen(t, arguments.only)][:: arguments.every]
    rows = _compared(taken[: arguments.limit], arguments.jobs)
    _show(rows)
    if arguments.csv:
        _write(arguments.csv, rows)
    return 1 if any(row[1] in _BAD for row in rows) else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clones", nargs="*", type=Path, help="work trees of the repositories")
    parser.add_argument("--limit", type=int, help="at most so many tasks")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one task in N: a sample")
    parser.add_argument("--jobs", type=int, default=1, help="tasks at a time")
    parser.add_argument("--only", metavar="GLOB", help="tasks whose folder and name match, as in '*bitvectors*'")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a row per task")
    parser.add_argument("--smoke", action="store_true", help="the examples of this repository, under a minute")
    given = parser.parse_args()
    if not given.smoke and not given.clones:
        parser.error("name a clone, or --smoke")
    return given


Row = tuple[CorpusTask, str, Comparison, str]
"""A task, what became of it, the fates of its vectors, and a reason."""


def _compared(tasks: Sequence[CorpusTask], jobs: int) -> list[Row]:
    with (
        tempfile.TemporaryDirectory() as headers,
        Workers((*MODULES, "corpus.printed")) as workers,
        ThreadPoolExecutor(jobs) as threads,
    ):
        make_headers(Path(headers))
        make_runtime(Path(headers))

        def row(task: CorpusTask) -> Row:
            outcome = workers.submit(job, task, headers, limits=_LIMITS).result()
            if outcome.value is None:
                return task, "crash", Comparison(), f"{outcome.end.value} {outcome.message}"
            state, comparison, reason = outcome.value
            return task, state, comparison, reason

        return list(_watched(threads.map(row, tasks), len(tasks)))


def _watched(rows: Iterator[Row], total: int) -> Iterator[Row]:
    for number, row in zip(itertools.count(1), rows):
        if number % 100 == 0:
            print(f"{number} of {total}", file=sys.stderr)
        if row[1] in _BAD:
            print(_line(row), file=sys.stderr)
        yield row


def _line(row: Row) -> str:
    task, state, _, reason = row
    return f"{state}: {task.name} ({task.model.value}): {reason}"


# --- showing --------------------------------------------------------------------------------------------------------


def _show(rows: Sequence[Row]) -> None:
    console = Console(width=200)
    table = Table("folder", "tasks", *_STATES)
    for folder in sorted({task.folder for task, *_ in rows}):
        table.add_row(folder, *_counts([row for row in rows if row[0].folder == folder]))
    table.add_row("all", *_counts(rows), style="bold")
    console.print(table)
    reasons = Counter(_why(row) for row in rows if row[1] == "not comparable")
    fates = Counter[str]()
    for row in rows:
        fates.update(row[2].fates)
    for title, counts in (("not comparable", reasons), ("vectors", fates)):
        below = Table(title, "count")
        for name, count in counts.most_common():
            below.add_row(name, str(count))
        console.print(below)
    for row in rows:
        if row[1] in _BAD:
            print(_line(row))


def _why(row: Row) -> str:
    fates = row[2].fates
    return fates.most_common(1)[0][0] if fates else row[3].partition(":")[0] or "crash"


def _counts(rows: Sequence[Row]) -> list[str]:
    states = Counter(state for _, state, _, _ in rows)
    supported = len(rows) - states["not supported"]
    compiles = supported - states["does not compile"] - states["not printed"] - states["crash"]
    numbers = [len(rows), supported, compiles, states["equal"], states["different"], states["not comparable"]]
    return [str(number) for number in numbers]


def _write(path: Path, rows: Sequence[Row]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("path", "folder", "model", "state", "equal", "fates", "reason"))
        for task, state, comparison, reason in rows:
            fates = " ".join(f"{name}: {count};" for name, count in comparison.fates.items())
            equal = comparison.fates["equal"]
            writer.writerow((task.name, task.folder, task.model.value, state, equal, fates, reason))


if __name__ == "__main__":
    sys.exit(main())
