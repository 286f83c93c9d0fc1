"""Loops as a weak topological order (Bourdoncle 1993): nested strongly connected components, each with a head.

Every cycle passes the head of the innermost component around it, so bounding heads bounds every path, also where
``goto`` enters a loop in the middle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import rustworkx

from coveriflow.program.cfa.cfa import Cfa, Function
from coveriflow.program.cfa.edges import Call, Edge, Location, Return
from coveriflow.program.cfa.once import once
from coveriflow.program.cfa.recursion import components, is_recursive
from coveriflow.program.errors import Span


@dataclass(frozen=True, slots=True)
class Loops:
    """``heads``: of the loops around a location, outermost first (a head is in its own loop).

    ``rank``: position in the order, as one number per nesting level: comparing ranks compares positions.
    ``lines``: where a head stands in the text, as file and line. ``recursive``: the calls that may be made again before
    they return.
    """

    heads: Mapping[Location, tuple[Location, ...]]
    rank: Mapping[Location, tuple[int, ...]]
    lines: Mapping[Location, Span]
    recursive: frozenset[Edge] = frozenset()

    def is_head(self, location: Location) -> bool:
        """Whether ``location`` is the head of a loop."""
        around = self.heads.get(location, ())
        return bool(around) and around[-1] == location


@once
def loops_of(cfa: Cfa) -> Loops:
    """The loops of all functions that can run; a call is crossed to where it returns, if it does."""
    heads: dict[Location, tuple[Location, ...]] = {}
    rank: dict[Location, tuple[int, ...]] = {}
    successors = {location: _successors(cfa, location) for location in cfa.locations}
    for function in cfa.functions.values():
        if function.entry in successors:
            _decompose(_postorder(function, successors), successors, (), (), heads, rank)
    lines = {e.source: Span(e.origin.file, e.origin.line) for e in reversed(cfa.edges)}
    component = components(cfa.edges)
    return Loops(heads, rank, lines, frozenset(edge for edge in cfa.edges if is_recursive(edge, component)))


def _successors(cfa: Cfa, location: Location) -> tuple[Location, ...]:
    found = []
    for edge in cfa.leaving[location]:
        if isinstance(edge.operation, Call):
            back = edge.operation.return_to
            found += [back] if cfa.entering[back] else []
        elif not isinstance(edge.operation, Return) and edge.target.function == location.function:
            found.append(edge.target)
    return tuple(found)


def _postorder(function: Function, successors: Mapping[Location, Sequence[Location]]) -> list[Location]:
    """Reverse postorder of a depth-first search from the entry."""
    seen = {function.entry}
    order: list[Location] = []
    stack = [(function.entry, iter(successors[function.entry]))]
    while stack:
        location, rest = stack[-1]
        following = next((s for s in rest if s not in seen), None)
        if following is None:
            order.append(location)
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter(successors[following])))
    return order[::-1]


def _decompose(
    order: Sequence[Location],
    successors: Mapping[Location, Sequence[Location]],
    around: tuple[Location, ...],
    prefix: tuple[int, ...],
    heads: dict[Location, tuple[Location, ...]],
    rank: dict[Location, tuple[int, ...]],
) -> None:
    """Rank the locations of ``order`` (reverse postorder) below ``prefix``; recurse into each loop without its head."""
    inside = set(order)
    position = {location: index for index, location in enumerate(order)}
    for number, component in enumerate(_components(order, successors, inside)):
        members = sorted(component, key=position.__getitem__)
        head = members[0]
        is_loop = len(members) > 1 or head in successors[head]
        heads[head] = (*around, head) if is_loop else around
        rank[head] = (*prefix, number, 0) if is_loop else (*prefix, number)
        if is_loop:
            _decompose(members[1:], successors, heads[head], (*prefix, number, 1), heads, rank)


def _components(
    order: Sequence[Location], successors: Mapping[Location, Sequence[Location]], inside: set[Location]
) -> list[list[Location]]:
    """Strongly connected components of the subgraph ``inside``, in topological order."""
    graph = rustworkx.PyDiGraph()
    index = dict(zip(order, graph.add_nodes_from(list(order)), strict=True))
    graph.add_edges_from_no_data([(index[a], index[b]) for a in order for b in successors[a] if b in inside])
    found = rustworkx.strongly_connected_components(graph)
    return [[order[i] for i in component] for component in reversed(found)]
