"""Two batch runs beside each other: what became better, and what became worse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from coveriflow.artifacts.batch.results import Batch, Job, JobResult, Rating
from coveriflow.artifacts.verdicts import Verdict

SLOWER = 2.0
"""Factor of CPU time from which on a difference is told."""
NOTICEABLE = 1.0
"""Seconds of CPU time that it makes at least."""


class Change(Enum):
    """What became of a result. The values are for people."""

    NEWLY_WRONG = "newly wrong"
    NEWLY_VIOLATED = "newly violated"
    CONTRADICTS = "contradicts the earlier verdict"
    LOST = "no longer solved"
    NEWLY_PROVED = "newly proved"
    NEWLY_SOLVED = "newly solved"
    NO_LONGER_WRONG = "no longer wrong"
    NEW_ERROR = "now an error"
    SLOWER = "slower by 2x or more"
    FASTER = "faster by 2x or more"

    @property
    def is_regression(self) -> bool:
        """Whether the user should look at it at once."""
        return self.is_violation or self in (Change.LOST, Change.NEW_ERROR)

    @property
    def is_violation(self) -> bool:
        """Whether a violation or a wrong verdict is new."""
        return self in (Change.NEWLY_WRONG, Change.NEWLY_VIOLATED, Change.CONTRADICTS)


@dataclass(frozen=True, slots=True)
class Changed:
    """A result of the ``later`` batch run that differs from that of the ``earlier`` one."""

    kind: Change
    earlier: JobResult
    later: JobResult

    @property
    def told(self) -> str:
        """``newly violated (true before)``."""
        return f"{self.kind.value} ({self.earlier.status} before)"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs, in the order of the kinds; ``only_earlier``, ``only_later``: results that the other has not.

    ``carried``: results of changed programs, before and under the condition of then.
    """

    earlier: str
    later: str
    changes: tuple[Changed, ...]
    only_earlier: tuple[JobResult, ...] = ()
    only_later: tuple[JobResult, ...] = ()
    carried: tuple[tuple[JobResult, JobResult], ...] = ()

    @property
    def regressions(self) -> tuple[Changed, ...]:
        """What became worse."""
        return tuple(each for each in self.changes if each.kind.is_regression)

    def of(self, kind: Change) -> tuple[Changed, ...]:
        """The changes of one kind."""
        return tuple(each for each in self.changes if each.kind is kind)


def by_job(changes: Comparison | None) -> dict[Job, Changed]:
    """What became of which result of the later batch run. Its speed does not count."""
    told = changes.changes if changes else ()
    return {each.later.job: each for each in told if each.kind not in (Change.SLOWER, Change.FASTER)}


def compared(earlier: Batch, later: Batch) -> Comparison:
    """The changes from one batch run to the other; results belong together if their jobs are equal."""
    before = {each.job.key: each for each in earlier.results}
    now = {each.job.key: each for each in later.results}
    pairs = [(before[key], each) for key, each in now.items() if key in before]
    changes = [Changed(kind, one, other) for one, other in pairs for kind in _kinds(one, other)]
    order = list(Change)
    return Comparison(
        earlier.plan.name,
        later.plan.name,
        tuple(sorted(changes, key=lambda each: order.index(each.kind))),
        tuple(each for key, each in before.items() if key not in now),
        tuple(each for key, each in now.items() if key not in before),
        tuple(pair for pair in pairs if pair[1].carried),
    )


def _kinds(before: JobResult, now: JobResult) -> Iterator[Change]:
    if now.rating is Rating.WRONG and before.rating is not Rating.WRONG:
        yield Change.NEWLY_WRONG
    elif _contradicts(before, now) and not _is_corrected(before, now):
        yield Change.CONTRADICTS
    elif now.is_violated and (before.verdict is not Verdict.FALSE or before.is_claimed):
        yield Change.NEWLY_VIOLATED
    elif before.is_violated and now.is_solved:
        yield from [Change.NEWLY_PROVED] if now.verdict is Verdict.TRUE else []
    elif before.is_solved and now.rating is Rating.ERROR:
        yield Change.NEW_ERROR
    elif before.is_solved and not now.is_solved and now.rating is not Rating.WRONG:
        yield Change.LOST
    elif before.rating is Rating.WRONG and now.rating is not Rating.WRONG:
        yield Change.NO_LONGER_WRONG
    elif now.is_solved and not before.is_solved:
        yield Change.NEWLY_SOLVED
    elif now.rating is Rating.ERROR and before.rating is not Rating.ERROR:
        yield Change.NEW_ERROR
    if before.is_solved and now.is_solved:
        yield from _speed(before.cost, now.cost)


def _contradicts(before: JobResult, now: JobResult) -> bool:
    """The same program cannot be both: headers and macros count."""
    first, second = (
        (each.program_hash, each.preprocessed_hash, each.data_model, each.question) for each in (before, now)
    )
    return first == second and before.verdict.decisive and now.verdict.decisive and before.verdict is not now.verdict


def _is_corrected(before: JobResult, now: JobResult) -> bool:
    """Of two verdicts that exclude each other, the earlier one was known to be wrong, and the later one is expected."""
    return before.rating is Rating.WRONG and now.rating is Rating.CORRECT


def _speed(before: float, now: float) -> Iterator[Change]:
    if now >= SLOWER * before and now - before >= NOTICEABLE:
        yield Change.SLOWER
    if before >= SLOWER * now and before - now >= NOTICEABLE:
        yield Change.FASTER
