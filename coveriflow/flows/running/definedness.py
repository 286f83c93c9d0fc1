"""The end of a run: a ``true`` is given when the undefined behaviour has been asked for that it assumes not to happen.

The property of a competition is about executions that are defined, so that what a property file asks for is not
refuted by one that is not: then the assumptions stand. A user who names no property wants to know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum

from coveriflow.actors.composition.nodes import Composition, Within
from coveriflow.actors.definedness import check_undefined
from coveriflow.artifacts.answers import Answer, is_claimed
from coveriflow.artifacts.definedness import AssumedChecks, Definedness, is_about_check
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.report.undefined import told

_MOST = 60.0
"""Seconds of CPU time, of what is left of the budget, since it may be that nothing is gained."""


class Assumed(Enum):
    """What becomes of assumptions about undefined behaviour: they are asked for, or they stand."""

    ASKED = "asked"
    STANDING = "standing"

    @classmethod
    def of(cls, *, assume_defined: bool) -> Assumed:
        """As a user says it."""
        return cls.STANDING if assume_defined else cls.ASKED


def to_be_asked(answer: Answer, task: Task, wanted: Assumed | None) -> AssumedChecks | None:
    """What is to be asked before ``answer`` is given, if something is. ``wanted``: if the user says so; else what
    ``task`` implies.
    """
    implied = Assumed.of(assume_defined=task.is_specified)
    if (wanted or implied) is Assumed.STANDING:
        return None
    if answer.verdict is not Verdict.TRUE or answer.evidence is None or is_claimed(answer.evidence):
        return None
    sentences = tuple(filter(is_about_check, answer.assumptions))
    return AssumedChecks(sentences) if sentences else None


def asking() -> Composition:
    """The part of a composition that asks: the answer is there, so that what is left of the budget may be used."""
    return Within(check_undefined(), Limits(_MOST))


def concluded(answer: Answer, found: object) -> Iterator[Answer]:
    """``answer`` without the assumptions that were excluded; unknown where an execution is undefined."""
    if not isinstance(found, Definedness):
        return
    if found.fails is not None:
        yield Answer(Verdict.UNKNOWN, told(found.fails), None, found.fails.assumptions, found.fails.place)
        return
    excluded = frozenset(found.excluded)
    yield replace(answer, assumptions=tuple(each for each in answer.assumptions if each not in excluded))
