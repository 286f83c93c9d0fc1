"""A range that a user gives: two tests that bound the paths to be looked at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from coveriflow.actors import inside_range, range_program, when_unknown
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor, actors_in
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range, Ranges
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestCase
from coveriflow.flows.tasks.load import read
from coveriflow.formats.tests.test_suite import read_test_case
from coveriflow.program.errors import InputError

NO_BOUND = "-"
Bound = str | TestCase | None
"""A test, a file with one, or no bound (``-``)."""


def range_of(task: Task, bounds: tuple[Bound, Bound]) -> Range:
    """The range of ``task`` between two tests."""
    lower, upper = map(_bound, bounds)
    return Range(lower, upper, task.program_hash, task.specification, task.data_model)


def _bound(given: Bound) -> TestCase | None:
    if given is None or isinstance(given, TestCase):
        return given
    return None if given == NO_BOUND else read_test_case(read(Path(given)), given)


def in_a_range(flow: Flow) -> Flow:
    """``flow`` where there is a range from the start. If no actor in it supports ranges, or another program is made of
    the whole one, it gets the program of the range; ``InputError`` if none takes that either, or if it parts the
    program itself.
    """
    if any(Ranges in actor.provides for actor in actors_in(flow.composition)):
        raise InputError(f"the flow '{flow.name}' divides the whole program into ranges itself: it takes none")
    needed = {kind for actor in actors_in(flow.composition) for need in actor.needs for kind in need.types}
    if not needed & {Range, Residual}:
        raise InputError(f"the flow '{flow.name}' has no actor that looks at a range: take symbolic, bmc, or such")
    looks_itself = Range in needed and not any(map(_transforms, actors_in(flow.composition)))
    composition = flow.composition if looks_itself else range_program() >> flow.composition
    written = composition >> when_unknown(inside_range())
    return replace(flow, composition=written, takes=(*flow.takes, Range))


def _transforms(actor: Actor) -> bool:
    """Whether ``actor`` makes another program of one, whatever has been verified: who looks at that sees no range."""
    needed = {kind for need in actor.needs for kind in need.types}
    return Residual in actor.provides and not needed & {Condition, Range}
