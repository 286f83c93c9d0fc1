"""Reached sets as graphs that people can look at."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.cpa.reached import Arc, Node
from coveriflow.analysis.domains.values import Values
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph, GraphArc, GraphNode, NodeRole
from coveriflow.program.cfa.edges import Assume, Edge, Location, Skip
from coveriflow.program.memory.layout import EXTENT, SITE_PREFIX

_MOST = 200
_LONGEST_LABEL = 60
_LONGEST_STATE = 80

Describe = Callable[[CompositeState], str]
"""What is known in a state, in a few words."""


@dataclass(frozen=True, slots=True)
class Drawable:
    """What a reached set shows of itself. ``joins``: states that meet are merged; else one of them covers the other.

    ``covered_by``: who covers whom, beside that; ``is_abstraction``: which states are framed.
    """

    title: str
    describe: Describe = lambda _state: ""
    joins: bool = True
    is_abstraction: Callable[[CompositeState], bool] = lambda _state: False
    covered_by: Mapping[Node[CompositeState], Node[CompositeState]] = field(default_factory=dict)


def abstract_graph(
    drawable: Drawable, analysis: CompositeAnalysis, nodes: Sequence[Node[CompositeState]], most: int = _MOST
) -> AbstractGraph:
    """The first ``most`` of ``nodes``, whose first one is the root, in breadth-first order, but the paths to targets
    first.
    """
    chosen = _chosen(nodes, most)
    drawing = _Drawing(drawable, analysis)
    shown = sorted(chosen.values(), key=lambda node: node.number)
    drawn = tuple(drawing.node(each, is_root=each is nodes[0]) for each in shown)
    arcs = [drawing.arc(arc) for each in shown for arc in each.arcs if arc.target.number in chosen]
    arcs += [
        GraphArc(str(covered.number), str(by.number), covers=True)
        for covered, by in drawable.covered_by.items()
        if covered.number in chosen and by.number in chosen
    ]
    return AbstractGraph(drawable.title, drawn, tuple(arcs), len(nodes) - len(chosen))


def _chosen(nodes: Sequence[Node[CompositeState]], most: int) -> dict[int, Node[CompositeState]]:
    root = nodes[0]
    chosen: dict[int, Node[CompositeState]] = {root.number: root}
    for target in (node for node in nodes if node.target and node.left_out is None):
        path = _missing(target, chosen, most - len(chosen))
        chosen.update((each.number, each) for each in path)
        if len(chosen) >= most:
            break
    pending, seen = deque([root]), {root.number}
    while pending and len(chosen) < most:
        node = pending.popleft()
        chosen[node.number] = node
        for arc in node.arcs:
            if arc.target.number not in seen:
                seen.add(arc.target.number)
                pending.append(arc.target)
    return chosen


def _missing(
    node: Node[CompositeState], chosen: Mapping[int, Node[CompositeState]], most: int
) -> list[Node[CompositeState]]:
    """What of the path to ``node`` is not ``chosen``; nothing if that is more than ``most``."""
    path: list[Node[CompositeState]] = []
    while node.number not in chosen:
        path.append(node)
        if len(path) > most or node.parent is None:
            return []
        node = node.parent.source
    return path


@dataclass(slots=True)
class _Drawing:
    drawable: Drawable
    analysis: CompositeAnalysis
    _titles: dict[Location, str] = field(default_factory=dict)

    def node(self, node: Node[CompositeState], *, is_root: bool) -> GraphNode:
        state = _shortened(node.left_out or self.drawable.describe(node.state), _LONGEST_STATE)
        location = node.state.position.location
        depth = len(node.state.position.stack)
        title = self._title(location) + (f", {depth} calls open" if depth > 1 else "")
        framed = self.drawable.is_abstraction(node.state)
        role = NodeRole.COVERED if node in self.drawable.covered_by else _role(node, is_root=is_root)
        return GraphNode(str(node.number), title, state, role, framed)

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
        covers = arc.target.parent is not arc and not self.drawable.joins
        return GraphArc(str(arc.source.number), str(arc.target.number), _label(arc.step), covers)


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
    """What an explicit-value analysis, the first component, knows; memory by its regions; no more than is shown."""
    values: Values = state.elements[0]
    shown, length = list[str](), 0
    for key, value in values.known.items():
        if length > _LONGEST_STATE:
            break
        name = key if isinstance(key, str) else f"{key[0]}[{key[1]}]"
        name = " - ".join(part.rpartition("::")[2] for part in name.split(" - "))
        if not name.startswith(("$", EXTENT.name, SITE_PREFIX)):
            shown.append(f"{name} = {value}")
            length += len(shown[-1])
    return ", ".join(shown)
