"""What differs between two nights, and what of it is worse."""

from __future__ import annotations

import dataclasses

import pytest

from coveriflow.artifacts.batch.changes import Change, compared
from coveriflow.artifacts.batch.results import Batch, BatchPlan, BatchTask, Job, JobResult, Trouble
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.verdicts import Verdict

TASK = BatchTask("a.yml")
PLAN = BatchPlan("night", (TASK,), ("bmc",), Limits())


def result(verdict: Verdict, expected: Verdict | None = None, cpu: float = 1.0, program: str = "p") -> JobResult:
    used = Resources(cpu, cpu, 0)
    return JobResult(Job(TASK, "bmc"), "", verdict, "unreach-call", expected, resources=used, program_hash=program)


TRUE, FALSE, UNKNOWN = (result(verdict) for verdict in Verdict)
RIGHT, WRONG, OPEN = (result(verdict, Verdict.TRUE) for verdict in Verdict)
ANOTHER_FALSE = result(Verdict.FALSE, program="another")
WITH_ANOTHER_HEADER = dataclasses.replace(FALSE, preprocessed_hash="another")
CLAIMED = dataclasses.replace(FALSE, is_claimed=True)
ERROR = dataclasses.replace(OPEN, trouble=Trouble.INTERNAL)


@pytest.mark.parametrize(
    ("before", "now", "kinds"),
    [
        (RIGHT, RIGHT, []),
        (RIGHT, WRONG, [Change.NEWLY_WRONG]),
        (WRONG, WRONG, []),
        (WRONG, OPEN, [Change.NO_LONGER_WRONG]),
        (WRONG, RIGHT, [Change.NO_LONGER_WRONG]),
        (WRONG, TRUE, [Change.CONTRADICTS]),  # nothing is expected any more
        (OPEN, RIGHT, [Change.NEWLY_SOLVED]),
        (RIGHT, OPEN, [Change.LOST]),
        (RIGHT, ERROR, [Change.NEW_ERROR]),
        (OPEN, ERROR, [Change.NEW_ERROR]),
        (TRUE, FALSE, [Change.CONTRADICTS]),
        (TRUE, ANOTHER_FALSE, [Change.NEWLY_VIOLATED]),
        (TRUE, WITH_ANOTHER_HEADER, [Change.NEWLY_VIOLATED]),
        (WITH_ANOTHER_HEADER, TRUE, [Change.NEWLY_PROVED]),
        (UNKNOWN, FALSE, [Change.NEWLY_VIOLATED]),
        (CLAIMED, FALSE, [Change.NEWLY_VIOLATED]),
        (WRONG, FALSE, [Change.NO_LONGER_WRONG]),  # nothing is expected any more: --purpose check
        (ANOTHER_FALSE, FALSE, []),
        (ANOTHER_FALSE, TRUE, [Change.NEWLY_PROVED]),
        (UNKNOWN, TRUE, [Change.NEWLY_SOLVED]),
        (ANOTHER_FALSE, UNKNOWN, [Change.LOST]),
        (ANOTHER_FALSE, CLAIMED, [Change.LOST]),
        (OPEN, result(Verdict.FALSE, Verdict.FALSE), [Change.NEWLY_SOLVED]),
        (result(Verdict.TRUE, cpu=2.0), result(Verdict.TRUE, cpu=4.0), [Change.SLOWER]),
        (result(Verdict.TRUE, cpu=4.0), result(Verdict.TRUE, cpu=2.0), [Change.FASTER]),
        (result(Verdict.TRUE, cpu=0.1), result(Verdict.TRUE, cpu=0.5), []),
        (TRUE, dataclasses.replace(TRUE, resources=Resources(), reused=TRUE.resources), []),
    ],
)
def test_what_became_of_a_result(before: JobResult, now: JobResult, kinds: list[Change]) -> None:
    changes = compared(Batch(PLAN, (before,)), Batch(PLAN, (now,)))
    assert [each.kind for each in changes.changes] == kinds
    assert [each.kind for each in changes.regressions] == [kind for kind in kinds if kind.is_regression]


def test_results_that_only_one_night_has() -> None:
    changes = compared(Batch(PLAN, ()), Batch(PLAN, (RIGHT,)))
    assert (changes.changes, changes.only_earlier, changes.only_later) == ((), (), (RIGHT,))


def test_contradictions_need_no_expectation() -> None:
    other = dataclasses.replace(FALSE, job=Job(TASK, "cmc"))
    assert Batch(PLAN, (TRUE, other)).contradictions == ((TRUE, other),)
    assert Batch(PLAN, (TRUE, dataclasses.replace(UNKNOWN, job=Job(TASK, "cmc")))).contradictions == ()
    claimed = dataclasses.replace(other, is_claimed=True)
    assert len(Batch(PLAN, (TRUE, claimed)).contradictions) == 1
