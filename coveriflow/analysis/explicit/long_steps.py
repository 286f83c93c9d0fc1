"""Explicit values in long steps: where a state has one successor only, the search goes on from that one at once.

What is known decides most branches; then states in between need not be kept. They are kept where several successors
are possible, at the ends of the program, where a component asks to leave the path, and often enough for a loop that
comes back to its values to be noticed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.domains.step_functions import Choose, StepFunctions, choice
from coveriflow.analysis.domains.value_edges import UNKNOWN, Apply, Environment
from coveriflow.analysis.domains.value_precision import Growth
from coveriflow.analysis.domains.values import ValueDomain, Values
from coveriflow.program.cfa.edges import Edge, Location

_MOST_VISITS = 16
"""Of loop heads and called functions in one long step. A path that comes to known states may be out of step with them:
it is followed up to so many times before that is noticed.
"""
_MOST_STEPS = 200
_SMALL, _LARGEST = 1_000, 64
"""A state with so many values costs as much as the steps; one with twice as many is kept half as often, and so on
up to that.
"""


class _Way:
    """A step, and where it leads. Its functions are made when they are first called.

    ``whole``: all of the step; ``behind``: without the test that it begins with, which is known to hold.
    """

    __slots__ = ("behind", "place", "reason", "step", "target", "whole")
    whole: Apply
    behind: Apply

    def __init__(self, functions: StepFunctions, step: Step, target: Position, reason: str | None) -> None:
        self.step, self.target, self.reason = step, target, reason
        self.place: _Place | None = None
        self.renew(functions)

    def renew(self, functions: StepFunctions) -> None:
        """The functions may be other ones now."""
        self.whole, self.behind = partial(_first_whole, self, functions), partial(_first_behind, self, functions)


def _first_whole(way: _Way, functions: StepFunctions, known: Environment) -> bool:
    way.whole = functions.whole(way.step)
    return way.whole(known)


def _first_behind(way: _Way, functions: StepFunctions, known: Environment) -> bool:
    way.behind = functions.behind_test(way.step)
    return way.behind(known)


@dataclass(frozen=True, slots=True)
class _Place:
    """What can be done at a position. ``counts``: whether to count how often a long step comes here."""

    position: Position
    ways: Sequence[_Way]
    choose: Choose | None
    counts: bool


@dataclass(frozen=True)
class LongStepAnalysis(CompositeAnalysis):
    """``CompositeAnalysis`` of explicit values (the first component), with other components that go along."""

    visits: int = _MOST_VISITS

    @cached_property
    def _others(self) -> tuple[Callable[[Any, Step], Any], ...]:
        return self._transfers[1:]

    @cached_property
    def _values(self) -> ValueDomain:
        values = self.domains[0]
        assert isinstance(values, ValueDomain)
        return values

    @cached_property
    def _joins(self) -> bool:
        return self._values.joins

    @cached_property
    def _functions(self) -> StepFunctions:
        return StepFunctions(self._values)

    @cached_property
    def _places(self) -> dict[Position, _Place]:
        return {}

    @cached_property
    def _paths(self) -> dict[tuple[Step, ...], Step]:
        return {}

    @property
    def undefined(self) -> Collection[Edge]:
        """The checks that could not be shown to hold."""
        return self._values.undefined

    def tracked_at(self, location: Location) -> Set[str]:
        """The variables that refinement has made tracked there; none where all are tracked from the start."""
        precision = self._values.precision
        return precision.at(location) if precision is not None else frozenset()

    def track(self, found: Mapping[Location, Collection[str]]) -> Growth:
        """From now on these variables, too, at these locations."""
        growth = self._values.track(found)
        self._functions.forget(growth)
        for place in self._places.values():
            for way in place.ways:
                way.renew(self._functions)
        return growth

    def transitions(self, state: CompositeState) -> Iterator[tuple[Step, CompositeState]]:
        """See ``Analysis``: at most one for each step from ``state``."""
        known: Environment = state.elements[0].known
        for way, own in self._begun(known, self._place(state.position)):
            found = self._followed(way, own, state.elements[1:])
            if found is not None:
                yield found

    def _begun(self, known: Environment, place: _Place) -> Iterator[tuple[_Way, Environment]]:
        """The steps that can be taken, each with the values after it."""
        if place.choose is not None:
            try:
                way = place.ways[place.choose(known)]
            except UNKNOWN:
                pass
            else:
                own = known.copy()
                if way.behind(own):
                    yield way, own
                return
        for way in place.ways:
            own = known.copy()
            if way.whole(own):
                yield way, own

    def _followed(self, way: _Way, known: Environment, others: Sequence[Any]) -> tuple[Step, CompositeState] | None:
        """From where ``way`` has led, as far as there is one way only; ``None`` where that ends without successor."""
        if self.steps_watch is not None:
            self.steps_watch.begin()
        path, visits, scale = [way.step], 0, min(_LARGEST, 1 + len(known) // _SMALL)
        while True:
            place, assumption = way.place or self._behind(way), way.reason
            if self._others:
                others = [transfer(e, way.step) for transfer, e in zip(self._others, others, strict=True)]
                if None in others:
                    return None
                assumption = assumption or self._reason_to_leave(others)
            visits += place.counts
            if assumption is not None or visits >= scale * self.visits or len(path) >= scale * _MOST_STEPS:
                break
            following = _only_way(place, known)
            if following is None:
                break
            way, function = following
            if not function(known):
                return None
            path.append(way.step)
        taken, values = self._joined(path), Values(known)
        if assumption is None and self.steps_watch is not None:
            assumption = self.steps_watch.reason(taken, place.position.location, values)
        return taken, CompositeState(place.position, (values, *others), assumption)

    def merge(self, new: CompositeState, reached: CompositeState) -> CompositeState:
        """See ``Analysis``: explicit values are kept apart, or joined."""
        return super().merge(new, reached) if self._joins else reached

    def _reason_to_leave(self, others: Sequence[Any]) -> str | None:
        return self._strengthened((None, *others)) if self._monitors else None

    def _joined(self, path: Sequence[Step]) -> Step:
        """All edges of ``path``: one object for equal paths."""
        if len(path) == 1:
            return path[0]
        key = tuple(path)
        if key not in self._paths:
            self._paths[key] = tuple(edge for step in key for edge in step)
        return self._paths[key]

    def _behind(self, way: _Way) -> _Place:
        way.place = self._place(way.target)
        return way.place

    def _place(self, position: Position) -> _Place:
        if position not in self._places:
            self._places[position] = self._made(position)
        return self._places[position]

    def _made(self, position: Position) -> _Place:
        functions, here, there = self._functions, position.location, self._control.ways_from(position)
        ways = [_Way(functions, step, to, there.unsupported.get(step)) for step, to in there.targets.items()]
        choose = choice(ways[0].step, ways[1].step) if len(ways) == 2 else None
        is_entry = here.function in self.cfa.functions and here == self.cfa.functions[here.function].entry
        return _Place(position, ways, choose, self.loops.is_head(here) or is_entry)


def _only_way(place: _Place, known: Environment) -> tuple[_Way, Apply] | None:
    """The one way that there is, with what is still to be done."""
    if place.choose is None:
        return (place.ways[0], place.ways[0].whole) if len(place.ways) == 1 else None
    try:
        way = place.ways[place.choose(known)]
    except UNKNOWN:
        return None
    return way, way.behind
