"""Witnesses as files, and what a validator says of one."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus.claims import Partner
from coveriflow.actors.tool_catalogue import defined
from coveriflow.actors.work.tools.run import ToolRunning
from coveriflow.actors.work.tools.search import found
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.validations import Validation
from coveriflow.artifacts.witnesses.yaml import WitnessEntries
from coveriflow.flows.running.runner import Run
from coveriflow.formats.witnesses.graphml_witness import read_witness, write_witness
from coveriflow.formats.witnesses.yaml_witness import read_witness_entries, write_witness_entries

_MEMORY = 3 << 30


@dataclass(frozen=True, slots=True)
class _RunningOn(ToolRunning):
    """A tool that is given the witness in a file, byte by byte."""

    file: str = ""

    def _files(self) -> dict[str, bytes]:
        return {**ToolRunning._files(self), self._witness_name(): Path(self.file).read_bytes()}

    def _witness_name(self) -> str:
        return f"witness-given{Path(self.file).suffix}"


@dataclass(frozen=True)
class Judged:
    """``outcome``: confirmed, refuted or unknown. ``verdict``: what our validator says of the program."""

    outcome: str
    verdict: str
    seconds: float
    reason: str

    @classmethod
    def of(cls, ran: Run) -> Judged:
        """What our validator has said."""
        seconds = round(sum(turn.resources.cpu for turn in ran.turns), 2)
        said = next((each for each in ran.artifacts if isinstance(each, Validation)), None)
        if said is None:
            return cls("unknown", ran.answer.verdict.value, seconds, ran.answer.reason)
        return cls(said.outcome.value, ran.answer.verdict.value, seconds, said.reason)


def written(artifacts: Iterable[object]) -> Iterator[tuple[str, bytes]]:
    """The first witness in each format, as a file."""
    every = tuple(artifacts)
    automata = [each for each in every if isinstance(each, Witness)]
    entries = [each for each in every if isinstance(each, WitnessEntries)]
    yield from (("witness.graphml", write_witness(each)) for each in automata[:1])
    yield from (("witness.yml", write_witness_entries(each)) for each in entries[:1])


def read(name: str) -> Witness | WitnessEntries:
    """A job: the witness in a file."""
    path = Path(name)
    return (read_witness_entries if path.suffix == ".yml" else read_witness)(path.read_bytes(), path.name)


def judged_by_partner(task: Task, partner: Partner, file: str, cpu: float) -> Judged:
    """A job: what the validator ``partner`` says of the file as it is."""
    definition = defined(partner.tool).configured(partner.configuration)
    limits = Limits(cpu + partner.start + partner.untold, 20 * cpu, _MEMORY)
    with tempfile.TemporaryDirectory() as folder:
        running = _RunningOn(definition, found(definition), task, Path(folder), (), file=file)
        said = running.said(None, limits)
    shows = Verdict.FALSE if _is_of_violation(Path(file).read_bytes()) else Verdict.TRUE
    outcome = "unknown" if not said.verdict.decisive else "confirmed" if said.verdict is shows else "refuted"
    return Judged(outcome, said.verdict.value, round(said.resources.cpu, 2), said.reason)


def _is_of_violation(data: bytes) -> bool:
    return b"violation_sequence" in data or b"violation_witness" in data
