"""Control-flow automata as graphs to look at (fold paper, Figs. 2 and 3), and the shapes of such graphs (Fig. 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass, field

from coveriflow.artifacts.display.reachability_graphs import AbstractGraph, GraphArc, GraphNode, NodeRole
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Call, Edge, Location, Return, Skip
from coveriflow.program.cfa.labels import Branch

_LONGEST = 200


def cfa_graph(cfa: Cfa, title: str, verified: Set[Edge] = frozenset()) -> AbstractGraph:
    """All that control can come to, breadth-first. Each function is drawn by itself: a call leads to where it returns.

    ``verified``: edges that no path takes before it is covered; such arcs, and places between them, stand out.
    """
    drawing = _Drawing(cfa, verified)
    nodes, arcs = [], list[GraphArc]()
    for location in drawing.order():
        nodes.append(drawing.node(location))
        arcs += drawing.arcs(location)
    return AbstractGraph(title, tuple(nodes), tuple(arcs))


def levels(cfa: Cfa) -> tuple[int, ...]:
    """How many locations there are at each distance from where the program begins (fold paper, Fig. 5): by the fewest
    edges that lead there.
    """
    distance = {cfa.entry: 0}
    pending = [cfa.entry]
    for location in pending:
        for edge in cfa.leaving[location]:
            if edge.target not in distance:
                distance[edge.target] = distance[location] + 1
                pending.append(edge.target)
    counts = Counter(distance.values())
    return tuple(counts[level] for level in range(len(counts)))


@dataclass(slots=True)
class _Drawing:
    cfa: Cfa
    verified: Set[Edge]
    entries: dict[Location, str] = field(init=False)
    exits: dict[Location, str] = field(init=False)
    files: Set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.entries = {each.entry: each.name for each in self.cfa.functions.values()}
        self.exits = {each.exit: each.name for each in self.cfa.functions.values()}
        self.files = {edge.origin.file for edge in self.cfa.edges}

    def order(self) -> list[Location]:
        """A function after the first call of it."""
        found, starts = dict[Location, None](), [self.cfa.entry]
        for start in starts:
            pending = [start] if start not in found else []
            found.update(dict.fromkeys(pending))
            for location in pending:
                for edge in self.cfa.leaving[location]:
                    if isinstance(edge.operation, Call):
                        starts.append(edge.target)
                    target = self._target(edge)
                    if target is not None and target not in found:
                        found[target] = None
                        pending.append(target)
        return list(found)

    def _target(self, edge: Edge) -> Location | None:
        """Within the function; ``None`` for a return, and where a call does not return."""
        match edge.operation:
            case Return():
                return None
            case Call(return_to=back):
                return back if self.cfa.entering[back] else None
            case _:
                return edge.target

    def arcs(self, location: Location) -> Iterator[GraphArc]:
        """Those that leave it."""
        for edge in self.cfa.leaving[location]:
            target = self._target(edge)
            if target is not None:
                yield GraphArc(_name(location), _name(target), _text(edge), verified=self._is_verified(edge))

    def _is_verified(self, edge: Edge) -> bool:
        """Of a call: with all that returns from it."""
        if not isinstance(edge.operation, Call):
            return edge in self.verified
        behind = self.cfa.entering[edge.operation.return_to]
        return edge in self.verified and all(each in self.verified for each in behind)

    def node(self, location: Location) -> GraphNode:
        """Where it is, and what is special about it."""
        state, role = "", NodeRole.PLAIN
        around = [*self.cfa.leaving[location], *self.cfa.entering[location]]
        if around and all(edge in self.verified for edge in around):
            role = NodeRole.COVERED
        elif location in self.entries:
            role = NodeRole.START
        if location == self.cfa.error:
            return GraphNode(_name(location), f"{self.cfa.error_function} is called", "", NodeRole.TARGET)
        if location == self.cfa.halt:
            return GraphNode(_name(location), "the program stops", "", role)
        if location in self.exits:
            return GraphNode(_name(location), f"end of {self.exits[location]}", "", role)
        if location in self.entries and len(self.cfa.functions) > 1:
            state = f"{self.entries[location]} begins"
        return GraphNode(_name(location), self._place(location), state, role)

    def _place(self, location: Location) -> str:
        edge = next(iter((*self.cfa.leaving[location], *self.cfa.entering[location])), None)
        if edge is None or not edge.origin.line:
            return f"location {location.number}"
        return f"line {edge.origin.line}" if len(self.files) == 1 else f"{edge.origin.file}:{edge.origin.line}"


def _name(location: Location) -> str:
    return str(location.number)


def _text(edge: Edge) -> str:
    """As papers write it: branches in brackets."""
    if isinstance(edge.operation, Skip) and not edge.operation.text:
        return ""
    text = edge.label.statement[:_LONGEST]
    if isinstance(edge.operation, Assume):
        return f"[{text}]" if edge.label.branch == Branch.TRUE.value else f"[!({text})]"
    return text
