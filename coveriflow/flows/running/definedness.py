"""The end of a run: a ``true`` is given when the undefined behaviour has been asked for that it assumes not to happen.

The property of a competition is about executions that are defined, so that what a property file asks for is not
refuted by one that is not: then the assumptions stand. A user who names no property wants to know, also where there is
no verdict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from enum import Enum

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composition, Within, actors_in
from coveriflow.actors.definedness import check_undefined, seek_undefined
from coveriflow.artifacts.answers import Answer, is_claimed
from coveriflow.artifacts.definedness import AssumedChecks, Definedness, is_about_check
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import is_termination, violations_of
from coveriflow.program.errors import NotSupported
from coveriflow.report.undefined import told

_MOST = 60.0
"""Seconds of CPU time, of what is left of the budget, since it may be that nothing is gained."""
_RESERVED, _RESERVED_SHARE = 5.0, 0.05
"""Seconds, and a share of the budget, at most, that a flow leaves for looking for an undefined execution."""
_FUZZER = "greybox"


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


def seeks(flow: Flow, task: Task, given: Sequence[object], wanted: Assumed | None) -> bool:
    """Whether an undefined execution is looked for if ``flow`` does not decide about ``task``: in a flow with a fuzzer,
    if the user wants to know, and if the property is not about what is undefined.
    """
    implied = Assumed.of(assume_defined=task.is_specified)
    if given or (wanted or implied) is Assumed.STANDING or is_termination(task.specification):
        return False
    return any(actor.name == _FUZZER for actor in actors_in(flow.composition)) and not _asks_for_checks(task)


def _asks_for_checks(task: Task) -> bool:
    try:
        return bool(violations_of(task).checks)
    except NotSupported:
        return True


def without_reserve(budget: Limits) -> Limits:
    """What a flow may use of ``budget``, where the rest is for looking for an undefined execution."""
    cpu, wall = (
        None if each is None else each - min(_RESERVED, _RESERVED_SHARE * each) for each in (budget.cpu, budget.wall)
    )
    return replace(budget, cpu=cpu, wall=wall)


def seeking() -> Composition:
    """The part of a composition that looks for it, with what is left of the budget."""
    return Within(seek_undefined(), Limits(_RESERVED))


def concluded(answer: Answer, found: object, files: Collection[str] = ()) -> Iterator[Answer]:
    """``answer`` without the assumptions that were excluded; unknown where an execution is undefined. ``files``: those
    of the program.
    """
    if not isinstance(found, Definedness):
        return
    if found.fails is not None:
        reason = told(found.fails, files)
        if found.others is not Verdict.TRUE:
            reason = f"{reason}; of other executions nothing is known: {answer.reason}"
        yield Answer(Verdict.UNKNOWN, reason, None, found.fails.assumptions, found.fails.place)
        return
    if answer.verdict is not Verdict.TRUE:
        return
    excluded = frozenset(found.excluded)
    yield replace(answer, assumptions=tuple(each for each in answer.assumptions if each not in excluded))


def in_environment(answer: Answer, task: Task) -> Answer:
    """A proof is about the callers that the program has."""
    if answer.verdict is not Verdict.TRUE:
        return answer
    return replace(answer, assumptions=tuple(dict.fromkeys((*task.environment, *answer.assumptions))))
