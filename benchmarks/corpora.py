"""How much C of public repositories is understood, and whether the verdicts about it are right.

``corpora.py CLONE...`` takes work trees of esbmc/esbmc (``corpus/esbmc.py`` says which of its regression tests count),
of sosy-lab/cpachecker (``corpus/cpachecker.py``: its test programs), and collections of SV-COMP
(``corpus/sv_comp.py``). Their ways to say "error" become ours on a
copy of each text (``corpus/conventions.py``). Prints, per folder, how many programs are parsed, get an automaton, and
are decided by explicit values or bounded model checking; the features that are missing, by frequency; what was left
out (``corpus/acceptance.py``: what gcc does not accept, what has no function to begin with, what starts threads); and
every verdict that contradicts the corpus. ``--smoke`` needs no clone: it takes this repository's examples.
Exits with 1 if a verdict is wrong.
"""

from __future__ import annotations

import argparse
import fnmatch
import itertools
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from corpus import cpachecker, esbmc, sv_comp, tables
from corpus.conventions import make_headers
from corpus.measuring import Measure, Result, Row
from corpus.tasks import CorpusTask, Expectation, Skipped, Violation

from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.program.types.data_model import DataModel

_OWN = Path(__file__).resolve().parent.parent / "examples"


def main() -> int:
    arguments = _arguments()
    clones = [] if arguments.smoke else arguments.clones
    found = list(own()) if arguments.smoke else [each for clone in clones for each in tasks(clone)]
    taken = [t for t in found if isinstance(t, CorpusTask) and chosen(t, arguments.only)][:: arguments.every]
    skipped = [s for s in found if isinstance(s, Skipped)]
    measured = _measured(taken[: arguments.limit], arguments)
    rows = [row for row in measured if not row.left_out]
    skipped += [Skipped(row.task.name, row.task.folder, row.left_out) for row in measured if row.left_out]
    tables.show(rows, skipped, [*clones, _OWN])
    if arguments.csv:
        tables.write_csv(arguments.csv, rows)
    return 1 if any(row.result is Result.WRONG for row in rows) else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clones", nargs="*", type=Path, help="work trees of the repositories")
    parser.add_argument("--limit", type=int, help="at most so many tasks")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one task in N: a sample")
    parser.add_argument("--jobs", type=int, default=1, help="tasks at a time")
    parser.add_argument("--cpu", type=float, help="CPU seconds per task (default: 30; smoke: 2)")
    parser.add_argument("--only", metavar="GLOB", help="tasks whose folder and name match, as in '*bitvectors*'")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a row per task")
    parser.add_argument("--build-only", action="store_true", help="parse and build, and do not verify")
    parser.add_argument("--smoke", action="store_true", help="the examples of this repository, under a minute")
    given = parser.parse_args()
    if not given.smoke and not given.clones:
        parser.error("name a clone, or --smoke")
    given.cpu = given.cpu or (2.0 if given.smoke else 30.0)
    return given


def tasks(clone: Path) -> Iterator[CorpusTask | Skipped]:
    if sv_comp.root_of(clone) is not None:
        return sv_comp.tasks(clone)
    if (clone / "regression").is_dir():
        return esbmc.tasks(clone)
    if (clone / "test" / "programs").is_dir():
        return cpachecker.tasks(clone)
    sys.exit(f"{clone} is a work tree of neither esbmc nor cpachecker, and no collection of SV-COMP")


def own(folder: Path = _OWN) -> Iterator[CorpusTask]:
    """The examples; each tells its verdict in its first line."""
    for program in sorted(folder.glob("*.c")):
        told = re.search(r"EXPECT: (true|false)", program.read_text(encoding="utf-8").partition("\n")[0])
        expected = Expectation(Verdict(told[1])) if told else None
        violations = frozenset({Violation.CALL})
        yield CorpusTask(program.name, "examples", (program,), DataModel.LP64, violations, expected)


def chosen(task: CorpusTask, pattern: str | None) -> bool:
    return pattern is None or fnmatch.fnmatch(f"{task.folder}/{task.name}", pattern)


def _measured(tasks: Sequence[CorpusTask], arguments: argparse.Namespace) -> list[Row]:
    with (
        tempfile.TemporaryDirectory() as headers,
        Workers((*MODULES, "corpus.measuring")) as workers,
        ThreadPoolExecutor(arguments.jobs) as threads,
    ):
        make_headers(Path(headers))
        measure = Measure(workers, headers, arguments.cpu, arguments.build_only)
        return list(_watched(threads.map(measure.row, tasks), len(tasks)))


def _watched(rows: Iterable[Row], total: int) -> Iterator[Row]:
    for number, row in zip(itertools.count(1), rows):
        if number % 100 == 0:
            print(f"{number} of {total}", file=sys.stderr)
        yield row


if __name__ == "__main__":
    sys.exit(main())
