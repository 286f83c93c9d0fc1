"""Abstract reachability over graphs of objects: the configurable program analysis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.shape.folding import Folding
from coveriflow.analysis.shape.graphs import Graph
from coveriflow.analysis.shape.inclusion import contains
from coveriflow.analysis.shape.program import Program
from coveriflow.analysis.shape.values import Refused
from coveriflow.program.cfa.edges import Location

_LATEST = 16
"""States that have contained others, and are asked first."""
_JOINED = 6
"""Graphs with one skeleton whose numbers are joined before they are widened: they come in no order."""


class ShapeState(NamedTuple):
    """Where control is, and what memory is like. ``refused``: why nothing is known of how it goes on."""

    position: Position
    graph: Graph
    refused: str | None = None


@dataclass
class ShapeAnalysis:
    """Of one program. ``variants``: so many graphs with one skeleton are kept apart at a loop head. ``keeps_apart``,
    ``keeps_pairs``: see ``Folding``. ``refusal``: what was not understood first; the reached set is no proof then.
    """

    program: Program
    variants: int
    keeps_apart: bool = False
    keeps_pairs: bool = False
    kept: Counter[tuple[Position, Hashable]] = field(default_factory=Counter)
    merged: Counter[tuple[Position, Hashable]] = field(default_factory=Counter)
    refusal: str | None = None

    @cached_property
    def folding(self) -> Folding:
        """At loop heads."""
        return self.program.folding(keeps_apart=self.keeps_apart, keeps_pairs=self.keeps_pairs)

    def initial(self) -> ShapeState:
        """The entry."""
        return ShapeState(self.program.control.start, self.program.initial())

    def location(self, state: ShapeState) -> Location:
        """Where control is."""
        return state.position.location

    def steps(self, state: ShapeState) -> Sequence[Step]:
        """The steps that the call stack allows."""
        return self.program.control.ways_from(state.position).steps

    def successors(self, state: ShapeState, step: Step) -> Iterator[ShapeState]:
        """All that ``step`` leads to, folded at loop heads."""
        return self.after(state, step, folds=True)

    def after(self, state: ShapeState, step: Step, *, folds: bool) -> Iterator[ShapeState]:
        """The same, folded or not."""
        target = self.program.control.ways_from(state.position).targets.get(step)
        if target is None:
            return
        try:
            folding = self.folding if folds else None
            for graph in self.program.successors(state.graph, step, target, folding):
                yield ShapeState(target, graph)
        except Refused as refusal:
            reason = f"the analysis of shapes does not know {refusal}"
            self.refusal = self.refusal or reason
            yield ShapeState(target, state.graph, reason)

    def transitions(self, state: ShapeState) -> Iterable[tuple[Step, ShapeState]]:
        """Step by step."""
        return ((step, after) for step in self.steps(state) for after in self.successors(state, step))

    def merge(self, new: ShapeState, reached: ShapeState) -> ShapeState:
        """At loop heads graphs that differ in numbers alone become one, where there are many."""
        if new.refused is not None or not self.program.control.loops.is_head(new.position.location):
            return reached
        if new.graph.skeleton != reached.graph.skeleton or self.kept[_kind(reached)] < self.variants:
            return reached
        if contains(self.program.evaluation, reached.graph, new.graph):
            return reached
        self.merged[_kind(reached)] += 1
        widening = self.program.widening
        join = widening.joined if self.merged[_kind(reached)] <= _JOINED else widening.widened
        return ShapeState(reached.position, join(reached.graph, new.graph, self.folding.sign))

    def stop(self, state: ShapeState, reached: Iterable[ShapeState]) -> ShapeState | None:
        """One that contains it."""
        return next((each for each in reached if self.covers(each, state)), None)

    def covers(self, larger: ShapeState, smaller: ShapeState) -> bool:
        """Whether ``larger`` contains each concrete state of ``smaller``."""
        if larger.position != smaller.position or larger.refused is not None or smaller.refused is not None:
            return False
        return contains(self.program.evaluation, larger.graph, smaller.graph)

    def is_target(self, state: ShapeState) -> bool:
        """Control is at the error location."""
        return state.position.location == self.program.cfa.error

    def left_out(self, state: ShapeState) -> str | None:
        """Why nothing is known of how it goes on."""
        return state.refused

    def key(self, state: ShapeState) -> Hashable:
        """Graphs at different positions have nothing to do with each other."""
        return state.position

    def group(self) -> ShapeGroup:
        """An empty one."""
        return ShapeGroup(self)


@dataclass(slots=True)
class ShapeGroup:
    """States at one position; those with one skeleton are counted, and looked at first. Then come those that have
    contained others: what contains one state often contains the next.
    """

    analysis: ShapeAnalysis
    _by_fixed: dict[frozenset[object], dict[ShapeState, None]] = field(default_factory=dict)
    _by_skeleton: dict[Hashable, dict[ShapeState, None]] = field(default_factory=dict)
    _latest: dict[ShapeState, None] = field(default_factory=dict)

    def add(self, state: ShapeState) -> None:
        """One more."""
        self._by_fixed.setdefault(state.graph.fixed, {})[state] = None
        self._by_skeleton.setdefault(state.graph.skeleton, {})[state] = None
        self.analysis.kept[_kind(state)] += 1

    def discard(self, state: ShapeState) -> None:
        """One less."""
        del self._by_fixed[state.graph.fixed][state]
        self._latest.pop(state, None)
        del self._by_skeleton[state.graph.skeleton][state]
        self.analysis.kept[_kind(state)] -= 1

    def candidates(self, state: ShapeState) -> Sequence[ShapeState]:
        """One that contains it, if there is one; else those with its skeleton."""
        larger = self.containing(state)
        return tuple(self._by_skeleton.get(state.graph.skeleton, ())) if larger is None else (larger,)

    def containing(self, state: ShapeState) -> ShapeState | None:
        """One that contains it."""
        alike = self._by_skeleton.get(state.graph.skeleton, {})
        known = {**alike, **dict.fromkeys(reversed(self._latest))}
        wider = (states for fixed, states in self._by_fixed.items() if fixed <= state.graph.fixed)
        others = (each for states in wider for each in states if each not in known)
        found = self.analysis.stop(state, chain(known, others))
        if found is not None:
            self._latest.pop(found, None)
            self._latest[found] = None
            if len(self._latest) > _LATEST:
                del self._latest[next(iter(self._latest))]
        return found


def _kind(state: ShapeState) -> tuple[Position, Hashable]:
    return state.position, state.graph.skeleton
