"""The states of a condition at the locations of a program, and numbers for them that change as seldom as possible."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.errors import NotSupported
from coveriflow.transform.reducers.parallel_composition import LARGEST_PRODUCT
from coveriflow.transform.reducers.partition_refinement import Classes, refined


@dataclass(slots=True)
class Exploration:
    """``locations`` of pairs of a location and states; ``moves``: from pair to pair, or to what is covered (``None``).

    Pair 0 is where the program begins.
    """

    locations: list[int] = field(default_factory=list)
    moves: list[tuple[int, Edge, int | None]] = field(default_factory=list)


def explored(cfa: Cfa, condition: ResolvedCondition) -> Exploration:
    """Which states are possible where, whatever calls are open: returns lead to all callers."""
    found = Exploration([cfa.entry.number])
    known: dict[tuple[int, AutomatonStates], int] = {(cfa.entry.number, condition.initial): 0}
    pending = [(0, cfa.entry, condition.initial)]
    while pending:
        source, location, states = pending.pop()
        for edge in cfa.leaving[location]:
            after = condition.after(states, edge)
            if condition.accepts(after):
                found.moves.append((source, edge, None))
                continue
            key = (edge.target.number, after)
            if key not in known:
                known[key] = len(found.locations)
                found.locations.append(edge.target.number)
                pending.append((known[key], edge.target, after))
            found.moves.append((source, edge, known[key]))
        if len(known) > LARGEST_PRODUCT:
            raise NotSupported(f"a condition with more than {LARGEST_PRODUCT} states at the program's locations")
    return found


def numbered_moves(found: Exploration) -> tuple[Mapping[Edge, Mapping[int, int | None]], int]:
    """The moves of each edge by numbers of states, and the first number. At one location different states have
    different numbers, unless the same is covered after both; along a path the number stays where it can.
    """
    same = _equivalent(found)
    classes = _AtOnce(found.locations)
    for source, _, target in found.moves:
        if target is not None:
            classes.unite(same[source], same[target])
    numbers: dict[int, int] = {}
    moves: defaultdict[Edge, dict[int, int | None]] = defaultdict(dict)
    first = numbers.setdefault(classes.of(same[0]), 0)
    for source, edge, target in found.moves:
        before = numbers.setdefault(classes.of(same[source]), len(numbers))
        after = None if target is None else numbers.setdefault(classes.of(same[target]), len(numbers))
        moves[edge][before] = after
    return moves, first


def _equivalent(found: Exploration) -> list[int]:
    """For each pair the first one at the same location after which the same is covered."""
    covered = len(found.locations)
    entering: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for source, edge, target in found.moves:
        entering[covered if target is None else target].append((edge.number, source))
    by_location: defaultdict[int, list[int]] = defaultdict(list)
    for pair, location in enumerate(found.locations):
        by_location[location].append(pair)
    first = {}
    for block in refined([*by_location.values(), [covered]], entering):
        first.update(dict.fromkeys(block, block[0]))
    return [first[pair] for pair in range(covered)]


class _AtOnce:
    """Classes of pairs in which no two are at the same location."""

    def __init__(self, locations: list[int]) -> None:
        self.classes = Classes(len(locations))
        self.locations = [{location} for location in locations]

    def of(self, pair: int) -> int:
        return self.classes.of(pair)

    def unite(self, one: int, other: int) -> None:
        """Unless both have been at the same location."""
        one, other = self.of(one), self.of(other)
        if len(self.locations[one]) < len(self.locations[other]):
            one, other = other, one
        if one != other and self.locations[one].isdisjoint(self.locations[other]):
            self.classes.add(other, to=one)
            self.locations[one] |= self.locations[other]
            self.locations[other] = set()
