"""What was measured, a line in a file for each task and flow: a run that was stopped goes on from there."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar, get_type_hints

from corpus.measuring import Result, Row
from coveriflow.artifacts.verdicts import Verdict

T = TypeVar("T", bound=Any)


@dataclass(frozen=True)
class Record:
    """One flow on one task; ``seconds`` of CPU time, and of each actor in ``turns``, with what it answered."""

    folder: str
    task: str
    expected: str
    flow: str
    verdict: str
    result: str
    seconds: float
    reason: str
    turns: str

    @property
    def is_solved(self) -> bool:
        """Whether there is a verdict, and none that is wrong."""
        return Result(self.result) in (Result.RIGHT, Result.DECIDED, Result.SUSPECT, Result.ASSUMED)

    @property
    def is_right(self) -> bool:
        """Whether there is a verdict that nothing contradicts."""
        return Result(self.result) in (Result.RIGHT, Result.DECIDED)

    @property
    def is_wrong(self) -> bool:
        """A wrong verdict, or a crash."""
        return Result(self.result) in (Result.WRONG, Result.CRASH)


def record_of(flow: str, row: Row) -> Record:
    """What a row says of a flow."""
    task, said = row.task, row.verdict.value if row.verdict else ""
    reason = row.crash or row.reason
    return Record(
        task.folder, task.name, str(task.expected), flow, said, row.result.value, row.seconds, reason, row.turns
    )


@dataclass
class Records(Generic[T]):
    """A growing file of records of ``kind``, a dataclass of words and numbers; without ``path`` nothing is kept."""

    path: Path | None
    kind: type[T]

    def __post_init__(self) -> None:
        self._lock = Lock()
        self._types = get_type_hints(self.kind)

    def known(self) -> list[T]:
        """Those of earlier runs; a line that was cut off does not count. Raises ``ValueError`` for other columns."""
        if self.path is None or not self.path.exists():
            return []
        with self.path.open(newline="", encoding="utf-8") as file:
            names, *lines = [*csv.reader(file)] or [list(self._types)]
        if names != list(self._types):
            raise ValueError(f"{self.path} has other columns than {', '.join(self._types)}")
        return [
            self.kind(*(read(word) for read, word in zip(self._types.values(), line, strict=True)))
            for line in lines
            if len(line) == len(names)
        ]

    def add(self, records: Iterable[T]) -> None:
        """Append them."""
        if self.path is None:
            return
        with self._lock, self.path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, lineterminator="\n")
            if file.tell() == 0:
                writer.writerow(self._types)
            writer.writerows(map(astuple, records))


def verdict_of(record: Record) -> Verdict | None:
    """Its verdict, if there is one."""
    return Verdict(record.verdict) if record.verdict else None
