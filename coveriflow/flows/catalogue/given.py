"""What there is besides a task when a flow begins: a condition, an earlier version's condition, a range of paths."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.answers import Justification, given_condition
from coveriflow.artifacts.automata.guarded_files import with_names_of
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.previous_version import Earlier
from coveriflow.artifacts.tasks import Task
from coveriflow.flows.catalogue.by_name import for_a_part, of_the_rest
from coveriflow.flows.catalogue.given_ranges import Bound, in_a_range, range_of


@dataclass(frozen=True, slots=True)
class Given:
    """``condition``: what has been verified, or the file of it; ``earlier``: loads the version that it is about, where
    that is not the task. ``is_trusted``: the user stands for it. ``bounds``: the tests between which the paths lie.
    """

    condition: Condition | Path | None = None
    earlier: Callable[[], Task] | None = None
    is_trusted: bool = False
    bounds: tuple[Bound, Bound] | None = None


def with_given(flow: Flow, task: Task, given: Given) -> tuple[Flow, tuple[object, ...]]:
    """``flow`` for what is left, and the artifacts that it begins with; ``InputError`` for what does not fit."""
    artifacts: tuple[object, ...] = ()
    if given.condition is not None:
        artifacts = _verified_before(task, given.condition, given)
        flow = of_the_rest(flow, type(artifacts[0]))
    if given.bounds is not None:
        within: Range = range_of(task, given.bounds)
        return in_a_range(for_a_part(flow)), (within,)
    return flow, artifacts


def _verified_before(task: Task, condition: Condition | Path, given: Given) -> tuple[object, ...]:
    """Of the program, or of an earlier version; and whether that is trusted."""
    about = task if given.earlier is None else given.earlier()
    found = _about(about, condition)
    trusted = _trusted(found, given)
    if given.earlier is None:
        return (found, *trusted)
    return (Earlier(about, found, next(iter(trusted), None)),)


def _about(task: Task, condition: Condition | Path) -> Condition:
    from coveriflow.actors.work.load import check_about  # seldom needed, and so is the next one

    if isinstance(condition, Path):
        from coveriflow.flows.tasks.condition_files import ProgramOf, condition_file

        return condition_file(condition, ProgramOf(lambda: task))
    check_about(condition, task)
    return with_names_of(task, condition)


def _trusted(condition: Condition, given: Given) -> tuple[Justification, ...]:
    if not given.is_trusted:
        return ()
    return (given_condition(condition.digest, condition.producer, is_trusted=True),)
