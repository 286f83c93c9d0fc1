"""The states of a condition at the locations of a program, and numbers for them that change as seldom as possible."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from coveriflow.artifacts.resolution import AutomatonStates, ResolvedCondition
from coveriflow.program.cfa import Cfa
from coveriflow.program.edges import Edge
from coveriflow.program.errors import NotSupported
from coveriflow.transform.parallel_composition import LARGEST_PRODUCT


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
    classes = _Classes([{location} for location in found.locations])
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
    """For each pair the first one at the same location after which the same is covered: by splitting
    blocks of pairs where an edge tells them apart, the smaller halves first (Hopcroft 1971).
    """
    covered = len(found.locations)
    entering: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for source, edge, target in found.moves:
        entering[covered if target is None else target].append((edge.number, source))
    by_location: defaultdict[int, dict[int, None]] = defaultdict(dict)
    for pair, location in enumerate(found.locations):
        by_location[location][pair] = None
    blocks: list[dict[int, None]] = [*by_location.values(), {covered: None}]
    block_of = {pair: number for number, block in enumerate(blocks) for pair in block}
    waiting = dict.fromkeys(range(len(blocks)))
    while waiting:
        splitter, _ = waiting.popitem()
        leading: defaultdict[int, dict[int, None]] = defaultdict(dict)
        for pair in blocks[splitter]:
            for edge_number, source in entering[pair]:
                leading[edge_number][source] = None
        for sources in leading.values():
            _split(sources, blocks, block_of, waiting)
    return [next(iter(blocks[block_of[pair]])) for pair in range(covered)]


def _split(
    sources: Mapping[int, None], blocks: list[dict[int, None]], block_of: dict[int, int], waiting: dict[int, None]
) -> None:
    """Split each block that ``sources`` has some of, but not all."""
    parts: defaultdict[int, dict[int, None]] = defaultdict(dict)
    for source in sources:
        parts[block_of[source]][source] = None
    for number, part in parts.items():
        if len(part) == len(blocks[number]):
            continue
        for pair in part:
            del blocks[number][pair]
            block_of[pair] = len(blocks)
        blocks.append(part)
        smaller = len(blocks) - 1 if len(part) <= len(blocks[number]) else number
        waiting[len(blocks) - 1 if number in waiting else smaller] = None


class _Classes:
    """A union-find in which two pairs at the same location are never united."""

    def __init__(self, locations: list[set[int]]) -> None:
        self.parent = list(range(len(locations)))
        self.locations = locations

    def of(self, pair: int) -> int:
        while self.parent[pair] != pair:
            self.parent[pair] = pair = self.parent[self.parent[pair]]
        return pair

    def unite(self, one: int, other: int) -> None:
        """Unless both have been at the same location."""
        one, other = self.of(one), self.of(other)
        if len(self.locations[one]) < len(self.locations[other]):
            one, other = other, one
        if one != other and self.locations[one].isdisjoint(self.locations[other]):
            self.parent[other] = one
            self.locations[one] |= self.locations[other]
            self.locations[other] = set()
