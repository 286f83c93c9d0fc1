"""Data flow over sets of things that have numbers: a set is a number, too, whose bits are its members."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Call, Edge, Location, Return


class Step(NamedTuple):
    """What holds at ``target`` if something holds at ``source``: what is ``gone`` does not, and what is ``new`` does in
    any case.
    """

    source: Location
    new: int
    gone: int
    target: Location


class Numbering:
    """Bits for names, in the order in which they are first asked for: sets of few of them are small numbers."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._bits: dict[str, int] = {}
        self._sets: dict[int, frozenset[str]] = {0: frozenset()}

    def bit(self, name: str) -> int:
        """The set of one name."""
        known = self._bits.get(name)
        if known is None:
            known = self._bits[name] = 1 << len(self._names)
            self._names.append(name)
        return known

    def bits(self, names: Iterable[str]) -> int:
        """The set of ``names``."""
        found = 0
        for name in names:
            found |= self.bit(name)
        return found

    def names(self, bits: int) -> frozenset[str]:
        """The names in a set."""
        known = self._sets.get(bits)
        if known is None:
            known = self._sets[bits] = frozenset(self.members(bits))
        return known

    def members(self, bits: int) -> Iterator[str]:
        """The names in a set, in the order of their numbers."""
        while bits:
            least = bits & -bits
            yield self._names[least.bit_length() - 1]
            bits ^= least


Edges = Sequence[RawEdge] | Sequence[Edge]
Group = Callable[[Location], str]


def groups(edges: Edges) -> tuple[Group, Mapping[str, list[RawEdge | Edge]]]:
    """Edges that have to be looked at together, by what the group of their sources is called: those of one function;
    all, where an edge other than a call or a return leads to another function, and not to where executions end.
    """
    inner = [e for e in edges if not isinstance(e.operation, Call | Return)]
    across = {e.target.number for e in inner if e.target.function != e.source.function}
    is_one = bool(across) and any(e.source.number in across for e in edges)
    found: defaultdict[str, list[RawEdge | Edge]] = defaultdict(list)
    for edge in edges:
        found["" if is_one else edge.source.function].append(edge)
    return lambda location: "" if is_one else location.function, found


def least_solution(steps: Iterable[Step]) -> Mapping[int, int]:
    """The least sets that satisfy all ``steps``, by the numbers of locations; those that are missing are empty.

    Locations are looked at in reverse postorder (Kam and Ullman: Global data flow analysis and iterative algorithms,
    1976), so that each of them is seldom looked at again.
    """
    leaving: dict[int, list[tuple[int, int, int]]] = {}
    for step in steps:
        leaving.setdefault(step.source.number, []).append((step.new, ~step.gone, step.target.number))
    order = _reverse_postorder(leaving)
    position = {number: index for index, number in enumerate(order)}
    found = dict.fromkeys(order, 0)
    pending = [position[number] for number, each in leaving.items() if any(new for new, _, _ in each)]
    waiting = set(pending)
    heapify(pending)
    while pending:
        index = heappop(pending)
        waiting.discard(index)
        number = order[index]
        here = found[number]
        for new, kept, target in leaving[number]:
            before = found[target]
            grown = before | new | (here & kept)
            if grown != before:
                found[target] = grown
                following = position[target]
                if target in leaving and following not in waiting:
                    waiting.add(following)
                    heappush(pending, following)
    return found


def _reverse_postorder(leaving: Mapping[int, list[tuple[int, int, int]]]) -> list[int]:
    """Of all that is mentioned."""
    seen: set[int] = set()
    finished: list[int] = []
    for root in leaving:
        if root in seen:
            continue
        seen.add(root)
        path = [(root, iter(leaving[root]))]
        while path:
            number, following = path[-1]
            for _, _, target in following:
                if target not in seen:
                    seen.add(target)
                    path.append((target, iter(leaving.get(target, ()))))
                    break
            else:
                finished.append(number)
                path.pop()
    finished.reverse()
    return finished
