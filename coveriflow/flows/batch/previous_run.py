"""What the previous batch run has verified of a program that has changed since (regression verification)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

from coveriflow.artifacts.answers import Justification
from coveriflow.artifacts.batch.results import Job
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.previous_version import Earlier
from coveriflow.artifacts.tasks import Task
from coveriflow.execution.store.encoding import Damaged, NotEncodable, decoded, encoded
from coveriflow.execution.store.names import Mentions
from coveriflow.flows.batch.result_folder import ResultFolder
from coveriflow.flows.running.runner import Run
from coveriflow.flows.tasks.load import read
from coveriflow.formats.conditions.graphml_condition import read_condition
from coveriflow.program.errors import InputError

_PROGRAM, _CONDITION = "program.task", "condition.graphml"


def keep_version(run: Run, folder: Path) -> None:
    """Beside a condition: the program that it is about, as it is now, and what justifies the condition."""
    path = folder / _PROGRAM
    path.unlink(missing_ok=True)
    if (folder / _CONDITION).is_file():
        reasons = tuple(each for each in run.artifacts if isinstance(each, Justification))
        try:
            path.write_bytes(zlib.compress(encoded((run.task, reasons), Mentions(()), {})))
        except NotEncodable:
            return


def earlier_version(job: Job, task: Task, since: ResultFolder | None) -> Earlier | None:
    """The program of the previous batch run with its condition, if it is another one and its condition
    covers anything.
    """
    folder = since.evidence(job) if since is not None else None
    if folder is None or since is None or since.result(job) is None or not (folder / _PROGRAM).is_file():
        return None
    try:
        kept = decoded(zlib.decompress((folder / _PROGRAM).read_bytes()), (), lambda _: "")
        condition: Condition = read_condition(read(folder / _CONDITION), str(folder / _CONDITION))
    except (OSError, zlib.error, Damaged, InputError):
        return None
    match kept:
        case (Task() as before, (*reasons,)) if condition.accepting and not _is_same(before, task):
            return Earlier(before, condition, next(_about(condition, reasons), None))
        case _:
            return None


def _about(condition: Condition, reasons: list[object]) -> Iterator[Justification]:
    return (each for each in reasons if isinstance(each, Justification) and each.condition == condition.digest)


def _is_same(before: Task, now: Task) -> bool:
    """Then its stored results are used again, if it is about the same."""
    texts = [[source.preprocessed for source in each.sources] for each in (before, now)]
    return texts[0] == texts[1] or (before.specification, before.data_model) != (now.specification, now.data_model)
