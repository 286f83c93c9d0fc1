"""Which reducer serves which pair of verifiers: Table 1 of the fold paper, in kind.

A configuration is a first verifier, which stops and writes a condition, a reducer, and a second verifier for the
residual program. Rows of the tables are reducers: the seven of the paper, ID (the second verifier on the program
itself), and of ours: monitor, prune, SEP of a minimised condition, and that with a slice. Columns are second verifiers.
The *full* task set has no easy tasks: those that the first verifier solves, or that all second verifiers solve. The
*restricted* one has those that neither of the two verifiers solves alone, the second one with the time of both. ``n+m``
are n solved tasks with evidence that was checked, and m with a stranger's claim. Below stand the tasks that only one of
the seven reducers solves, for a pair of verifiers or for all that were asked.

Tasks are those of ``examples``, and those of ``corpora.py CLONE...`` whose folder and name match ``--only``; with
``--drawn`` and ``--lines`` those of the clones that ``partners.py`` draws. A condition is written once and kept with
all results in the folder ``--results``: the same command goes on where it was stopped, and with ``--jobs 0`` it only
shows what is there. ``--restricted`` leaves out configurations whose verifiers solve a task alone. ``--smoke``: two
programs, in a minute. Exits with 1 if a verdict is wrong.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from cooperation import is_here
from corpora import own, tasks
from corpus import reducer_tables
from corpus.claims import drawn
from corpus.configurations import FIRST, REDUCERS, SECOND, STRANGERS, Configuration, Times
from corpus.conventions import make_headers
from corpus.measuring import Built, Measure, Row
from corpus.records import Record, Records, record_of
from corpus.reducer_tables import Results
from corpus.tasks import CorpusTask
from rich.console import Console

from coveriflow.execution.processes.workers import Workers
from coveriflow.execution.store.files import FileStore
from coveriflow.flows.running.worker_modules import MODULES

_EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
_SMOKE = ("abspow.c", "halves.c")
_STORE = 8 << 30
_ANY_LENGTH = 1 << 30
_PATIENCE = 50.0  # seconds of wall time for one of CPU time: others may use the machine, too


def main() -> int:
    arguments = _arguments()
    with ExitStack() as stack:
        folder = arguments.results or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        results = _measured(list(_tasks(arguments)), folder, arguments)
    console = Console(width=None if sys.stdout.isatty() else 150)
    asked = reducer_tables.Asked(arguments.first, arguments.second, arguments.reducers, arguments.times)
    return reducer_tables.show(console, results, asked)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clones", nargs="*", type=Path, help="work trees of public repositories")
    parser.add_argument("--only", nargs="+", metavar="GLOB", default=["*"], help="tasks whose folder and name match")
    parser.add_argument("--drawn", type=int, metavar="N", help="N tasks of all folders of the clones, without ours")
    parser.add_argument("--lines", type=int, default=_ANY_LENGTH, help="those with fewer lines alone")
    parser.add_argument("--first", nargs="+", choices=list(FIRST), metavar="VERIFIER", help=", ".join(FIRST))
    parser.add_argument("--second", nargs="+", choices=list(SECOND), metavar="VERIFIER", help=", ".join(SECOND))
    parser.add_argument("--reducers", nargs="+", choices=list(REDUCERS), default=list(REDUCERS), metavar="REDUCER")
    parser.add_argument("--times", nargs=2, type=float, metavar="S", help="CPU seconds: first, reducer and second")
    parser.add_argument("--results", type=Path, metavar="FOLDER", help="keep what was measured, and go on from there")
    parser.add_argument("--restricted", action="store_true", help="only what neither verifier solves alone")
    parser.add_argument("--jobs", type=int, default=1, help="tasks at a time (1); 0: none, only show")
    parser.add_argument("--smoke", action="store_true", help="two programs, in a minute")
    given = parser.parse_args()
    given.first = given.first or (["value"] if given.smoke else ["value", "predicate"])
    given.second = given.second or (["bmc"] if given.smoke else list(SECOND))
    given.times = Times(*(given.times or ((1.0, 4.0) if given.smoke else (10.0, 90.0))))
    given.first = [name for name in given.first if not given.jobs or _can_be_asked(name)]
    given.second = [name for name in given.second if not given.jobs or _can_be_asked(name)]
    return given


def _can_be_asked(name: str) -> bool:
    return name not in STRANGERS or is_here(STRANGERS[name])


def _tasks(arguments: argparse.Namespace) -> Iterator[CorpusTask]:
    """Those that are asked for; each has a name of its own."""
    folders = [_EXAMPLES, *sorted(each for each in _EXAMPLES.iterdir() if each.is_dir())]
    if arguments.smoke:
        yield from (task for folder in folders for task in own(folder) if task.name in _SMOKE)
        return
    if arguments.drawn:
        yield from drawn(arguments.clones, arguments.drawn, seed=1, lines=arguments.lines)
        return
    found: Iterable[object] = [*(t for f in folders for t in own(f)), *(t for c in arguments.clones for t in tasks(c))]
    for task in found:
        if isinstance(task, CorpusTask) and _matches(task, arguments.only):
            yield task


def _matches(task: CorpusTask, patterns: Sequence[str]) -> bool:
    """``folder`` is the corpus and the first part of ``name``, as for ``analyses.py``."""
    return any(fnmatch.fnmatch(f"{task.folder.split()[0]} {task.name}", pattern) for pattern in patterns)


def _measured(taken: Sequence[CorpusTask], folder: Path, arguments: argparse.Namespace) -> Results:
    records = Records(folder / "results.csv", Record)
    known = {(each.task, each.flow): each for each in records.known()}
    with (
        tempfile.TemporaryDirectory() as headers,
        Workers((*MODULES, "corpus.measuring")) as workers,
        ThreadPoolExecutor(max(1, arguments.jobs)) as threads,
    ):
        make_headers(Path(headers))
        store = FileStore((folder if arguments.jobs else Path(headers)) / "store", _STORE).opened()
        measure = Measure(workers, headers, arguments.times.both, store=store, patience=_PATIENCE)

        def results(task: CorpusTask) -> tuple[str, reducer_tables.OfTask]:
            of_task: reducer_tables.OfTask = {}
            subject = _Subject(task, measure)
            for each in _configurations(of_task, arguments):
                name = each.name(arguments.times)
                record = known.get((task.name, name))
                if record is None and arguments.jobs:
                    row = subject.row(each, arguments.times)
                    if row is None:
                        break
                    record = record_of(name, row)
                    records.add([record])
                if record is None:
                    break
                of_task[each] = record
            print(f"{task.name}: {len(of_task)} results", file=sys.stderr)
            return task.name, of_task

        return dict(threads.map(results, taken))


@dataclass
class _Subject:
    """A task, built when it is needed first."""

    task: CorpusTask
    measure: Measure
    built: tuple[Row, Built | None] | None = None

    def row(self, configuration: Configuration, times: Times) -> Row | None:
        """What comes of it; ``None`` if the task cannot be built."""
        self.built = self.built or self.measure.built(self.task)
        row, done = self.built
        return None if done is None else self.measure.verified(row, done, configuration.flow(times))


def _configurations(known: reducer_tables.OfTask, arguments: argparse.Namespace) -> Iterator[Configuration]:
    """What is to be measured of a task: first all verifiers alone; ``known`` has what became of those before."""
    alone = [Configuration("", "", name) for name in arguments.second]
    yield from (Configuration(name) for name in arguments.first)
    yield from alone
    if all(known[each].is_right for each in alone):
        return
    for first in arguments.first:
        if known[Configuration(first)].is_right:
            continue
        for each in alone:
            if arguments.restricted and known[each].is_right:
                continue
            yield from (Configuration(first, reducer, each.second) for reducer in arguments.reducers)


if __name__ == "__main__":
    sys.exit(main())
