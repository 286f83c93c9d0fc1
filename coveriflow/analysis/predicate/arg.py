"""The abstract reachability graph: reached states, the waitlist, and who covers whom (unifying paper, Sects. 2.2 and
3.2).

Projected to abstraction states it is a tree.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.cpa.reached import Arc, Node
from coveriflow.analysis.predicate.states import Abstraction, PredicateState
from coveriflow.logic.terms import FALSE
from coveriflow.program.cfa.edges import Location, Unsupported

ArgNode = Node[CompositeState]


def predicate_state(node: ArgNode) -> PredicateState:
    """The predicate CPA's part of a state."""
    found: PredicateState = node.state.elements[0]
    return found


def is_empty(node: ArgNode) -> bool:
    """Whether the abstraction formula is *false*."""
    state = predicate_state(node)
    return state.is_abstraction and state.abstraction.formula is FALSE


class Arg:
    """``priority``: which waiting state is expanded first, the smallest.

    A target is an error state, or one after what is not supported: refinement has to exclude it. A state whose
    abstraction formula is *false* stays as the end of its arcs, without successors.
    """

    def __init__(
        self, analysis: CompositeAnalysis, priority: Callable[[CompositeState], Any], start: CompositeState
    ) -> None:
        self.analysis = analysis
        self.node_of: dict[Abstraction, ArgNode] = {}
        self.covered_by: dict[ArgNode, ArgNode] = {}
        self.abstractions = 1
        self.made = 0
        self._priority = priority
        self._waitlist: list[tuple[Any, int, ArgNode]] = []
        self._nodes: dict[int, ArgNode] = {}
        self._met: defaultdict[Hashable, list[ArgNode]] = defaultdict(list)
        self._covering: defaultdict[ArgNode, set[ArgNode]] = defaultdict(set)
        self._at: Counter[Location] = Counter()
        self.root = self._added(start)
        self.node_of[predicate_state(self.root).abstraction] = self.root

    def __len__(self) -> int:
        return len(self._nodes)

    @property
    def nodes(self) -> list[ArgNode]:
        """All reached states, in the order in which they were reached."""
        return list(self._nodes.values())

    def states_at(self, location: Location) -> int:
        """How many states there are at ``location``."""
        return self._at[location]

    def next_waiting(self) -> ArgNode | None:
        """Take one state off the waitlist."""
        while self._waitlist:
            node = heapq.heappop(self._waitlist)[2]
            if self.is_there(node) and not node.expanded and node.left_out is None and not self.is_below_cover(node):
                return node
        return None

    def put_back(self, node: ArgNode) -> None:
        """``node`` is to be expanded (again)."""
        heapq.heappush(self._waitlist, (self._priority(node.state), node.number, node))

    def is_there(self, node: ArgNode) -> bool:
        """Whether ``node`` was not removed."""
        return self._nodes.get(node.number) is node

    def merge_or_add(self, source: ArgNode, step: Step, state: CompositeState) -> ArgNode:
        """Lines 8 to 15 of CPA++ for one successor, an intermediate state: it merges or is new."""
        target = self._merged(state) or self._added(state, is_unsupported=_is_unsupported(step))
        arc = Arc(source, step, state, target)
        source.arcs.append(arc)
        if target.parent is None and target is not self.root:
            target.parent = arc
        return target

    def _merged(self, state: CompositeState) -> ArgNode | None:
        for node in self._met[self.analysis.key(state)]:
            joined = self.analysis.merge(state, node.state)
            if joined is node.state:
                continue
            if predicate_state(node).path is not joined.elements[0].path:
                self._below_removed(node)
                node.arcs, node.expanded = [], False
                self.put_back(node)
            node.state = joined
            return node
        return None

    def _added(self, state: CompositeState, *, is_unsupported: bool = False) -> ArgNode:
        target = is_unsupported or self.analysis.is_target(state)
        node = Node(self.made, state, target=target)
        self.made += 1
        node.left_out = None if is_unsupported else self.analysis.left_out(state)
        self._nodes[node.number] = node
        self._at[state.position.location] += 1
        if node.left_out is None:
            self.put_back(node)
            if state.assumption is None:
                self._met[self.analysis.key(state)].append(node)
        return node

    def unexplored(self, node: ArgNode) -> list[Step]:
        """The steps from ``node`` that lead to no reached state yet."""
        explored = {arc.step[0] for arc in node.arcs}
        return [step for step in self.analysis.steps(node.state) if step[0] not in explored]

    def become(self, node: ArgNode, state: CompositeState) -> None:
        """``node`` is the abstraction state ``state`` from now on."""
        self._forget(node)
        node.state = state
        if node.state.assumption is None:
            self._met[self.analysis.key(state)].append(node)
        self.node_of[predicate_state(node).abstraction] = node

    def _forget(self, node: ArgNode) -> None:
        met = self._met[self.analysis.key(node.state)]
        if node in met:
            met.remove(node)

    # Coverage

    def candidates(self, node: ArgNode) -> Iterator[ArgNode]:
        """Abstraction states that may cover ``node``: older ones with its key that are not covered themselves.

        Since only older ones cover, none of them lies below ``node``, and there are no circles.
        """
        number = predicate_state(node).abstraction.number
        for other in self._met[self.analysis.key(node.state)]:
            abstraction = predicate_state(other).abstraction
            if abstraction.number < number and abstraction.before is not None and abstraction.formula is not FALSE:
                if other.left_out is None and not other.target and not self.is_below_cover(other):
                    yield other

    def cover(self, node: ArgNode, by: ArgNode) -> None:
        """``by`` covers ``node``: nothing below ``node`` is explored, and nothing below it covers others."""
        self.covered_by[node] = by
        self._covering[by].add(node)
        for below in self.below(node):
            for other in list(self._covering.get(below, ())):
                self.uncover(other)

    def uncover(self, node: ArgNode) -> None:
        """No state covers ``node`` any more: what is open below it is explored."""
        self._covering[self.covered_by.pop(node)].discard(node)
        for below in self.below(node):
            if not below.expanded and below.left_out is None:
                self.put_back(below)

    def covered_by_it(self, node: ArgNode) -> list[ArgNode]:
        """The states that ``node`` covers."""
        return sorted(self._covering.get(node, ()), key=lambda n: n.number)

    def is_below_cover(self, node: ArgNode) -> bool:
        """Whether ``node`` is covered, or lies below a state that is."""
        if not self.covered_by:
            return False
        abstraction: Abstraction | None = predicate_state(node).abstraction
        while abstraction is not None:
            if self.node_of[abstraction] in self.covered_by:
                return True
            abstraction = abstraction.before
        return False

    # Removal

    def below(self, node: ArgNode) -> list[ArgNode]:
        """``node`` and all that was reached from it."""
        found, pending = {node: None}, [node]
        while pending:
            for arc in pending.pop().arcs:
                if arc.target not in found:
                    found[arc.target] = None
                    pending.append(arc.target)
        return list(found)

    def cut(self, node: ArgNode) -> None:
        """Nothing goes on from ``node``: what was reached from it is removed."""
        self._below_removed(node)
        node.arcs, node.expanded = [], True
        for covered in self.covered_by_it(node):
            self.uncover(covered)

    def remove(self, node: ArgNode) -> list[ArgNode]:
        """Remove ``node`` and all below it, and what they cover; returns the states that led there, to be expanded
        again.
        """
        removed = dict.fromkeys(self.below(node))
        pending = list(removed)
        while pending:
            for covered in self.covered_by_it(pending.pop()):
                fresh = [n for n in self.below(covered) if n not in removed]
                removed.update(dict.fromkeys(fresh))
                pending += fresh
        parents = [n for n in self._nodes.values() if n not in removed and any(a.target in removed for a in n.arcs)]
        for each in removed:
            self._drop(each)
        for parent in parents:
            parent.arcs = [arc for arc in parent.arcs if arc.target not in removed]
            parent.expanded = False
        return parents

    def _below_removed(self, node: ArgNode) -> None:
        """Remove all below ``node``, which is about to change."""
        for each in self.below(node)[1:]:
            for covered in self.covered_by_it(each):
                self.uncover(covered)
            self._drop(each)

    def _drop(self, node: ArgNode) -> None:
        by = self.covered_by.pop(node, None)
        if by is not None:
            self._covering[by].discard(node)
        self._covering.pop(node, None)
        self._forget(node)
        del self._nodes[node.number]
        self._at[node.state.position.location] -= 1


def _is_unsupported(step: Step) -> bool:
    return any(isinstance(edge.operation, Unsupported) for edge in step)
