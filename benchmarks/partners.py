"""What the identity reducer costs partners: external tools on programs, and on these as our reducer prints them.

``partners.py CLONE...`` takes work trees as ``corpora.py`` does, and draws tasks with known verdicts and few lines.
Each partner is asked about the original, and about the residual program of a condition that covers nothing, made by
the reducer ``identity``: the same program in our words. A task is lost if the partner solves the original only. Shown
are these, those gained, wrong claims and CPU time; then each task that is lost, gained, or claimed wrongly.

``--csv`` keeps a line per task, partner and program as soon as it is measured: the same command goes on where it was
stopped, and with ``--jobs 0`` it only shows what the file has. ``--keep FOLDER`` keeps texts and witnesses, for
``exchange.py``. ``--losses`` asks about the printed program only where the original is solved. ``--smoke`` takes some
of this repository's examples. A partner that is not installed is not measured, and that is said.
Exits with 1 if a claim about a printed program is wrong where that about the original is not, with 3 if more than 5 %
of what is solved is lost.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from corpus.claims import (
    PARTNERS,
    Claimed,
    Partner,
    claimed,
    completed,
    drawn,
    is_here,
    keep_claim,
    keep_text,
    plain,
    task_arguments,
    whole,
)
from corpus.conventions import make_headers
from corpus.endings import Problem, ending_of
from corpus.measuring import Measure
from corpus.records import Records
from corpus.tasks import CorpusTask
from rich.console import Console
from rich.table import Table

from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.worker_modules import MODULES

_MOST_LOST = 0.05
_ORIGINAL, _PRINTED = "original", "printed"
_NOT_PRINTED = "not printed"


@dataclass(frozen=True)
class Line:
    """One partner on one program; ``seconds`` of CPU time."""

    folder: str
    task: str
    expected: str
    partner: str
    program: str
    verdict: str
    seconds: float
    reason: str

    @property
    def is_solved(self) -> bool:
        """Whether the claim is right."""
        return self.verdict == self.expected

    @property
    def is_wrong(self) -> bool:
        """Whether the claim is wrong."""
        return self.verdict != self.expected and self.verdict in (Verdict.TRUE.value, Verdict.FALSE.value)


@dataclass(frozen=True)
class Pair:
    """What a partner says of a task's two programs."""

    original: Line
    printed: Line | None = None

    @property
    def is_kept(self) -> bool:
        """Whether it solves the printed program."""
        return self.printed is not None and self.printed.is_solved

    @property
    def is_lost(self) -> bool:
        """Whether it solves the original only."""
        return self.original.is_solved and not self.is_kept

    @property
    def is_gained(self) -> bool:
        """Whether it solves the printed program only."""
        return self.is_kept and not self.original.is_solved

    @property
    def is_wrong_printed(self) -> bool:
        """Whether what it says of the printed program is wrong."""
        return self.printed is not None and self.printed.is_wrong


def main() -> int:
    arguments = _arguments()
    here = {name: PARTNERS[name] for name in arguments.partners if is_here(PARTNERS[name])}
    console = Console(width=None if sys.stdout.isatty() else 150)
    for name in sorted(set(arguments.partners) - here.keys()):
        console.print(f"{name} is not installed, and not measured.")
    taken = drawn([] if arguments.smoke else arguments.clones, arguments.tasks, arguments.seed, arguments.lines)
    kept = Records(arguments.csv, Line)
    lines = kept.known()
    if arguments.jobs:
        lines += _measured(taken, here, kept, lines, arguments)
    pairs = _pairs(lines, taken)
    problems = list(_shown(console, pairs, arguments.partners))
    for problem in problems:
        console.print(problem.what, style="bold red")
    return ending_of(problems)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    task_arguments(parser, "measurement")
    parser.add_argument("--partners", nargs="+", choices=list(PARTNERS), default=["cpachecker", "cbmc"])
    parser.add_argument("--losses", action="store_true", help="printed programs only where the original is solved")
    return completed(parser)


# --- measuring ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Asking:
    """How one task is measured. ``known``: tasks with partners of earlier runs."""

    workers: Workers
    measure: Measure
    partners: Mapping[str, Partner]
    known: frozenset[tuple[str, str]]
    cpu: float
    keep: Path | None
    losses: bool

    def lines(self, task: CorpusTask) -> list[Line]:
        """For each partner that is not known yet; nothing for a task that is no C program."""
        missing = [name for name in self.partners if (task.name, name) not in self.known]
        if not missing:
            return []
        _, built = self.measure.built(task)
        if built is None or built.task is None:
            return []
        original = self.workers.submit(plain, built.task, limits=self.measure.limits).result().value
        if original is None:
            return []
        return [line for name in missing for line in self._about(task, original, name)]

    def _about(self, task: CorpusTask, original: Task, name: str) -> Iterator[Line]:
        first = self._asked(original, name)
        line = _line(task, name, _ORIGINAL, first)
        yield line
        if self.keep is not None:
            keep_claim(self.keep, task, original, name, first)
        if not line.is_solved and self.losses:
            return
        outcome = self.workers.submit(whole, original, limits=self.measure.limits).result()
        if outcome.value is None:
            reason = f"{_NOT_PRINTED}: {outcome.message or outcome.end.value}"
            yield _line(task, name, _PRINTED, Claimed(Verdict.UNKNOWN, reason, 0.0))
            return
        yield _line(task, name, _PRINTED, self._asked(outcome.value, name))
        if self.keep is not None:
            keep_text(self.keep, task, "printed.c", outcome.value)

    def _asked(self, task: Task, name: str) -> Claimed:
        outcome = self.workers.submit(claimed, task, self.partners[name], self.cpu).result()
        return outcome.value or Claimed(Verdict.UNKNOWN, f"asking failed: {outcome.message}", 0.0)


def _line(task: CorpusTask, partner: str, program: str, said: Claimed) -> Line:
    assert task.expected is not None
    expected, verdict = task.expected.verdict.value, said.verdict.value
    return Line(task.folder, task.name, expected, partner, program, verdict, round(said.seconds, 2), said.reason)


def _measured(
    taken: Sequence[CorpusTask],
    partners: Mapping[str, Partner],
    kept: Records[Line],
    before: Sequence[Line],
    arguments: argparse.Namespace,
) -> list[Line]:
    known = frozenset((line.task, line.partner) for line in before)
    with (
        tempfile.TemporaryDirectory() as headers,
        Workers((*MODULES, "corpus.claims")) as workers,
        ThreadPoolExecutor(arguments.jobs) as threads,
    ):
        make_headers(Path(headers))
        measure = Measure(workers, headers, 20.0, patience=10.0)
        asking = _Asking(workers, measure, partners, known, arguments.cpu, arguments.keep, arguments.losses)

        def lines(task: CorpusTask) -> list[Line]:
            found = asking.lines(task)
            kept.add(found)
            return found

        found = []
        for number, each in zip(itertools.count(1), threads.map(lines, taken)):
            found += each
            if number % 10 == 0:
                print(f"{number} of {len(taken)}", file=sys.stderr)
        return found


# --- what is shown --------------------------------------------------------------------------------------------------


def _pairs(lines: Sequence[Line], taken: Sequence[CorpusTask]) -> list[Pair]:
    wanted = {task.name for task in taken}
    by_key = {(line.task, line.partner, line.program): line for line in lines if line.task in wanted}
    return [
        Pair(line, by_key.get((task, partner, _PRINTED)))
        for (task, partner, program), line in by_key.items()
        if program == _ORIGINAL
    ]


def _shown(console: Console, pairs: Sequence[Pair], partners: Sequence[str]) -> Iterator[Problem]:
    columns = (
        "tasks",
        "solved",
        "printed solved",
        "lost",
        "gained",
        "wrong",
        "printed wrong",
        "CPU s",
        "printed CPU s",
    )
    table = Table("partner", *columns)
    for name in partners:
        own = [pair for pair in pairs if pair.original.partner == name]
        solved, lost = sum(p.original.is_solved for p in own), sum(p.is_lost for p in own)
        table.add_row(name, *map(str, _counts(own)))
        if lost > _MOST_LOST * solved:
            yield Problem(f"{name}: more than {100 * _MOST_LOST:.0f} % of what it solves is lost")
    console.print(table)
    for pair in pairs:
        first, second = pair.original, pair.printed
        if pair.is_lost or pair.is_gained or first.is_wrong or pair.is_wrong_printed:
            print(_told(pair))
        if second is not None and second.is_wrong and not first.is_wrong:
            yield Problem(f"{first.partner}, {first.task}: {second.verdict} is wrong", is_wrong=True)


def _counts(pairs: Sequence[Pair]) -> Iterator[object]:
    """CPU seconds are those of tasks that are solved both times."""
    solved, lost = sum(p.original.is_solved for p in pairs), sum(p.is_lost for p in pairs)
    yield from (len(pairs), solved, sum(p.is_kept for p in pairs))
    yield f"{lost} ({100 * lost / solved:.1f} %)" if solved else lost
    yield from (sum(p.is_gained for p in pairs), sum(p.original.is_wrong for p in pairs))
    yield sum(p.is_wrong_printed for p in pairs)
    both = [(p.original.seconds, p.printed.seconds) for p in pairs if p.printed is not None and not p.is_lost]
    yield from (f"{sum(each):.0f}" for each in zip(*(both or [(0.0, 0.0)]), strict=True))


def _told(pair: Pair) -> str:
    first, second = pair.original, pair.printed
    what = "lost" if pair.is_lost else "gained" if pair.is_gained else "wrong"
    said = f"{what}: {first.partner}, {first.task}: expected {first.expected}: {first.verdict} ({first.seconds:.1f} s)"
    return said if second is None else f"{said}, printed {second.verdict} ({second.seconds:.1f} s): {second.reason}"


if __name__ == "__main__":
    sys.exit(main())
