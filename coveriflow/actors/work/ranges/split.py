"""From a task to ranges of its paths."""

from __future__ import annotations

import re
from collections.abc import Callable

from coveriflow.actors.definition import Produced
from coveriflow.actors.options import SplitOptions
from coveriflow.actors.work.load import automaton_of, check_about
from coveriflow.actors.work.verify.soft_limits import counted_from_now, soft_limits
from coveriflow.actors.work.verify.violating_input import test_of
from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.analysis.splitting.splitters import Bounds
from coveriflow.analysis.splitting.walks import NOTHING
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition, resolved
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Ranges, alternatives, ranges_between
from coveriflow.artifacts.tasks import Task
from coveriflow.program.cfa.alternatives import choices_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import InputError, NotSupported

Split = Callable[[Cfa, LimitWatch, ResolvedCondition], Bounds]
SECONDS = 0.6
"""Of CPU time for a splitter, after the program has been read, unless somebody wants otherwise."""


def split(task: Task, condition: Condition | None, by: Split, options: SplitOptions) -> Produced:
    """The ranges between the bounds that are found in the time that ``options`` give; all paths, where there are none.
    Bounds lie on paths that ``condition`` does not cover.
    """
    if condition is not None:
        check_about(condition, task)
    left = counted_from_now(soft_limits(options.cpu, options.share))
    try:
        cfa = automaton_of(task)
        given = NOTHING if condition is None else resolved(condition, cfa)
        limits = left() if options.cpu is not None else left().at_most(SECONDS)
        found = by(cfa, LimitWatch(limits), given)
    except NotSupported as unsupported:
        found = Bounds((), str(unsupported))
    return (ranges_between(task, [test_of(inputs, violates=False) for inputs in found.tests], found.reason),)


def by_alternatives(task: Task) -> Ranges:
    """A range for each alternative; all paths, where the program does not choose, or is not supported."""
    try:
        choices = choices_of(automaton_of(task))
    except NotSupported as unsupported:
        return alternatives(task, 1, str(unsupported))
    return alternatives(task, len(choices) + 1, "" if choices else "the program does not choose between large parts")


def numbers_in(text: str) -> list[int]:
    """The numbers of a list such as ``3,10``; ``InputError`` if it is none."""
    words = [word for word in re.split(r"[,\s]+", text.strip()) if word]
    if not words or not all(re.fullmatch(r"[0-9]{1,9}", word) for word in words):
        raise InputError(f"bounds of loops are numbers, as in 3,10: '{text}'")
    return [int(word) for word in words]


def checked_number(actor: str, number: int) -> int:
    """How many bounds there shall be; ``InputError`` if these are none."""
    if number < 1:
        raise InputError(f"{actor}.number is {number}: it must be a number from 1 on")
    return number


def checked_probability(actor: str, probability: float) -> float:
    """A probability; ``InputError`` if it is none."""
    if not 0 <= probability <= 1:
        raise InputError(f"{actor}.probability is {probability}: it lies between 0 and 1")
    return probability
