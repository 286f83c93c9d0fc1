"""Who confirms whose witnesses: producers against validators, in both formats, on tasks with known verdicts.

``exchange.py CLONE...`` draws tasks as ``partners.py`` does. Producers are our default flow, CPAchecker, ESBMC and CBMC
(a witness of CBMC's is the one that we write of its violation, which was executed); a witness counts if its verdict is
right. Validators are ours and CPAchecker's. Shown are for each pair, kind and format how many witnesses are confirmed,
refuted and unknown; then each that is not confirmed, with the reason; and how many tasks of those in which CPAchecker
confirms its own are ones in which it confirms ours, and the other way round.

``--csv`` keeps a line per validation: the same command goes on where it was stopped, and with ``--jobs 0`` it only
shows what the file has. ``--keep FOLDER`` keeps programs and witnesses, and takes those of partners that
``partners.py`` has left there. ``--smoke`` takes two of this repository's examples. What is not installed is not
measured, and that is said. Exits with 1 if our validator says something wrong of a program, or refutes a right witness
of a proof.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from corpus.claims import (
    PARTNERS,
    Partner,
    completed,
    drawn,
    is_here,
    keep_claim,
    keep_text,
    kept_place,
    plain,
    task_arguments,
)
from corpus.claims import claimed as claimed_by
from corpus.conventions import make_headers
from corpus.endings import Problem, ending_of
from corpus.measuring import Measure
from corpus.records import Records
from corpus.tasks import CorpusTask
from corpus.witness_files import Judged, judged_by_partner, read, written
from rich.console import Console
from rich.table import Table

from coveriflow.actors import validate_witness
from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.ready import READY
from coveriflow.flows.running.runner import Listener, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES

OURS, CPACHECKER, CBMC, ESBMC = "coveriflow", "cpachecker", "cbmc", "esbmc"
_PRODUCERS, _VALIDATORS = (OURS, CPACHECKER, CBMC, ESBMC), (OURS, CPACHECKER)
_OWN_WITNESSES = (CPACHECKER, ESBMC)
_FLOWS = {OURS: "staged", CBMC: "cbmc"}
_VALIDATOR = Partner("cpachecker", "validate", start=3.0, untold=2.0)
_CONFIRMED, _REFUTED = "confirmed", "refuted"
_WANTED = 0.8


@dataclass(frozen=True)
class Line:
    """One validator on one witness; without a witness, ``format`` and what follows are empty. ``seconds`` of CPU."""

    folder: str
    task: str
    expected: str
    producer: str
    format: str
    validator: str
    outcome: str
    verdict: str
    seconds: float
    reason: str

    @property
    def is_wrong(self) -> bool:
        """Whether our validator contradicts what is known of the program. A violation may be claimed on another way
        than one that leads to it.
        """
        said_wrong = self.verdict in ("true", "false") and self.verdict != self.expected
        refutes_proof = self.outcome == _REFUTED and self.expected == Verdict.TRUE.value
        return self.validator == OURS and (said_wrong or refutes_proof)


def main() -> int:
    arguments = _arguments()
    here = {name for name in _PRODUCERS if name == OURS or is_here(PARTNERS[name])}
    console = Console(width=None if sys.stdout.isatty() else 150)
    for name in sorted({*arguments.producers, *arguments.validators} - here):
        console.print(f"{name} is not installed, and not measured.")
    taken = drawn([] if arguments.smoke else arguments.clones, arguments.tasks, arguments.seed, arguments.lines)
    taken = [task for task in taken if any(fnmatch(task.name, pattern) for pattern in arguments.only)]
    kept = Records(arguments.csv, Line)
    lines = kept.known()
    if arguments.jobs:
        lines += _measured(taken, here, kept, lines, arguments)
    wanted = {task.name for task in taken}
    problems = list(_shown(console, [line for line in lines if line.task in wanted]))
    for problem in problems:
        console.print(problem.what, style="bold red")
    return ending_of(problems)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    task_arguments(parser, "validation")
    parser.add_argument("--producers", nargs="+", choices=_PRODUCERS, default=_PRODUCERS, help="of witnesses")
    parser.add_argument("--validators", nargs="+", choices=_VALIDATORS, default=_VALIDATORS, help="of these")
    parser.add_argument("--only", nargs="+", metavar="GLOB", default=["*"], help="of these, tasks whose names match")
    return completed(parser)


# --- measuring ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Exchanging:
    """How one task is measured. ``known``: tasks, producers and validators of earlier runs."""

    workers: Workers
    measure: Measure
    producers: Sequence[str]
    validators: Sequence[str]
    known: frozenset[tuple[str, str, str]]
    cpu: float
    keep: Path

    def lines(self, task: CorpusTask) -> list[Line]:
        """For each pair that is not known yet; nothing for a task that is no C program."""
        missing = {name: found for name in self.producers if (found := self._missing(task, name))}
        _, built = self.measure.built(task) if missing else (None, None)
        if built is None or built.task is None:
            return []
        text = self.workers.submit(plain, built.task, limits=self.measure.limits).result().value
        if text is None:
            return []
        return [line for name, validators in missing.items() for line in self._of(task, text, name, validators)]

    def _missing(self, task: CorpusTask, producer: str) -> list[str]:
        """The validators that have not been asked, if there is a witness."""
        if (task.name, producer, "") in self.known:
            return []
        return [each for each in self.validators if (task.name, producer, each) not in self.known]

    def _of(self, task: CorpusTask, text: Task, producer: str, validators: Sequence[str]) -> Iterator[Line]:
        """Of a producer that gives no right witness there is one line, without a format."""
        assert task.expected is not None
        about = (task.folder, task.name, task.expected.verdict.value, producer)
        witnesses = self._witnesses(task, text, producer)
        if not witnesses:
            yield Line(*about, "", "", "", "", 0.0, "")
        for file in witnesses:
            kind = "yaml" if file.suffix == ".yml" else "graphml"
            if OURS in validators:
                own = self._ours(text, file)
                yield Line(*about, kind, OURS, own.outcome, own.verdict, own.seconds, own.reason)
            if CPACHECKER in validators:
                outcome = self.workers.submit(judged_by_partner, text, _VALIDATOR, str(file), self.cpu).result()
                said = outcome.value or Judged("unknown", "", 0.0, f"asking failed: {outcome.message}")
                yield Line(*about, kind, CPACHECKER, said.outcome, said.verdict, said.seconds, said.reason)

    def _witnesses(self, task: CorpusTask, text: Task, producer: str) -> list[Path]:
        """At most one in each format, if the producer's verdict is right."""
        assert task.expected is not None
        place = kept_place(self.keep, task)
        name = producer if producer in _OWN_WITNESSES else f"{producer}-flow"
        told = place / f"{name}.verdict"
        if not told.exists():
            if producer in _OWN_WITNESSES:
                said = self.workers.submit(claimed_by, text, PARTNERS[producer], self.cpu).result().value
                if said is not None:
                    keep_claim(self.keep, task, text, producer, said)
            else:
                self._produce(task, text, producer, name)
        if not told.exists() or told.read_text(encoding="ascii") != task.expected.verdict.value:
            return []
        files = sorted(place.glob(f"{name}.*"))
        by_format = {file.suffix: file for file in reversed(files) if file.suffix in (".yml", ".graphml")}
        return sorted(by_format.values())

    def _produce(self, task: CorpusTask, text: Task, producer: str, name: str) -> None:
        listener, limits = Listener(), Limits(self.cpu, 20 * self.cpu, 2 << 30)
        ran = run(READY[_FLOWS[producer]](), text, limits, in_workers(self.workers, listener), listener)
        place = keep_text(self.keep, task, "program.i", text)
        for file, data in written(ran.artifacts):
            Path(place, f"{name}.{file}").write_bytes(data)
        Path(place, f"{name}.verdict").write_text(ran.answer.verdict.value, encoding="ascii")

    def _ours(self, text: Task, file: Path) -> Judged:
        witness = self.workers.submit(read, str(file), limits=self.measure.limits).result()
        if witness.value is None:
            return Judged("unknown", "", 0.0, f"not read: {witness.message or witness.error or witness.end.value}")
        listener, limits = Listener(), Limits(self.cpu, 20 * self.cpu, 2 << 30)
        jobs = in_workers(self.workers, listener)
        try:
            ran = run(
                Flow("validate", validate_witness(), (Task, type(witness.value))),
                text,
                limits,
                jobs,
                listener,
                witness.value,
            )
        except Exception as error:  # noqa: BLE001 - any end is a line of the table
            return Judged("unknown", "", 0.0, f"refused: {error}")
        return Judged.of(ran)


def _measured(
    taken: Sequence[CorpusTask],
    here: set[str],
    kept: Records[Line],
    before: Sequence[Line],
    arguments: argparse.Namespace,
) -> list[Line]:
    known = frozenset((line.task, line.producer, line.validator) for line in before)
    producers, validators = (
        [each for each in some if each in here] for some in (arguments.producers, arguments.validators)
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        Workers((*MODULES, "corpus.claims", "corpus.witness_files")) as workers,
        ThreadPoolExecutor(arguments.jobs) as threads,
    ):
        make_headers(Path(folder))
        measure = Measure(workers, folder, 20.0, patience=10.0)
        keep = arguments.keep or Path(folder, "kept")
        exchanging = _Exchanging(workers, measure, producers, validators, known, arguments.cpu, keep)

        def lines(task: CorpusTask) -> list[Line]:
            found = exchanging.lines(task)
            kept.add(found)
            return found

        found = []
        for number, each in zip(itertools.count(1), threads.map(lines, taken)):
            found += each
            if number % 10 == 0:
                print(f"{number} of {len(taken)}", file=sys.stderr)
        return found


# --- what is shown --------------------------------------------------------------------------------------------------


def _shown(console: Console, lines: Sequence[Line]) -> Iterator[Problem]:
    columns = ("witnesses", "confirmed", "refuted", "unknown", "CPU s")
    table = Table("producer", "of", "format", "validator", *columns)
    groups: dict[tuple[str, ...], list[Line]] = {}
    for line in lines:
        if line.format:
            kind = "proofs" if line.expected == Verdict.TRUE.value else "violations"
            groups.setdefault((line.producer, kind, line.format, line.validator), []).append(line)
    for key, own in sorted(groups.items()):
        counts = Counter(line.outcome for line in own)
        numbers = (len(own), counts[_CONFIRMED], counts[_REFUTED], counts["unknown"])
        table.add_row(*key, *map(str, numbers), f"{sum(line.seconds for line in own):.0f}")
    console.print(table)
    for verdict in (Verdict.TRUE, Verdict.FALSE):
        console.print(_share(lines, verdict, CPACHECKER, OURS))
        console.print(_share(lines, verdict, OURS, CPACHECKER))
    for line in lines:
        if line.format and line.outcome != _CONFIRMED:
            who = f"{line.producer}, {line.format}, by {line.validator}"
            print(f"{line.outcome}: {who}: {line.task} ({line.expected}): {line.reason}")
        if line.is_wrong:
            yield Problem(f"{line.task}: our validator says {line.outcome}, {line.verdict}", is_wrong=True)


def _share(lines: Sequence[Line], kind: Verdict, validator: str, producer: str) -> str:
    """Of the tasks in which ``validator`` confirms its own, those in which it confirms the other one's, in a format."""
    own, other = (
        {line.task for line in lines if _is_confirmed(line, kind, validator, by)} for by in (validator, producer)
    )
    asked = {line.task for line in lines if line.producer == producer and line.format and line.validator == validator}
    both, there = len(own & other), len(own & asked)
    what = "proofs" if kind is Verdict.TRUE else "violations"
    share = f" ({100 * both / there:.0f} %, wanted: {100 * _WANTED:.0f} %)" if there else ""
    return f"{what}: {validator} confirms {producer}'s in {both} of {there} tasks in which it confirms its own{share}"


def _is_confirmed(line: Line, kind: Verdict, validator: str, producer: str) -> bool:
    is_asked = line.expected == kind.value and line.validator == validator and line.producer == producer
    return is_asked and line.outcome == _CONFIRMED


if __name__ == "__main__":
    sys.exit(main())
