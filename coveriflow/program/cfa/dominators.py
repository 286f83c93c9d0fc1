"""Dominators of a graph by the semi-NCA algorithm (Georgiadis, Tarjan: Finding dominators revisited, SODA 2004).

Of the algorithms that iterate, and those in libraries here are of that kind, each takes quadratic time where many steps
of a long path lead to one place, as the exits of an unrolled loop do.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Node = TypeVar("Node", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Dominators(Generic[Node]):
    """``immediate``: the immediate dominator of each node that the first one leads to; the first one is its own.

    ``spans``: by node the numbers of those that it dominates, as a range; its own number is the first.
    """

    immediate: dict[Node, Node]
    spans: dict[Node, range]

    def dominates(self, one: Node, other: Node) -> bool:
        """Whether all paths from the first node to ``other`` pass ``one``; a node dominates itself."""
        return self.spans[other].start in self.spans[one]


def dominators_of(first: Node, successors: Callable[[Node], Sequence[Node]]) -> Dominators[Node]:
    """The dominators of what ``first`` leads to."""
    search = _Search[Node](successors)
    search.explore(first)
    immediate = search.immediate()
    nodes = search.nodes
    named = {nodes[number]: nodes[above] for number, above in enumerate(immediate)}
    return Dominators(named, dict(zip(nodes, _spans(immediate), strict=True)))


def _spans(immediate: Sequence[int]) -> list[range]:
    """A dominator has a smaller number than what it dominates."""
    sizes, starts = [1] * len(immediate), [0] * len(immediate)
    for number in range(len(immediate) - 1, 0, -1):
        sizes[immediate[number]] += sizes[number]
    free = [1] * len(immediate)
    for number in range(1, len(immediate)):
        above = immediate[number]
        starts[number] = free[above]
        free[above] += sizes[number]
        free[number] = starts[number] + 1
    return [range(start, start + size) for start, size in zip(starts, sizes, strict=True)]


@dataclass(slots=True)
class _Search(Generic[Node]):
    """Nodes by their numbers in a depth-first search. ``linked``: parents, with paths compressed; ``least``: the node
    with the least semidominator on the path that was compressed.
    """

    successors: Callable[[Node], Sequence[Node]]
    nodes: list[Node] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    entering: list[list[int]] = field(default_factory=list)
    linked: list[int] = field(default_factory=list)
    least: list[int] = field(default_factory=list)
    semidominators: list[int] = field(default_factory=list)

    def explore(self, first: Node) -> None:
        numbers: dict[Node, int] = {}
        pending = [(first, 0)]
        while pending:
            node, parent = pending.pop()
            if node in numbers:
                self.entering[numbers[node]].append(parent)
                continue
            number = numbers[node] = len(self.nodes)
            self.nodes.append(node)
            self.parents.append(parent)
            self.entering.append([parent])
            pending.extend((target, number) for target in self.successors(node))

    def immediate(self) -> list[int]:
        """By number the number of the immediate dominator."""
        self.linked, count = list(self.parents), len(self.nodes)
        self.least, self.semidominators = list(range(count)), list(range(count))
        for number in range(count - 1, 0, -1):
            found = (self.semidominators[self._lowest(source, number + 1)] for source in self.entering[number])
            self.semidominators[number] = min(self.parents[number], *found)
        above = list(self.parents)
        for number in range(1, count):
            candidate = above[number]
            while candidate > self.semidominators[number]:
                candidate = above[candidate]
            above[number] = candidate
        return above

    def _lowest(self, number: int, linked: int) -> int:
        """The node with the least semidominator on the path to ``number``, of those from ``linked`` on."""
        if self.linked[number] < linked:
            return self.least[number]
        path = []
        while self.linked[number] >= linked:
            path.append(number)
            number = self.linked[number]
        best, root = self.least[number], self.linked[number]
        for each in reversed(path):
            self.linked[each] = root
            if self.semidominators[best] < self.semidominators[self.least[each]]:
                self.least[each] = best
            else:
                best = self.least[each]
        return self.least[path[0]]
