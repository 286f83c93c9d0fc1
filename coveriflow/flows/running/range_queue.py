"""The ranges that several analyses share while they run, their time, and what was found."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from coveriflow.actors.composition.nodes import Splitting
from coveriflow.actors.definition import Produced
from coveriflow.artifacts.answers import Answer, Justification, is_claimed
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range, Ranges, StolenRange
from coveriflow.artifacts.range_results import RangeInvariants, RangeResult, RangeResults
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import Job
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.scope import Entry

T = TypeVar("T")
_PATIENCE = 2.0
"""Seconds after which somebody else is asked, too."""


@dataclass(slots=True, eq=False)
class Part(Generic[T]):
    """One range, which becomes smaller while its ``worker`` gives parts of it away. ``branch``: who has looked at it,
    since ``began``; ``job``: what works on it.
    """

    queue: RangeQueue[T]
    within: Range
    worker: int | None = None
    began: float = 0.0
    job: Job[Produced] | None = None
    may_have_more: bool = True
    may_give: bool = False
    is_asked: bool = False
    is_done: bool = False
    branch: T | None = None

    @contextmanager
    def working(self, job: Job[Produced], *, may_give: bool) -> Iterator[None]:
        """See ``jobs.Shared``."""
        self.queue.starts(self, job, may_give=may_give)
        try:
            yield
        finally:
            self.queue.starts(self, None, may_give=False)

    def hear(self, report: StolenRange) -> None:
        """See ``jobs.Shared``."""
        self.queue.hand_over(self, report)

    def bounded(self) -> Bounded[T]:
        """See ``jobs.Shared``."""
        return Bounded(self)

    @property
    def is_working(self) -> bool:
        """A worker looks at it now."""
        return self.began > 0 and not self.is_done


@dataclass(frozen=True, slots=True)
class Bounded(Generic[T]):
    """``part`` for who has a budget of his own within that of the range: what others leave is for those after him."""

    part: Part[T]

    @property
    def within(self) -> Range:
        """See ``jobs.Shared``."""
        return self.part.within

    @contextmanager
    def working(self, job: Job[Produced], *, may_give: bool) -> Iterator[None]:
        """See ``jobs.Shared``."""
        self.part.may_have_more = False
        try:
            with self.part.working(job, may_give=may_give):
                yield
        finally:
            self.part.may_have_more = True

    def hear(self, report: StolenRange) -> None:
        """See ``jobs.Shared``."""
        self.part.hear(report)

    def bounded(self) -> Bounded[T]:
        """See ``jobs.Shared``."""
        return self


class RangeQueue(Generic[T]):
    """Thread-safe. The first ranges have their analyses, one each; the others go to the worker that asks first.

    With ``Splitting.DYNAMIC`` who has nothing to do waits, and those who work are asked for the right part of what they
    have left. The parts are always consecutive, and together the whole program.

    ``cpu``: seconds that each worker has. What one leaves is for those who still work; who gives half of its range away
    gives half of its time, too. (It is not known how much of that an actor has used before it ends: as if it ran
    without a break.) ``violated``: the first branch that found a violation which is more than a claim.
    """

    def __init__(
        self, ranges: Ranges, analyses: int, splitting: Splitting = Splitting.STATIC, cpu: float | None = None
    ) -> None:
        self.violated: T | None = None
        self._reason, self._splitting, self._cpu = ranges.reason, splitting, cpu
        self._parts = [Part(self, within) for within in ranges.parts]
        self.workers = analyses if splitting is Splitting.DYNAMIC else min(analyses, len(self._parts))
        for worker, part in zip(range(self.workers), self._parts, strict=False):
            part.worker = worker
        self._granted, self._used = [0.0] * self.workers, [0.0] * self.workers
        self._idle: list[int] = []
        self._changed = threading.Condition()

    def take(self, worker: int, cancellation: Cancellation) -> Part[T] | None:
        """A range that no worker has had yet; the first one of a worker is its own. ``None``: there is nothing to do
        any more.
        """
        with cancellation.calling(self._wake), self._changed:
            begun = 0.0
            while not cancellation.is_cancelled and self.violated is None:
                part = self._waiting_for(worker)
                if part is not None:
                    part.worker, part.began = worker, time.monotonic()
                    self._idle = [each for each in self._idle if each != worker]
                    self._ask()
                    return part
                if worker not in self._idle:
                    begun = time.monotonic()
                    self._idle.append(worker)
                    self._leave_time(worker)
                if self._splitting is Splitting.STATIC or not any(part.is_working for part in self._parts):
                    break
                self._ask(everybody=time.monotonic() - begun > _PATIENCE)
                self._changed.wait(_PATIENCE)
            self._changed.notify_all()
            return None

    def _waiting_for(self, worker: int) -> Part[T] | None:
        free = [part for part in self._parts if not part.began and part.worker in (worker, None)]
        return next((part for part in free if part.worker == worker), free[0] if free else None)

    def put(self, part: Part[T], branch: T, answer: Answer | None, cpu: float) -> None:
        """A range has been looked at, which took ``cpu`` seconds."""
        is_violation = answer is not None and answer.verdict is Verdict.FALSE and not is_claimed(answer.evidence)
        with self._changed:
            part.branch, part.is_done = branch, True
            if part.worker is not None:
                self._used[part.worker] += cpu
            if is_violation and self.violated is None:
                self.violated = branch
            self._changed.notify_all()

    def granted(self, worker: int) -> float:
        """Seconds that it has got from others, less those that it gave."""
        return self._granted[worker]

    def starts(self, part: Part[T], job: Job[Produced] | None, *, may_give: bool) -> None:
        """An actor works on ``part`` now, or none does."""
        with self._changed:
            part.job, part.may_give, part.is_asked = job, may_give, False
            self._ask()

    def hand_over(self, part: Part[T], report: StolenRange) -> None:
        """Who looks at ``part`` leaves its right part to others."""
        with self._changed:
            new = Part(self, replace(part.within, lower=report.bound))
            part.within, part.is_asked = replace(part.within, upper=report.bound), False
            self._parts.insert(self._parts.index(part) + 1, new)
            if self._idle:
                new.worker = self._idle.pop(0)
                self._give_time(part, self._left(part) / 2, new.worker)
            self._ask()
            self._changed.notify_all()

    def _ask(self, *, everybody: bool = False) -> None:
        """As many as there are who have nothing to do, those first who have worked longest on their part."""
        if self._splitting is Splitting.STATIC or not self._idle:
            return
        working = [part for part in self._parts if part.is_working and part.may_give and part.job is not None]
        asked = sum(part.is_asked for part in working)
        others = sorted((part for part in working if not part.is_asked), key=lambda part: part.began)
        for part in others if everybody else others[: max(0, len(self._idle) - asked)]:
            part.is_asked = True
            if part.job is not None:
                part.job.ask()

    def _left(self, part: Part[T]) -> float:
        """Seconds of CPU time that its worker still has, at least."""
        if self._cpu is None or part.worker is None:
            return 0.0
        now = time.monotonic() - part.began if part.is_working else 0.0
        return max(0.0, self._cpu + self._granted[part.worker] - self._used[part.worker] - now)

    def _give_time(self, part: Part[T], seconds: float, to: int) -> None:
        assert part.worker is not None
        self._granted[to] += seconds
        self._granted[part.worker] -= seconds
        if part.job is not None and self._cpu is not None:
            part.job.allow(-seconds)

    def _leave_time(self, worker: int) -> None:
        """To those who work; a job that runs has it at once. The limits of a job that is about to start may have been
        counted already: then the next one has it, and where work is given away later, with its time, it gets none.
        """
        is_static = self._splitting is Splitting.STATIC
        working = [part for part in self._parts if part.is_working and (is_static or part.job is not None)]
        if self._cpu is None or not working:
            return
        left = max(0.0, self._cpu + self._granted[worker] - self._used[worker])
        self._granted[worker] -= left
        for part in working:
            assert part.worker is not None
            self._granted[part.worker] += left / len(working)
            if part.job is not None and part.may_have_more:
                part.job.allow(left / len(working))

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    @property
    def ranges(self) -> Ranges:
        """As they are now."""
        return Ranges(tuple(part.within for part in self._parts), self._reason)

    def only(self) -> T | None:
        """Who has looked at the whole program, if it was never parted."""
        return self._parts[0].branch if len(self._parts) == 1 else None

    def results(self, entries_of: Callable[[T], Iterable[Entry]]) -> RangeResults:
        """One for each range, from what was produced for it."""
        found = (_result(p.within, entries_of(p.branch) if p.branch is not None else ()) for p in self._parts)
        return RangeResults(self.ranges, tuple(found))


def _result(within: Range, entries: Iterable[Entry]) -> RangeResult:
    """The last answer, and the last condition that is about the program itself, with what justifies it."""
    made = [entry.artifact for entry in entries]
    answers = [each for each in made if isinstance(each, Answer)]
    conditions = [c for c in made if isinstance(c, Condition) and c.program_hash == within.program_hash]
    digest = conditions[-1].digest if conditions else ""
    reasons = [j for j in made if isinstance(j, Justification) and j.condition == digest]
    invariants = [each for each in made if isinstance(each, RangeInvariants) and each.within == within]
    return RangeResult(
        within,
        answers[-1] if answers else Answer(Verdict.UNKNOWN, "no analysis came to it"),
        conditions[-1] if conditions else None,
        reasons[-1] if reasons else None,
        invariants[-1] if invariants else None,
    )
