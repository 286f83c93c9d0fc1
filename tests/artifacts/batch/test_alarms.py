"""Alarms stand from the batch run in which something goes wrong to the one in which it is well."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.artifacts.batch.alarms import Alarm, AlarmKind, news, standing
from coveriflow.artifacts.batch.changes import compared
from coveriflow.artifacts.batch.results import Batch, JobResult, Purpose
from tests.artifacts.batch.test_changes import (
    ANOTHER_FALSE,
    CLAIMED,
    ERROR,
    FALSE,
    OPEN,
    PLAN,
    RIGHT,
    TRUE,
    UNKNOWN,
    WRONG,
)

CHECK = dataclasses.replace(PLAN, purpose=Purpose.CHECK)
RESULTS = (TRUE, FALSE, UNKNOWN, RIGHT, WRONG, OPEN, ANOTHER_FALSE, CLAIMED, ERROR)


def nights(*results: JobResult | None, plan: object = PLAN) -> list[tuple[list[str], list[str], int]]:
    """Of each batch run: kinds of alarms that are new and over, as one is told who hears of all; and how many stand."""
    told: list[tuple[list[str], list[str], int]] = []
    before: Batch | None = None
    known: tuple[Alarm, ...] = ()
    for each in results:
        batch = Batch(plan, () if each is None else (each,))  # type: ignore[arg-type]
        now = standing(batch, None if before is None else compared(before, batch), known)
        what = news(now, known)
        told.append(([a.kind.name for a in what.new], [a.kind.name for a in what.over], len(what.standing)))
        before, known = batch, now
    return told


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ((RIGHT, RIGHT), [([], [], 0)] * 2),
        ((RIGHT, WRONG, WRONG, RIGHT), [([], [], 0), (["WRONG"], [], 1), ([], [], 1), ([], ["WRONG"], 0)]),
        ((RIGHT, OPEN, OPEN, RIGHT), [([], [], 0), (["LOST"], [], 1), ([], [], 1), ([], ["LOST"], 0)]),
        ((RIGHT, ERROR, OPEN, RIGHT), [([], [], 0), (["ERROR"], [], 1), ([], ["ERROR"], 0), ([], [], 0)]),
        (
            (UNKNOWN, FALSE, FALSE, TRUE),
            [([], [], 0), (["VIOLATED"], [], 1), ([], [], 1), (["CONTRADICTS"], ["VIOLATED"], 1)],
        ),
        (
            (TRUE, FALSE, FALSE, ANOTHER_FALSE),
            [([], [], 0), (["CONTRADICTS"], [], 1), ([], [], 1), ([], ["CONTRADICTS"], 0)],
        ),
        ((RIGHT, None, RIGHT), [([], [], 0), (["MISSING"], [], 1), ([], ["MISSING"], 0)]),
    ],
)
def test_each_alarm_is_new_once_and_over_once(results: tuple[JobResult | None, ...], expected: object) -> None:
    assert nights(*results) == expected


def test_a_violation_that_counts_is_told_once() -> None:
    assert nights(FALSE, FALSE, UNKNOWN, plan=CHECK)[:2] == [(["VIOLATED"], [], 1), ([], [], 1)]


@given(st.lists(st.sampled_from(RESULTS), min_size=1, max_size=8))
def test_what_is_over_was_new_and_what_stands_is_told(results: list[JobResult]) -> None:
    alive: list[str] = []
    for new, over, number in nights(*results):
        for each in over:
            alive.remove(each)
        alive += new
        assert len(alive) == number == len(set(alive))


def test_a_verdict_that_is_wrong_always_stands() -> None:
    for first in RESULTS:
        batch = Batch(PLAN, (WRONG,))
        assert AlarmKind.WRONG in [each.kind for each in standing(batch, compared(Batch(PLAN, (first,)), batch))]
