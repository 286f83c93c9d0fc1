"""The condition that a reached set stands for (CMC paper, Sect. I and III-B: assumption automaton; fold paper, Def.
1).
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.reached import Arc, Node
from coveriflow.analysis.domains.automata import ConditionDomain
from coveriflow.analysis.search.limits import CONDITION_SIZE
from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.artifacts.conditions import Transition
from coveriflow.program.cfa.edges import Edge

_Node = Node[CompositeState]
COVERED = "T"
_LONG = 4
"""Transitions per state, at most, where the condition is cut."""


@dataclass(frozen=True, slots=True)
class Automaton:
    """The automaton part of a ``Condition``."""

    initial: str
    accepting: frozenset[str]
    transitions: tuple[Transition, ...]


def assumption_automaton(
    analysis: CompositeAnalysis,
    root: _Node,
    nodes: Iterable[_Node],
    is_open: Callable[[_Node], bool],
    limit: int = CONDITION_SIZE,
) -> Automaton:
    """What has been verified when the nodes for which ``is_open`` holds have not.

    A node that cannot reach an open one (along arcs, which lead to the covering node where a state was covered)
    stands for executions that are all verified: it becomes the accepting state. Steps without arc have no concrete
    execution that is still to be verified. Open nodes cover nothing, and so do those beyond the first ``limit`` in
    breadth-first order; but what a given condition covers from there on stays covered. States that cannot reach what
    is covered are left away.

    Law: whatever a condition that was given to ``analysis`` covers, this covers with the same prefix or a shorter one.
    """
    relevant, given = _backward_closure(nodes, is_open), _given_to(analysis)
    if root.number not in relevant or (given is not None and given.covers(root)):
        return Automaton(COVERED, frozenset({COVERED}), ())
    drawing = _Drawing(analysis, relevant, is_open, limit, given)
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
    analysis: CompositeAnalysis
    relevant: set[int]
    is_open: Callable[[_Node], bool]
    limit: int
    given: _Given | None
    transitions: list[Transition] = field(default_factory=list)

    def draw(self, root: _Node) -> None:
        """Transitions for ``root`` and all that is reached from it; each node's place in ``seen`` tells who comes
        first.
        """
        seen, pending = {root.number: 0}, deque([root])
        while pending:
            node = pending.popleft()
            if self.is_open(node) or seen[node.number] >= self.limit or len(self.transitions) >= _LONG * self.limit:
                self._as_given(node)
                continue
            for target in self._leaving(node):
                if target.number not in seen:
                    seen[target.number] = len(seen)
                    pending.append(target)

    def _as_given(self, node: _Node) -> None:
        """Nothing was verified here from ``node`` on, but perhaps by others before."""
        if self.given is not None:
            self.transitions += self.given.leaving(node)

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
        """What parts from a path of several steps has no successor: it is covered."""
        first, last = arc.step[0].number, len(arc.step)
        middle = [f"q{arc.source.number}e{first}i{index}" for index in range(1, last)]
        names = [f"q{arc.source.number}", *middle, f"q{arc.target.number}"]
        for edge, source, target in zip(arc.step, names[:-1], names[1:], strict=True):
            self.transitions.append(Transition(source, edge.label, target))
        for index, edge in self.analysis.alternatives(arc.step):
            self.transitions.append(Transition(names[index], edge.label, COVERED))


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


@dataclass(slots=True)
class _Given:
    """The condition that ran beside the analysis as its component number ``component``; its states get a prefix."""

    condition: ResolvedCondition
    component: int
    moves: defaultdict[str, list[tuple[Edge, str]]] = field(default_factory=lambda: defaultdict(list))
    drawn: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for (source, edge), targets in self.condition.moves.items():
            self.moves[source] += [(edge, target) for target in sorted(targets)]

    def covers(self, root: _Node) -> bool:
        """Only the root can be covered and yet be there: whatever is covered later is not explored."""
        return self.condition.accepts(root.state.elements[self.component])

    def leaving(self, node: _Node) -> Iterator[Transition]:
        """Transitions from ``node`` as the condition has them there, and of all states after that were not drawn
        yet.
        """
        states: AutomatonStates = node.state.elements[self.component]
        pending: list[str] = []
        for state in sorted(states):
            yield from self._from(f"q{node.number}", state, pending)
        while pending:
            state = pending.pop()
            if state not in self.drawn:
                self.drawn.add(state)
                yield from self._from(_named(state), state, pending)

    def _from(self, source: str, state: str, pending: list[str]) -> Iterator[Transition]:
        for edge, target in self.moves[state]:
            accepts = target in self.condition.accepting
            yield Transition(source, edge.label, COVERED if accepts else _named(target))
            pending += [] if accepts else [target]


def _named(state: str) -> str:
    return f"given:{state}"


def _given_to(analysis: CompositeAnalysis) -> _Given | None:
    for component, domain in enumerate(analysis.domains):
        if isinstance(domain, ConditionDomain):
            return _Given(domain.condition, component)
    return None
