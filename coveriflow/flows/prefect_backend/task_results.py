"""What a task of an actor gives: a ``Verification`` that Prefect passes on without looking into it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from coveriflow.flows.api.results import Verification
from coveriflow.flows.running.runner import Run
from coveriflow.program.errors import InputError

_PROGRAM = "{program}"


class TaskResult(Verification):
    """A ``Verification``, for tasks and flows of Prefect.

    Prefect walks through the fields of all dataclasses that tasks and flows are called with. In an automaton of
    thousands of states it finds nothing and takes long. And for the record of a flow run it writes them as JSON. So
    this one shows it no fields.
    """

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Any]] = {}

    def __reduce__(self) -> tuple[Callable[[Verification], TaskResult], tuple[Verification]]:
        return task_result, (self.verification,)

    @property
    def verification(self) -> Verification:
        """The same as a dataclass."""
        return Verification(self.flow, self.task, self.answer, self.turns, self.artifacts, record=self.record)

    def write(self, folder: str | os.PathLike[str]) -> TaskResult:
        """See ``Verification``."""
        return task_result(self.verification.write(folder))

    def after(self, earlier: Run) -> TaskResult:
        """The same with the actor runs and artifacts of the task before."""
        flow = replace(self.flow, name=f"{earlier.flow.name} >> {self.flow.name}")
        turns, artifacts = (*earlier.turns, *self.turns), (*earlier.artifacts, *self.artifacts)
        return TaskResult.of(replace(self.verification, flow=flow, turns=turns, artifacts=artifacts))


def task_result(found: Verification) -> TaskResult:
    """``found``, to be passed on."""
    return TaskResult(found.flow, found.task, found.answer, found.turns, found.artifacts, record=found.record)


@dataclass(slots=True)
class Folders:
    """Which program has its evidence in which folder: one folder is for one program in each flow run."""

    _lock: threading.Lock = field(default_factory=threading.Lock)
    _taken: dict[tuple[object, Path], str] = field(default_factory=dict)

    def take(self, out: str, program: str, flow_run: object) -> Path:
        """The folder for ``program``, whose name stands in the place of ``{program}``; ``InputError`` if the folder has
        the evidence of another one.
        """
        folder = Path(out.replace(_PROGRAM, Path(program).stem))
        with self._lock:
            first = self._taken.setdefault((flow_run, folder.absolute()), program) if flow_run is not None else program
        if first != program:
            what = "give it a name of its own" if _PROGRAM in out else f"write out='{out}/{_PROGRAM}'"
            raise InputError(f"the folder {folder} has the evidence of {first}, not of {program}: {what}")
        return folder
