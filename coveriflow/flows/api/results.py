"""What verifications from Python give: dataclasses with tables of plain values."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Self

from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.batch.changes import Comparison
from coveriflow.artifacts.batch.results import Batch, Rating
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.display.error_paths import ErrorPath, Event
from coveriflow.artifacts.display.notebook import Displayed
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.flows.api.requests import folder_of
from coveriflow.flows.running.evidence_pages import pages_of, texts_of
from coveriflow.flows.running.found import error_path_of
from coveriflow.flows.running.run_folder import record_of, write_run_folder
from coveriflow.flows.running.runner import Run
from coveriflow.formats.results.batch_csv import COLUMNS, cells
from coveriflow.formats.results.result_json import RunRecord
from coveriflow.program.wording import counted
from coveriflow.report.batch.summary import summaries
from coveriflow.report.counterexamples.as_text import full_text, lines_of
from coveriflow.report.quantities import used
from coveriflow.report.sanitising import visible, visible_lines
from coveriflow.transform.conditions.comparison import Coverage, coverage

Cell = str | int | float | None
"""What tables have: numbers are numbers, and ``None`` is nothing."""

_LONGEST = 200
"""Characters of a reason in a few lines."""


@dataclass(frozen=True, slots=True, repr=False)
class Counterexample(Displayed):
    """A violating execution, and the files that it goes through. ``str`` has every line that runs."""

    path: ErrorPath
    texts: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return visible_lines(full_text(self.path, lines_of(dict(self.texts))))

    def __repr__(self) -> str:
        last = self.path.steps[-1:]
        place = "".join(f", to {visible(each.file)}, line {each.line}" for each in last)
        return f"<Counterexample of {len(self.path.steps)} steps{place}>"

    @property
    def inputs(self) -> tuple[tuple[str, str], ...]:
        """The values that functions give the program, in order: ``f()``, and the value."""
        return tuple((each.name, each.value) for each in self.path.inputs if _is_given(each))

    @property
    def uninitialised(self) -> tuple[tuple[str, str], ...]:
        """The variables that have no initial value, and what each holds by then, whether that is read or not."""
        return tuple((each.name, each.value) for each in self.path.inputs if not _is_given(each))


def _is_given(event: Event) -> bool:
    return event.name.endswith("()")


@dataclass(frozen=True, slots=True, repr=False)
class Verification(Run):
    """The result of a verification: a ``Run`` with its record. ``record``: what ``result.json`` has."""

    record: RunRecord = field(kw_only=True)

    @classmethod
    def of(cls, done: Run, out: Path | None = None) -> Self:
        """``done`` with its record; the evidence is written to ``out``."""
        record = record_of(done) if out is None else write_run_folder(done, out, pages_of)
        return cls(*(getattr(done, each.name) for each in fields(Run)), record=record)

    @property
    def verdict(self) -> Verdict:
        """What is confirmed; ``Verdict.UNKNOWN`` for a verdict that is only claimed."""
        return self.record.verdict

    @property
    def claimed(self) -> Verdict | None:
        """The verdict that nothing confirms, if there is one."""
        return self.record.claimed

    @property
    def because(self) -> str:
        """What confirms the verdict, or why there is none."""
        return self.record.confirmed_by or self.record.reason or self.record.claimed_by

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the verdict rests on beside its evidence."""
        return self.record.assumptions

    @property
    def counterexample(self) -> Counterexample | None:
        """The violating execution, if there is one."""
        path = error_path_of(self)
        if path is None:
            return None
        facts = (("task", self.record.task), ("property", self.record.property), ("flow", self.flow.name))
        return Counterexample(path, tuple(texts_of(self).items()), facts)

    @property
    def condition(self) -> Condition | None:
        """What has been verified, as the last verifier has written it."""
        found: Condition | None = self.latest(Condition)
        return found

    @property
    def coverage(self) -> Coverage | None:
        """How much of the program ``condition`` covers: of its edges, branches, paths; ``None`` without a condition."""
        found = self.condition
        return None if found is None else coverage(automaton_of(self.task), found)

    @property
    def residual(self) -> Residual | None:
        """The last residual program."""
        found: Residual | None = self.latest(Residual)
        return found

    @property
    def witness(self) -> Witness | None:
        """The last witness automaton."""
        found: Witness | None = self.latest(Witness)
        return found

    @property
    def tests(self) -> TestSuite | None:
        """The last test suite."""
        found: TestSuite | None = self.latest(TestSuite)
        return found

    @property
    def graphs(self) -> tuple[AbstractGraph, ...]:
        """The abstract reachability graphs, oldest first."""
        return tuple(each for each in self.artifacts if isinstance(each, AbstractGraph))

    def write(self, folder: str | os.PathLike[str]) -> Verification:
        """Write the evidence and ``result.json`` as ``verify(out=folder)`` does; the same result, with the files.

        ``InputError`` where nothing can be written.
        """
        place = folder_of(folder)
        assert place is not None
        return replace(self, record=write_run_folder(self, place, pages_of))

    def to_records(self) -> list[dict[str, Cell]]:
        """A row for each actor run, for ``pandas.DataFrame``; times in seconds, memory in bytes."""
        return [
            {
                "actor": each.name,
                "verdict": None if each.verdict is None else each.verdict.value,
                "reason": each.reason,
                "cpu_s": each.cpu,
                "wall_s": each.wall,
                "memory_bytes": each.memory,
                "end": each.end,
                "reused_cpu_s": None if each.reused is None else each.reused.cpu,
            }
            for each in self.record.actors
        ]

    def __repr__(self) -> str:
        return "\n".join(_lines(self))


def _lines(found: Verification) -> Iterator[str]:
    """At most five."""
    record = found.record
    verdict = f"{record.claimed.value}, unconfirmed" if record.claimed is not None else record.verdict.value
    yield f"<Verification: {verdict}; {visible(record.task)}, {record.property}, flow {visible(record.flow)}>"
    if found.because:
        yield f"  {'because' if not record.verdict.decisive else 'confirmed by'}: {_short(found.because)}"
    if record.violated:
        yield f"  violated: {_short(record.violated)}"
    if record.assumptions:
        yield f"  assumptions: {len(record.assumptions)}"
    cpu, _, memory = used(found.resources)
    yield f"  {counted(len(found.turns), 'actor run')}, {cpu} CPU, {memory}"


def _short(text: str) -> str:
    line = visible(" ".join(text.split()))
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "\u2026"


@dataclass(frozen=True, slots=True, repr=False)
class BatchRun(Batch, Displayed):
    """The results of a batch run, and where they lie. ``changes``: since the batch run that it is compared with."""

    folder: Path = field(kw_only=True)
    page: Path = field(kw_only=True)
    changes: Comparison | None = field(kw_only=True, default=None)

    def to_records(self) -> list[dict[str, Cell]]:
        """A row for each task and flow, with the columns of ``results.csv``; for ``pandas.DataFrame``.

        ``cpu_s`` is what this batch run took. ``reused``: whether stored results were used again; ``cost_s``: the CPU
        time with what these took when they came about. Flows are compared by that, or without the cache.
        """
        return [
            {
                **{name: None if cell == "" else cell for name, cell in zip(COLUMNS, cells(result), strict=True)},
                "reused": result.reused is not None,
                "cost_s": result.cost,
            }
            for result in self.results
        ]

    def flow_records(self) -> list[dict[str, Cell]]:
        """A row for each flow: how many results are correct, wrong and so on, the score, and CPU time in seconds.

        ``alone``: tasks that no other flow has solved. ``reused``: results with stored work, which took ``spared_s``
        seconds when it was done.
        """
        return [
            {
                "flow": each.flow,
                **{rating.value: each.of(rating) for rating in Rating},
                "score": each.score,
                "alone": each.alone,
                "cpu_s": each.cpu,
                "spared_s": each.spared,
                "reused": each.reused,
            }
            for each in summaries(self)
        ]

    def __repr__(self) -> str:
        solved = sum(each.is_solved for each in self.results)
        wrong = f", {len(self.wrong)} wrong" if self.wrong else ""
        head = f"<BatchRun {visible(self.plan.name)}: {solved} of {len(self.results)} solved{wrong}>"
        tasks, flows = counted(len(self.plan.tasks), "task"), counted(len(self.plan.flows), "flow")
        return f"{head}\n  {tasks}, {flows}; {visible(str(self.folder))}"
