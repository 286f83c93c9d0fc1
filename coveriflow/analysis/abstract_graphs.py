"""Reached sets as graphs that people can look at."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from coveriflow.analysis.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.contracts import Step
from coveriflow.analysis.domains.values import Values
from coveriflow.analysis.reached import Arc, Node
from coveriflow.artifacts.reachability import AbstractGraph, GraphArc, GraphNode, NodeRole
from coveriflow.program.edges import Assume, Edge, Location, Skip

_MOST = 200
_LONGEST_LABEL = 60
_LONGEST_STATE = 80

Describe = Callable[[CompositeState], str]
"""What is known in a state, in a few words."""
_Node = Node[CompositeState]


class Graph(Protocol):
    """What an analysis has reached."""

    @property
    def root(self) -> _Node: ...

    @property
    def nodes(self) -> Sequence[_Node]: ...

    @property
    def targets(self) -> Iterable[_Node]: ...


def abstract_graph(
    title: str,
    analysis: CompositeAnalysis,
    reached: Graph,
    describe: Describe = lambda _state: "",
    is_abstraction: Callable[[CompositeState], bool] = lambda _state: False,
    most: int = _MOST,
    covered: Mapping[_Node, _Node] | None = None,
) -> AbstractGraph:
    """The first ``most`` nodes in breadth-first order, but the paths to targets first. ``covered``: nodes of their own
    that others cover.
    """
    chosen = _chosen(reached, most)
    covered = covered or {}
    drawing = _Drawing(analysis, describe, is_abstraction, covered)
    shown = sorted(chosen.values(), key=lambda node: node.number)
    nodes = tuple(drawing.node(each, is_root=each is reached.root) for each in shown)
    arcs = [drawing.arc(arc) for each in shown for arc in each.arcs if arc.target.number in chosen]
    pairs = ((node, by) for node, by in covered.items() if node.number in chosen and by.number in chosen)
    arcs += (GraphArc(str(node.number), str(by.number), "", covers=True) for node, by in pairs)
    return AbstractGraph(title, nodes, tuple(arcs), len(reached.nodes) - len(chosen))


def _chosen(reached: Graph, most: int) -> dict[int, Node[CompositeState]]:
    chosen: dict[int, Node[CompositeState]] = {reached.root.number: reached.root}
    for target in reached.targets:
        path = _path(target)
        if len(chosen) + len(path) <= most:
            chosen.update((each.number, each) for each in path)
    pending, seen = deque([reached.root]), {reached.root.number}
    while pending and len(chosen) < most:
        node = pending.popleft()
        chosen[node.number] = node
        for arc in node.arcs:
            if arc.target.number not in seen:
                seen.add(arc.target.number)
                pending.append(arc.target)
    return chosen


def _path(node: Node[CompositeState]) -> list[Node[CompositeState]]:
    path = [node]
    while path[-1].parent is not None:
        path.append(path[-1].parent.source)
    return path


@dataclass(slots=True)
class _Drawing:
    analysis: CompositeAnalysis
    describe: Describe
    is_abstraction: Callable[[CompositeState], bool]
    covered: Mapping[_Node, _Node]
    _titles: dict[Location, str] = field(default_factory=dict)

    def node(self, node: Node[CompositeState], *, is_root: bool) -> GraphNode:
        state = _shortened(node.left_out or self.describe(node.state), _LONGEST_STATE)
        location = node.state.position.location
        depth = len(node.state.position.stack)
        title = self._title(location) + (f", {depth} calls open" if depth > 1 else "")
        role = NodeRole.COVERED if node in self.covered else _role(node, is_root=is_root)
        return GraphNode(str(node.number), title, state, role, self.is_abstraction(node.state))

    def _title(self, location: Location) -> str:
        cfa = self.analysis.cfa
        special = {cfa.error: "error", cfa.halt: "stop", cfa.exit: "end"}
        if location not in self._titles:
            edges = (*cfa.leaving[location], *cfa.entering[location])
            line = next((edge.origin.line for edge in edges if edge.origin.line), 0)
            where = f"{location.function} line {line}" if line else location.function
            self._titles[location] = special.get(location, where)
        return self._titles[location]

    def arc(self, arc: Arc[CompositeState]) -> GraphArc:
        label = _label(arc.step)
        return GraphArc(str(arc.source.number), str(arc.target.number), label, arc.target.parent is not arc)


def _role(node: Node[CompositeState], *, is_root: bool) -> NodeRole:
    if node.left_out is not None:
        return NodeRole.LEFT_OUT
    if node.target:
        return NodeRole.TARGET
    if not node.expanded:
        return NodeRole.WAITING
    return NodeRole.START if is_root else NodeRole.PLAIN


def _label(step: Step) -> str:
    texts = [text for edge in step if (text := _text(edge))]
    return _shortened("; ".join(texts), _LONGEST_LABEL)


def _text(edge: Edge) -> str:
    statement = edge.label.statement
    if isinstance(edge.operation, Assume):
        return f"[{statement}]" if edge.operation.truth else f"[!({statement})]"
    return "" if isinstance(edge.operation, Skip) and not statement.endswith("()") else statement


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."


def known_values(state: CompositeState) -> str:
    """What an explicit-value analysis, the first component, knows; memory by its regions."""
    values: Values = state.elements[0]
    shown = []
    for key, value in values.known.items():
        name = key if isinstance(key, str) else f"{key[0]}[{key[1]}]"
        name = name.rpartition("::")[2]
        if not name.startswith(("$", "extent", "objects of")):
            shown.append(f"{name} = {value}")
    return ", ".join(shown)
