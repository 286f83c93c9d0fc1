"""Alarms of batch runs: each stands from the batch run in which something went wrong to the one in which it is well.

Law: an alarm is new once, and over once. What is wrong in several batch runs is one alarm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from coveriflow.artifacts.batch.changes import Change, Comparison
from coveriflow.artifacts.batch.results import Batch, JobResult, Rating, decided


class AlarmKind(Enum):
    """What is wrong. The values are for people."""

    WRONG = "wrong verdict"
    CONTRADICTORY = "contradictory verdicts"
    CONTRADICTS = "contradicts the earlier verdict"
    VIOLATED = "violated"
    LOST = "no longer solved"
    ERROR = "an error"
    MISSING = "results missing"


_OF_CHANGES = {
    Change.NEWLY_WRONG: AlarmKind.WRONG,
    Change.NEWLY_VIOLATED: AlarmKind.VIOLATED,
    Change.CONTRADICTS: AlarmKind.CONTRADICTS,
    Change.LOST: AlarmKind.LOST,
    Change.NEW_ERROR: AlarmKind.ERROR,
}


@dataclass(frozen=True, slots=True)
class Alarm:
    """``about``: the key of a job, a task, or ``""`` for the batch run. ``mark``: the program and the verdict, where a
    change of these ends it. ``text``: a sentence, of the time when it began.
    """

    kind: AlarmKind
    about: str
    mark: str
    text: str

    @property
    def key(self) -> tuple[AlarmKind, str]:
        """Equal for the same alarm in another batch run."""
        return self.kind, self.about


@dataclass(frozen=True, slots=True)
class News:
    """What a receiver is to know of a batch run: the alarms that are ``new``, that are ``over``, and that stand."""

    new: tuple[Alarm, ...]
    over: tuple[Alarm, ...]
    standing: tuple[Alarm, ...]

    @property
    def is_any(self) -> bool:
        """Whether something has changed."""
        return bool(self.new or self.over)


def news(standing: tuple[Alarm, ...], known: tuple[Alarm, ...]) -> News:
    """What one who knows of the alarms ``known`` does not know."""
    now, before = {each.key for each in standing}, {each.key for each in known}
    new = tuple(each for each in standing if each.key not in before)
    return News(new, tuple(each for each in known if each.key not in now), standing)


def standing(batch: Batch, changes: Comparison | None, before: tuple[Alarm, ...] = ()) -> tuple[Alarm, ...]:
    """The alarms that stand after ``batch``; ``before``: those that stood after the batch run before it. One about a
    job that is no longer planned is over.
    """
    found = {each.key: each for each in _raised(batch, changes)}
    results = {each.job.key: each for each in batch.results}
    kept = {each.key: each for each in before if _lasts(each, results.get(each.about))}
    return tuple((found | kept).values())


def _raised(batch: Batch, changes: Comparison | None) -> Iterator[Alarm]:
    if batch.missing:
        yield Alarm(AlarmKind.MISSING, "", "", f"{batch.missing} of {len(batch.plan.jobs)} results are missing")
    for each in batch.wrong:
        yield _of_result(AlarmKind.WRONG, each, f"{_who(each)} reports {each.status}, {each.promise} is expected")
    for several in batch.contradictions:
        said = ", ".join(f"{each.job.flow} reports {each.status}" for each in decided(several))
        yield Alarm(AlarmKind.CONTRADICTORY, "\n".join(several[0].question), "", f"{several[0].job.task.path}: {said}")
    for each in batch.violated:
        yield _of_result(AlarmKind.VIOLATED, each, f"{_who(each)} finds {each.status}")
    for change in changes.regressions if changes else ():
        text = f"{_who(change.later)} ({change.earlier.status} before, {change.later.status} now)"
        yield _of_result(_OF_CHANGES[change.kind], change.later, text)


def _who(result: JobResult) -> str:
    return f"{result.job.task.path}, {result.job.flow}"


def _of_result(kind: AlarmKind, result: JobResult, text: str) -> Alarm:
    return Alarm(kind, result.job.key, _mark(result), text)


def _mark(result: JobResult) -> str:
    return f"{result.program_hash} {result.verdict.value}"


def _lasts(alarm: Alarm, now: JobResult | None) -> bool:
    """Whether it is still as bad. What is wrong with the whole batch run, or among flows, is raised again each time."""
    if now is None:
        return False
    match alarm.kind:
        case AlarmKind.LOST:
            return not now.is_solved
        case AlarmKind.ERROR:
            return now.rating is Rating.ERROR
        case AlarmKind.VIOLATED:
            return now.is_violated
        case AlarmKind.CONTRADICTS:
            return _mark(now) == alarm.mark
        case AlarmKind.WRONG | AlarmKind.CONTRADICTORY | AlarmKind.MISSING:
            return False
        case _:
            assert_never(alarm.kind)
