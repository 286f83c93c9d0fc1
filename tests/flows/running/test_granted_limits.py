"""An unknown at the end of a limit says so first."""

from __future__ import annotations

import pytest

from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.running.granted_limits import at_limit

SMALL = Answer(Verdict.UNKNOWN, "there was no time to check 16 unwindings")
LIMITS = Limits(30.0, 90.0)


@pytest.mark.parametrize(
    ("used", "said"),
    [
        (Resources(5.0, 89.0), "the wall limit of 90 s was reached; at last: there was no time to check 16 unwindings"),
        (Resources(29.5, 40.0), "the CPU limit of 30 s was reached; at last: there was no time to check 16 unwindings"),
        (Resources(5.0, 40.0), "there was no time to check 16 unwindings"),
    ],
)
def test_a_limit_that_was_reached_comes_first(used: Resources, said: str) -> None:
    assert at_limit(SMALL, LIMITS, LIMITS, used).reason == said


def test_what_the_user_granted_is_named() -> None:
    """A part of it may have been used before the run."""
    assert at_limit(SMALL, Limits(cpu=20.0), Limits(cpu=30.0), Resources(19.5)).reason.startswith(
        "the CPU limit of 30 s"
    )


def test_a_verdict_is_one() -> None:
    assert at_limit(Answer(Verdict.TRUE), LIMITS, LIMITS, Resources(30.0, 90.0)) == Answer(Verdict.TRUE)
    assert at_limit(SMALL, Limits(), Limits(), Resources(1e6, 1e6)) == SMALL


def test_a_reason_with_a_place_stands() -> None:
    placed = Answer(Verdict.UNKNOWN, "undefined behaviour: division by zero", place=("a.c", 8, 0))
    assert at_limit(placed, LIMITS, LIMITS, Resources(30.0, 90.0)) == placed
