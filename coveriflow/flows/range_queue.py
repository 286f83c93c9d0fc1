"""The ranges that several analyses share while they run, and what was found in them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from coveriflow.artifacts.answers import Answer, Justification, is_claimed
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.range_results import RangeResult, RangeResults
from coveriflow.artifacts.ranges import Range, Ranges
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.scope import Entry

T = TypeVar("T")


@dataclass(slots=True)
class RangeQueue(Generic[T]):
    """Thread-safe. The first ranges have their analyses, one each; the others go to whoever asks first.

    ``violated``: the first branch that found a violation which is more than a claim.
    """

    ranges: Ranges
    analyses: int
    violated: T | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _own: set[int] = field(init=False)
    _next: int = field(init=False)
    _found: dict[int, T] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._own = set(range(self.workers))
        self._next = self.workers

    @property
    def workers(self) -> int:
        """How many can work at a time."""
        return min(self.analyses, len(self.ranges.parts))

    def take(self, worker: int) -> int | None:
        """The number of a range that nobody has had yet; the first one of a worker is its own."""
        with self._lock:
            if worker in self._own:
                self._own.discard(worker)
                return worker
            if self._next == len(self.ranges.parts):
                return None
            self._next += 1
            return self._next - 1

    def put(self, number: int, branch: T, answer: Answer | None) -> None:
        """A range has been looked at."""
        is_violation = answer is not None and answer.verdict is Verdict.FALSE and not is_claimed(answer.evidence)
        with self._lock:
            self._found[number] = branch
            if is_violation and self.violated is None:
                self.violated = branch

    def results(self, entries_of: Callable[[T], Iterable[Entry]]) -> RangeResults:
        """One for each range, from what was produced for it."""
        parts = enumerate(self.ranges.parts)
        found = (_result(p, entries_of(self._found[n]) if n in self._found else ()) for n, p in parts)
        return RangeResults(self.ranges, tuple(found))


def _result(within: Range, entries: Iterable[Entry]) -> RangeResult:
    """The last answer, and the last condition that is about the program itself, with what justifies it."""
    made = [entry.artifact for entry in entries]
    answers = [each for each in made if isinstance(each, Answer)]
    conditions = [c for c in made if isinstance(c, Condition) and c.program_hash == within.program_hash]
    digest = conditions[-1].digest if conditions else ""
    reasons = [j for j in made if isinstance(j, Justification) and j.condition == digest]
    return RangeResult(
        within,
        answers[-1] if answers else Answer(Verdict.UNKNOWN, "no analysis came to it"),
        conditions[-1] if conditions else None,
        reasons[-1] if reasons else None,
    )
