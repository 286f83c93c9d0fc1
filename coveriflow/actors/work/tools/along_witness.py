"""Inputs that lead to the error along a witness of a tool, which names none, or not all of them.

What of the witness says nothing about the program here is passed over: whatever is found this way is executed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from coveriflow.actors.work.validate.file_names import with_names_of
from coveriflow.actors.work.validate.graphml_guards import observed_automaton
from coveriflow.actors.work.validate.probes import NotMatchedError
from coveriflow.actors.work.validate.violations import inputs_along
from coveriflow.actors.work.validate.waypoints import Observed, observed_sequence
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.violations import is_termination
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessKind
from coveriflow.artifacts.witnesses.yaml import Segment, ViolationSequence, WitnessEntries
from coveriflow.execution.processes.worker import report_progress
from coveriflow.program.errors import InputError, NotSupported

_MOST_PASSED_OVER = 100

T = TypeVar("T")


def inputs_of(task: Task, witness: object, limits: SoftLimits) -> tuple[int, ...] | str:
    """The inputs, or why there are none; ``""`` if this is no witness of a violation that one execution shows."""
    named = with_names_of(task, witness) if isinstance(witness, Witness | WitnessEntries) else witness
    observe = None if is_termination(task.specification) else _observing(task, named)
    if observe is None:
        return ""
    report_progress("search along its witness")
    try:
        return inputs_along(task, observe(), limits)
    except NotMatchedError as error:
        return f"its witness cannot be followed: {error.reason}"
    except (NotSupported, InputError) as error:
        return f"its witness cannot be followed: {error}"


def shows_violation(witness: Witness | WitnessEntries) -> bool:
    """Whether it is one of a violation."""
    if isinstance(witness, Witness):
        return witness.kind is WitnessKind.VIOLATION
    return any(isinstance(each.content, ViolationSequence) for each in witness.entries)


def _observing(task: Task, witness: object) -> Callable[[], Observed] | None:
    if isinstance(witness, Witness) and witness.kind is WitnessKind.VIOLATION:
        return lambda: _leniently(lambda given: observed_automaton(task, given), witness, _without_assumption)
    content = witness.entries[0].content if isinstance(witness, WitnessEntries) and len(witness.entries) == 1 else None
    if isinstance(content, ViolationSequence):
        return lambda: _leniently(lambda given: observed_sequence(task, given), content, _without_waypoint)
    return None


def _leniently(observe: Callable[[T], Observed], given: T, without: Callable[[T, int], T]) -> Observed:
    for _ in range(_MOST_PASSED_OVER):
        try:
            return observe(given)
        except NotMatchedError as error:
            if not error.number:
                raise
            given = without(given, error.number)
    return observe(given)


def _without_assumption(witness: Witness, number: int) -> Witness:
    plain = replace(witness.edges[number - 1], assumption="", assumption_scope="", assumption_resultfunction="")
    return replace(witness, edges=(*witness.edges[: number - 1], plain, *witness.edges[number:]))


def _without_waypoint(content: ViolationSequence, number: int) -> ViolationSequence:
    kept: list[Segment] = []
    before = 0
    for segment in content.segments:
        after = before + len(segment.avoid) + 1
        if number == after:
            before = after
            continue
        avoid = tuple(each for n, each in enumerate(segment.avoid, before + 1) if n != number)
        kept.append(replace(segment, avoid=avoid))
        before = after
    return replace(content, segments=tuple(kept))
