"""The condition that a reached set stands for (CMC paper, Sect. I and III-B: assumption automaton; fold paper, Def. 1)."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from coveriflow.analysis.composite import CompositeState
from coveriflow.analysis.contracts import Analysis
from coveriflow.analysis.reached import Arc, Node
from coveriflow.artifacts.conditions import Transition

_Node = Node[CompositeState]
COVERED = "T"


@dataclass(frozen=True, slots=True)
class Automaton:
    """The automaton part of a ``Condition``."""

    initial: str
    accepting: frozenset[str]
    transitions: tuple[Transition, ...]


def assumption_automaton(
    analysis: Analysis[CompositeState],
    root: _Node,
    nodes: Iterable[_Node],
    is_open: Callable[[_Node], bool],
    limit: int = 20_000,
) -> Automaton:
    """What has been verified when the nodes for which ``is_open`` holds have not.

    A node that cannot reach an open one (along arcs, which lead to the covering node where a state was covered) stands for
    executions that are all verified: it becomes the accepting state. Steps without arc have no concrete execution that is
    still to be verified. States from which nothing covered can be reached, and those beyond the first ``limit`` in breadth-
    first order, are left away: they cover nothing.
    """
    relevant = _backward_closure(nodes, is_open)
    if root.number not in relevant:
        return Automaton(COVERED, frozenset({COVERED}), ())
    drawing = _Drawing(analysis, relevant, is_open, limit)
    drawing.draw(root)
    return Automaton(f"q{root.number}", frozenset({COVERED}), tuple(_useful(drawing.transitions)))


def _backward_closure(nodes: Iterable[_Node], is_open: Callable[[_Node], bool]) -> set[int]:
    entering: defaultdict[int, list[int]] = defaultdict(list)
    pending = []
    for node in nodes:
        if is_open(node):
            pending.append(node.number)
        for arc in node.arcs:
            entering[arc.target.number].append(node.number)
    found = set(pending)
    while pending:
        for source in entering[pending.pop()]:
            if source not in found:
                found.add(source)
                pending.append(source)
    return found


@dataclass(slots=True)
class _Drawing:
    analysis: Analysis[CompositeState]
    relevant: set[int]
    is_open: Callable[[_Node], bool]
    limit: int
    transitions: list[Transition] = field(default_factory=list)

    def draw(self, root: _Node) -> None:
        seen, pending = {root.number}, deque([root])
        while pending:
            node = pending.popleft()
            if self.is_open(node):
                continue
            for target in self._leaving(node):
                if target.number not in seen and len(seen) < self.limit:
                    seen.add(target.number)
                    pending.append(target)

    def _leaving(self, node: _Node) -> Iterator[_Node]:
        """Transitions for all steps from ``node``; yields the nodes that need transitions of their own."""
        arcs = {arc.step[0]: arc for arc in node.arcs}
        for step in self.analysis.steps(node.state):
            arc = arcs.get(step[0])
            if arc is None or arc.target.number not in self.relevant:
                self.transitions.append(Transition(f"q{node.number}", step[0].label, COVERED))
            else:
                self._chain(arc)
                yield arc.target

    def _chain(self, arc: Arc[CompositeState]) -> None:
        source = f"q{arc.source.number}"
        for index, edge in enumerate(arc.step):
            last = index == len(arc.step) - 1
            target = f"q{arc.target.number}" if last else f"q{arc.source.number}e{edge.number}"
            self.transitions.append(Transition(source, edge.label, target))
            source = target


def _useful(transitions: list[Transition]) -> list[Transition]:
    """Only transitions on runs that can still accept."""
    entering: defaultdict[str, list[str]] = defaultdict(list)
    for transition in transitions:
        entering[transition.target].append(transition.source)
    found, pending = {COVERED}, [COVERED]
    while pending:
        for source in entering[pending.pop()]:
            if source not in found:
                found.add(source)
                pending.append(source)
    return [t for t in transitions if t.target in found]
