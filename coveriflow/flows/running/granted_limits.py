"""What an unknown says first: that the run has used up what the user has granted."""

from __future__ import annotations

from dataclasses import replace

from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.verdicts import Verdict

_USED_UP = 0.95
"""The share of a limit after which no actor of ours does anything that counts."""


def at_limit(answer: Answer, budget: Limits, nominal: Limits, used: Resources) -> Answer:
    """An ``unknown`` of a run that has used up a limit says that first: the reason of the last actor is a small one.
    One with a place (what is not supported, what is undefined) counts whatever time there was.
    """
    if answer.verdict is not Verdict.UNKNOWN or answer.place is not None:
        return answer
    for what, had, granted, took in (
        ("CPU", budget.cpu, nominal.cpu, used.cpu),
        ("wall", budget.wall, nominal.wall, used.wall),
    ):
        if had is not None and took >= _USED_UP * had:
            said = f"the {what} limit of {granted or had:g} s was reached"
            return replace(answer, reason=f"{said}; at last: {answer.reason}" if answer.reason else said)
    return answer
