"""What was verified of a residual program, as it is read again from its text, with the program that it comes from.

The text and the residual program run in step: a printed line stands for edges of the residual program, and these for
edges of the original. A path of the original may be one of several paths of the text; it is covered where all of them
are, and nothing is covered where there is none left.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.artifacts.conditions import Transition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Assume, Call, Edge, Input, Operation, Return, Skip
from coveriflow.program.errors import NotSupported
from coveriflow.program.printing.printer import asks_memory
from coveriflow.transform.contracts import Transformed
from coveriflow.transform.positions import Position, position_after, start_of

T = TypeVar("T")
COVERED = "T"
MOST = 100_000
"""Steps that are looked at."""


@dataclass(frozen=True)
class Printed:
    """``residual`` as ``text``, its automaton when it is read again; ``lines``: which of its edges a line (from 1)
    stands for.
    """

    residual: Transformed
    text: Cfa
    lines: Iterable[tuple[int, Edge]]


class Way(NamedTuple):
    """Where the residual program may be, where its text, and the states of the condition over the text there."""

    place: Position
    text: Position
    states: AutomatonStates


class _Ways(NamedTuple):
    """All that are possible; ``covered``: where the residual program is if the text is on a path that is covered."""

    open: frozenset[Way]
    covered: frozenset[Position] = frozenset()


@dataclass(frozen=True, slots=True)
class TranslationToOriginal:
    """An automaton over the edges of the original; its accepting state is ``COVERED``."""

    initial: str
    transitions: tuple[Transition, ...]


def carried_back(printed: Printed, condition: ResolvedCondition) -> TranslationToOriginal:
    """What ``condition``, over the text, covers of the original.

    Law: no execution of the original that this covers reaches the error, if that holds for the text and ``condition``.
    ``NotSupported`` where there is more to look at than 100,000 steps, and where the text cannot ask what the program
    does (whether something exists at an address).
    """
    if any(asks_memory(edge) for edge in printed.residual.cfa.edges if isinstance(edge.operation, Assume)):
        raise NotSupported("translating a condition to the original over branches on what exists at an address")
    if condition.accepts(condition.initial):
        return TranslationToOriginal(COVERED, ())
    step = InStep(printed)
    start = _Ways(frozenset({step.start(condition.initial)}))
    names, pending = {start: "r0"}, deque([start])
    transitions: list[Transition] = []
    looked = 0
    while pending:
        ways = pending.popleft()
        for edge in step.edges(ways):
            looked += 1 + len(ways.open)
            if looked > MOST:
                raise NotSupported(f"a condition that is translated to the original over more than {MOST} steps")
            after = _after(step, ways, edge, condition)
            if after is None:
                continue
            target = COVERED if not after.open else names.get(after)
            if target is None:
                target = names[after] = f"r{len(names)}"
                pending.append(after)
            transitions.append(Transition(names[ways], edge.label, target))
    return TranslationToOriginal("r0", tuple(transitions))


def _after(step: InStep, ways: _Ways, edge: Edge, condition: ResolvedCondition) -> _Ways | None:
    """``None``: nothing beyond is covered."""
    found: dict[Way, None] = {}
    for way in ways.open:
        found.update(dict.fromkeys(step.after(way, edge, condition)))
    still = frozenset(way for way in found if not condition.accepts(way.states))
    covered = {way.place for way in found if condition.accepts(way.states)}
    for place in ways.covered:
        covered.update(step.places_after(place, edge))
    return _Ways(still, frozenset(covered)) if covered or any(way.states for way in still) else None


@dataclass(slots=True)
class InStep:
    """A residual program and its text.

    An edge of the residual program is one or more edges of the text on its lines; none, where its text has none of its
    kind. Edges of the text on lines that stand for nothing, and those that only lead on, may come at any time.
    """

    printed: Printed
    of_edge: dict[Edge, frozenset[int]] = field(default_factory=dict)
    must_move: set[Edge] = field(default_factory=set)
    free: frozenset[Edge] = frozenset()
    by_origin: dict[tuple[int, Edge], list[Edge]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Which lines belong to which edge: to a branch those of its opposite, too."""
        residual, text = self.printed.residual, self.printed.text
        own: defaultdict[Edge, set[int]] = defaultdict(set)
        for line, edge in self.printed.lines:
            for each in _together(residual.cfa, edge):
                own[each].add(line)
        kinds: defaultdict[int, set[type]] = defaultdict(set)
        for edge in text.edges:
            kinds[edge.origin.line] |= _kinds(edge.operation)
        self.of_edge = {edge: frozenset(lines) for edge, lines in own.items()}
        for edge, lines in own.items():
            if any(_kinds(edge.operation) & kinds[line] for line in lines):
                self.must_move.add(edge)
        standing = {line for lines in own.values() for line in lines}
        self.free = frozenset(e for e in text.edges if e.origin.line not in standing or _leads_on(text, e))
        for edge in residual.cfa.edges:
            key = edge.source.number, residual.origin[edge]
            self.by_origin.setdefault(key, []).append(edge)

    def start(self, states: AutomatonStates) -> Way:
        """Where both begin."""
        return Way(start_of(self.printed.residual.cfa), start_of(self.printed.text), states)

    def edges(self, ways: _Ways) -> list[Edge]:
        """The original's edges that may come next."""
        residual = self.printed.residual
        places = {way.place.location for way in ways.open} | {place.location for place in ways.covered}
        leaving = (edge for place in places for edge in residual.cfa.leaving[place])
        found = dict.fromkeys(residual.origin[edge] for edge in leaving)
        return sorted(found, key=lambda edge: edge.number)

    def after(self, way: Way, origin: Edge, condition: ResolvedCondition) -> Iterator[Way]:
        """All ways after an edge of the original."""
        return self._completed(
            way, lambda each: each.place, origin, lambda each, edge: self.moved(each, edge, condition)
        )

    def places_after(self, place: Position, origin: Edge) -> Iterator[Position]:
        """The same of the residual program alone."""

        def moved(each: Position, edge: Edge) -> Iterator[Position]:
            behind = position_after(each, edge)
            yield from () if behind is None else (behind,)

        return self._completed(place, lambda each: each, origin, moved)

    def _completed(
        self, start: T, place: Callable[[T], Position], origin: Edge, moved: Callable[[T, Edge], Iterable[T]]
    ) -> Iterator[T]:
        """After one edge that completes ``origin``, with inner ones before and after it."""
        inner = self.printed.residual.inner
        seen, pending = {(start, False)}, [(start, False)]
        while pending:
            each, is_complete = pending.pop()
            if is_complete:
                yield each
            for edge in self.by_origin.get((place(each).location.number, origin), ()):
                if edge not in inner and is_complete:
                    continue
                for following in moved(each, edge):
                    key = following, is_complete or edge not in inner
                    if key not in seen:
                        seen.add(key)
                        pending.append(key)

    def moved(self, way: Way, edge: Edge, condition: ResolvedCondition) -> Iterator[Way]:
        """What the text may have done when the residual program has taken ``edge``."""
        place = position_after(way.place, edge)
        if place is None:
            return
        if edge not in self.must_move:
            yield Way(place, way.text, way.states)
        lines = self.of_edge.get(edge, frozenset())
        seen, pending = {(way.text, way.states)}, [(way.text, way.states)]
        while pending:
            text, states = pending.pop()
            for taken in self.printed.text.leaving[text.location]:
                is_own = taken.origin.line in lines
                behind = position_after(text, taken) if is_own or taken in self.free else None
                if behind is None:
                    continue
                following = behind, states if condition.accepts(states) else condition.after(states, taken)
                if is_own:
                    yield Way(place, *following)
                if following not in seen:
                    seen.add(following)
                    pending.append(following)


def _together(cfa: Cfa, edge: Edge) -> tuple[Edge, ...]:
    """A branch with its opposite: what is printed for one of them asks for both."""
    if not isinstance(edge.operation, Assume):
        return (edge,)
    return tuple(each for each in cfa.leaving[edge.source] if isinstance(each.operation, Assume))


def _kinds(operation: Operation) -> set[type]:
    """What counts as the same thing in a program and its text."""
    if isinstance(operation, Assign | Input):
        return {Assign}
    return {type(operation)} if isinstance(operation, Assume | Call) else set()


def _leads_on(cfa: Cfa, edge: Edge) -> bool:
    """Returns, and what does nothing; but the error is not reached so."""
    return isinstance(edge.operation, Return) or (isinstance(edge.operation, Skip) and edge.target != cfa.error)
