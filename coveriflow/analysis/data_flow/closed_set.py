"""The closed set of abstract states as a proof: which errors no execution reaches.

All of it is checked once more, state by state: each successor lies in a state that is there (contract: a closed
reached set).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeState
from coveriflow.analysis.cpa.contracts import Step, Watch
from coveriflow.analysis.data_flow.domain import DataFlowDomain
from coveriflow.analysis.data_flow.fixpoint import DividingAnalysis, Fixpoint, States, settled
from coveriflow.analysis.data_flow.precision import Precision, with_memory
from coveriflow.analysis.data_flow.states import State
from coveriflow.analysis.data_flow.thresholds import thresholds
from coveriflow.analysis.search.atoms import integer_places, name_of
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Check, Edge, Unsupported
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.wording import counted

_FRAMED_SHARE = 0.5
_MOST_TOLD = 6
"""Kinds of checks that are named, and lines of each."""


@dataclass(frozen=True, slots=True)
class ClosedSet:
    """``states`` by position. ``taken``: each edge that an execution may take, as far as they tell: not branches alone,
    since a call of an error function is none; ``undefined``: checks that may fail; ``unsupported``: where an execution
    may come to what is not supported.
    """

    cfa: Cfa
    states: States
    taken: frozenset[Edge]
    undefined: tuple[Edge, ...]
    unsupported: tuple[Edge, ...]

    @property
    def open_errors(self) -> tuple[Edge, ...]:
        """Edges to the error that may be taken."""
        return tuple(edge for edge in self.cfa.entering[self.cfa.error] if edge in self.taken)

    @property
    def is_proof(self) -> bool:
        """Whether no execution reaches the error, or what is not supported."""
        return not self.open_errors and not self.unsupported

    def what_is_left(self) -> str:
        """How many checks that the property is about no execution fails, and the kinds and lines of the others."""
        errors = self.cfa.entering[self.cfa.error]
        checks = [edge for edge in errors if isinstance(edge.operation, Assume) and edge.operation.undefined]
        left = [edge for edge in checks if edge in self.taken]
        excluded = f"values in memory exclude {len(checks) - len(left)} of {counted(len(checks), 'check')}"
        return f"{excluded}, but not: {_places(left)}" if left else excluded

    def size(self) -> int:
        """How many states there are."""
        return sum(map(len, self.states.values()))


def _places(checks: Sequence[Edge]) -> str:
    """The first lines of each kind."""
    lines: defaultdict[tuple[str, str], dict[int, None]] = defaultdict(dict)
    for edge in sorted(checks, key=lambda edge: (edge.origin.file, edge.origin.line)):
        assert isinstance(edge.operation, Assume) and edge.operation.undefined is not None
        lines[edge.operation.undefined.value, PurePath(edge.origin.file).name][edge.origin.line] = None
    told = []
    for (kind, file), numbers in list(lines.items())[:_MOST_TOLD]:
        some, more = list(numbers)[:_MOST_TOLD], len(numbers) - _MOST_TOLD
        rest = f" and {more} more" if more > 0 else ""
        told.append(f"{kind} in {file}, {'line' if len(numbers) == 1 else 'lines'} {', '.join(map(str, some))}{rest}")
    return "; ".join(told) + ("; and others" if len(lines) > _MOST_TOLD else "")


def closed_sets(cfa: Cfa, watch: LimitWatch, precisions: Sequence[Precision] = ()) -> Iterator[ClosedSet]:
    """One for each precision (none: those for programs with memory), until ``watch`` stops it."""
    loops, places, numbers = loops_of(cfa), integer_places(cfa), thresholds(cfa)
    usual = with_memory([name_of(place) for place in places], is_recursive=bool(loops.recursive))
    together = frozenset[str]()
    for precision in precisions or usual:
        limit = watch if precisions or not precision.frames else _part_of(watch)
        domain = DataFlowDomain(cfa, loops, places, numbers, precision, has_own_thresholds=True, together=together)
        fixpoint, states = settled(domain, limit)
        together = fixpoint.domain.together
        found = None if states is None else _checked(fixpoint, states)
        if found is None and states is not None and limit.exhausted() is None:
            states = fixpoint.reached_from(states)
            found = None if states is None else _checked(fixpoint, states)
        if watch.exhausted() is not None:
            return
        if found is not None:
            yield found


def _part_of(watch: LimitWatch) -> LimitWatch:
    """What leaves time for the precisions that follow."""
    return LimitWatch(SoftLimits(cpu=_FRAMED_SHARE * watch.seconds_left()))


def _checked(fixpoint: Fixpoint, states: Sequence[CompositeState]) -> ClosedSet | None:
    return _Check(fixpoint.domain, fixpoint.analysis(), fixpoint.watch).closed(states)


@dataclass(slots=True)
class _Check:
    """Goes edge by edge from each state."""

    domain: DataFlowDomain
    analysis: DividingAnalysis
    watch: Watch
    taken: dict[Edge, None] = field(default_factory=dict)
    undefined: dict[Edge, None] = field(default_factory=dict)
    unsupported: dict[Edge, None] = field(default_factory=dict)
    entries: dict[tuple[int, Step], list[State]] = field(default_factory=dict)
    """By state and framed call, what goes into the function: what comes back is known of the callers of these."""

    def closed(self, states: Sequence[CompositeState]) -> ClosedSet | None:
        """``None`` where there was no time, or where a successor is seen to lie in no state."""
        known: defaultdict[Hashable, list[CompositeState]] = defaultdict(list)
        for state in states:
            known[self.analysis.key(state)].append(state)
            is_second = len(known[self.analysis.key(state)]) > 1 and self.analysis.is_kept(state)
            if is_second or not self.analysis.is_of_a_context(state):
                return None
            for step in filter(self.analysis.is_framed, self.analysis.steps(state)):
                self.entries[id(state), step] = [entry for entry, _ in self.analysis.entries(state, step)]
        if not self._lies_in(self.analysis.initial(), known):
            return None
        for state in states:
            if self.watch.exhausted() is not None or not self._is_closed(state, known):
                return None
        by_position: defaultdict[Position, list[State]] = defaultdict(list)
        for state in states:
            by_position[state.position].append(state.elements[0])
        told = {position: tuple(some) for position, some in by_position.items()}
        return ClosedSet(self.domain.cfa, told, frozenset(self.taken), tuple(self.undefined), tuple(self.unsupported))

    def _is_closed(self, state: CompositeState, known: Mapping[Hashable, list[CompositeState]]) -> bool:
        for step in self.analysis.steps(state):
            others = [d.successor(e, step) for d, e in zip(self.analysis.domains[1:], state.elements[1:], strict=True)]
            for source, target in self.analysis.sources(state, step):
                after = self._after(source, step)
                pieces = [] if after is None else self.domain.pieces(after)
                for piece in self.entries.get((id(state), step), pieces):
                    if not self._lies_in(CompositeState(target, (piece, *others)), known):
                        return False
        return True

    def _lies_in(self, state: CompositeState, known: Mapping[Hashable, list[CompositeState]]) -> bool:
        covers = self.domain.lattice.covers
        return any(covers(each.elements[0], state.elements[0]) for each in known.get(self.analysis.key(state), ()))

    def _after(self, state: State, step: Step) -> State | None:
        """What ``step`` leads to; what it may come to on the way is noted."""
        now = state.copy()
        for edge in step:
            if isinstance(edge.operation, Check):
                failed = now.copy()
                if self.domain.transfer.refinement.assume(failed, edge.operation.condition, truth=False):
                    self.undefined[edge] = None
            if not self.domain.transfer.apply(now, edge):
                return None
            self.taken[edge] = None
            if isinstance(edge.operation, Unsupported):
                self.unsupported[edge] = None
                return None
        return self.domain.finished(now, step)
