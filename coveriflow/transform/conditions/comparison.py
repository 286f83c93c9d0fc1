"""Two conditions of one program, compared; and how much of a program a condition covers.

Both look at the paths of the automaton with matching calls and returns, whether an execution takes them or not. Where a
condition has assumptions, a path also says which of them hold (``assumptions_to_branches``).
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.artifacts.conditions import Condition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Edge
from coveriflow.program.errors import NotSupported
from coveriflow.transform.conditions.assumptions_to_branches import WithBranches, with_branches
from coveriflow.transform.positions import Position, position_after, start_of

MOST = 400_000
"""Places of a product that are looked at."""
_STEPS = 10_000
_SMALL = 1e-9


class Relation(Enum):
    """What the first condition covers of what the second one does; the more it covers, the weaker it is (CMC paper)."""

    EQUAL = "equal"
    WEAKER = "weaker"
    STRONGER = "stronger"
    INCOMPARABLE = "incomparable"


@dataclass(frozen=True, slots=True)
class Step:
    """An edge on a witness; ``assumption``: what of a state condition holds after it, as C text."""

    edge: Edge
    assumption: str = ""


Path = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """``only_first``: a path that the first condition covers and the second one does not; ``only_second``: likewise."""

    relation: Relation
    only_first: Path | None
    only_second: Path | None


def compared(cfa: Cfa, first: Condition, second: Condition) -> Comparison:
    """By the paths that are covered (fold paper, Def. 2). ``NotSupported`` if there are more than 400,000 places."""
    prepared = with_branches(cfa, [first, second])
    one, other = prepared.conditions
    only_first, only_second = _outside(prepared, one, other), _outside(prepared, other, one)
    relations = {
        (False, False): Relation.EQUAL,
        (True, False): Relation.WEAKER,
        (False, True): Relation.STRONGER,
        (True, True): Relation.INCOMPARABLE,
    }
    return Comparison(relations[only_first is not None, only_second is not None], only_first, only_second)


@dataclass(frozen=True, slots=True)
class _Place:
    position: Position
    states: AutomatonStates
    other: AutomatonStates = frozenset()


def _outside(prepared: WithBranches, larger: ResolvedCondition, smaller: ResolvedCondition) -> Path | None:
    """A shortest path that ``larger`` covers and ``smaller`` does not by then."""
    start = _Place(start_of(prepared.cfa), larger.initial, smaller.initial)
    came: dict[_Place, tuple[_Place, Edge] | None] = {start: None}
    pending = deque([start])
    while pending:
        place = pending.popleft()
        if smaller.accepts(place.other):
            continue
        if larger.accepts(place.states):
            return _steps(prepared, tuple(_back(came, place))[::-1])
        for edge, following in _following(prepared.cfa, larger, smaller, place):
            if following not in came:
                came[following] = place, edge
                pending.append(following)
        if len(came) > MOST:
            raise NotSupported(f"a comparison of more than {MOST} places")
    return None


def _following(
    cfa: Cfa, larger: ResolvedCondition, smaller: ResolvedCondition, place: _Place
) -> Iterator[tuple[Edge, _Place]]:
    """As long as there is something that may be covered by the one and not by the other."""
    for edge in cfa.leaving[place.position.location]:
        states = larger.after(place.states, edge)
        position = position_after(place.position, edge) if states else None
        if position is not None:
            yield edge, _Place(position, states, smaller.after(place.other, edge))


def _back(came: dict[_Place, tuple[_Place, Edge] | None], place: _Place) -> Iterator[Edge]:
    while (step := came[place]) is not None:
        place, edge = step
        yield edge


def _steps(prepared: WithBranches, edges: tuple[Edge, ...]) -> Path:
    found: list[Step] = []
    for edge in edges:
        if edge.label not in prepared.tests:
            found.append(Step(prepared.origin[edge]))
            continue
        text, holds = prepared.tests[edge.label]
        said = text if holds else f"!({text})"
        before = found[-1].assumption
        found[-1] = Step(found[-1].edge, f"{before} && {said}" if before else said)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Measure:
    """``covered`` of ``total``."""

    covered: int
    total: int

    @property
    def share(self) -> float:
        """1 where there is nothing."""
        return self.covered / self.total if self.total else 1.0


@dataclass(frozen=True, slots=True)
class Coverage:
    """``edges`` and ``branches`` that only paths take that are covered by then; ``paths``: the share of paths, if each
    branch is as likely as its opposite. ``locations`` and ``functions`` (edges, by name) with the same meaning.
    """

    edges: Measure
    branches: Measure
    locations: Measure
    paths: float
    functions: tuple[tuple[str, Measure], ...] = ()


def coverage(cfa: Cfa, condition: Condition) -> Coverage:
    """How much of ``cfa`` a second verifier need not look at. ``NotSupported`` as for ``compared``."""
    prepared = with_branches(cfa, [condition])
    left, probable = _left(prepared), _share_of_paths(prepared)
    reached = {edge for edge in _edges_of(prepared.cfa) if edge.label not in prepared.tests}
    edges = {prepared.origin[edge] for edge in reached}
    still = {prepared.origin[edge] for edge in left}
    places = {edge.source for edge in edges}
    branches = {edge for edge in edges if isinstance(edge.operation, Assume)}
    return Coverage(
        Measure(len(edges - still), len(edges)),
        Measure(len(branches - still), len(branches)),
        Measure(len(places - {edge.source for edge in still}), len(places)),
        probable,
        tuple((name, _within(name, edges, still)) for name in sorted({e.source.function for e in edges})),
    )


def verified_edges(cfa: Cfa, condition: Condition) -> frozenset[Edge]:
    """The edges of ``cfa`` that only paths take that are covered by then. ``NotSupported`` as for ``compared``."""
    prepared = with_branches(cfa, [condition])
    still = {prepared.origin[edge] for edge in _left(prepared)}
    return frozenset(prepared.origin[edge] for edge in _edges_of(prepared.cfa)) - still


def _within(function: str, edges: set[Edge], left: set[Edge]) -> Measure:
    own = {edge for edge in edges if edge.source.function == function}
    return Measure(len(own - left), len(own))


def _edges_of(cfa: Cfa) -> set[Edge]:
    return {edge for position in _positions(cfa) for edge in cfa.leaving[position.location]}


def _positions(cfa: Cfa) -> set[Position]:
    found, pending = {start_of(cfa)}, [start_of(cfa)]
    while pending:
        position = pending.pop()
        for edge in cfa.leaving[position.location]:
            following = position_after(position, edge)
            if following is not None and following not in found:
                found.add(following)
                pending.append(following)
        if len(found) > MOST:
            raise NotSupported(f"a measure of more than {MOST} places")
    return found


def _left(prepared: WithBranches) -> set[Edge]:
    """The edges of the residual program: those on paths that are not covered by then."""
    condition = prepared.condition
    start = _Place(start_of(prepared.cfa), condition.initial)
    found: set[Edge] = set()
    if condition.accepts(condition.initial):
        return found
    seen, pending = {start}, [start]
    while pending:
        place = pending.pop()
        for edge, following in _after(prepared.cfa, condition, place):
            if condition.accepts(following.states):
                continue
            found.add(edge)
            if following not in seen:
                seen.add(following)
                pending.append(following)
        if len(seen) > MOST:
            raise NotSupported(f"a measure of more than {MOST} places")
    return found


def _after(cfa: Cfa, condition: ResolvedCondition, place: _Place) -> list[tuple[Edge, _Place]]:
    found = []
    for edge in cfa.leaving[place.position.location]:
        position = position_after(place.position, edge)
        if position is not None:
            found.append((edge, _Place(position, condition.after(place.states, edge))))
    return found


def _share_of_paths(prepared: WithBranches) -> float:
    """Where one of several edges is taken by chance; paths that take longer than 10,000 edges count as not covered."""
    condition, covered = prepared.condition, 0.0
    mass = {_Place(start_of(prepared.cfa), condition.initial): 1.0}
    for _ in range(_STEPS):
        covered += sum(share for place, share in mass.items() if condition.accepts(place.states))
        following: defaultdict[_Place, float] = defaultdict(float)
        for place, share in mass.items():
            if condition.accepts(place.states) or not place.states or share < _SMALL:
                continue
            leaving = _after(prepared.cfa, condition, place)
            for _, target in leaving:
                following[target] += share / len(leaving)
        mass = dict(following)
        if not mass:
            break
    return min(covered, 1.0)
