"""The reached set and the abstract reachability graph over it (CMC paper, Sect. II; unifying paper, Sect. 2.2)."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any, Generic, Protocol

from coveriflow.analysis.cpa.contracts import Analysis, State, Step
from coveriflow.program.cfa.edges import Location


class Order(Enum):
    """Which waiting state is expanded next."""

    BREADTH_FIRST = "bfs"
    DEPTH_FIRST = "dfs"
    RANDOM = "random"


@dataclass(slots=True, eq=False)
class Node(Generic[State]):
    """A reached abstract state. ``arcs`` are the explored steps; ``left_out``: why there are none;
    ``parent``: the arc that first led here; ``gone``: it is no part of the reached set any more.
    """

    number: int
    state: State
    arcs: list[Arc[State]] = field(default_factory=list)
    expanded: bool = False
    target: bool = False
    left_out: str | None = None
    parent: Arc[State] | None = None
    gone: bool = False


@dataclass(slots=True, eq=False)
class Arc(Generic[State]):
    """``step`` leads from ``source`` to ``arrived``, which is part of ``target`` (equal, merged into it, or
    covered).
    """

    source: Node[State]
    step: Step
    arrived: State
    target: Node[State]


class Waitlist(Generic[State]):
    """Nodes to expand: by ``priority`` (smallest first), or in ``order`` of arrival; ``seed``: of the random order."""

    def __init__(self, order: Order, priority: Callable[[State], Any] | None = None, seed: int = 0) -> None:
        self._order, self._priority, self._random = order, priority, Random(seed)
        self._heap: list[tuple[Any, int, Node[State]]] = []
        self._queue: deque[Node[State]] = deque()
        self._bag: list[Node[State]] = []

    def add(self, node: Node[State]) -> None:
        """One more node."""
        if self._priority is not None:
            heapq.heappush(self._heap, (self._priority(node.state), node.number, node))
        elif self._order is Order.RANDOM:
            self._bag.append(node)
        else:
            self._queue.append(node)

    def pop(self) -> Node[State] | None:
        """The node to expand next, if there is one."""
        while (node := self._next()) is not None and node.gone:
            pass
        return node

    def _next(self) -> Node[State] | None:
        if self._heap:
            return heapq.heappop(self._heap)[2]
        if self._bag:
            chosen = self._random.randrange(len(self._bag))
            self._bag[chosen], self._bag[-1] = self._bag[-1], self._bag[chosen]
            return self._bag.pop()
        if not self._queue:
            return None
        return self._queue.pop() if self._order is Order.DEPTH_FIRST else self._queue.popleft()


class Group(Protocol[State]):
    """Reached states with one key."""

    def add(self, state: State) -> None:
        """One more."""
        ...

    def discard(self, state: State) -> None:
        """One less."""
        ...

    def candidates(self, state: State) -> Sequence[State]:
        """All states that may cover ``state`` or merge with it, and perhaps more."""
        ...


class PlainGroup(Generic[State]):
    """Looks at all of them, or only at the equal one if there is one."""

    def __init__(self) -> None:
        self._states: dict[State, State] = {}

    def add(self, state: State) -> None:
        """See ``Group``."""
        self._states[state] = state

    def discard(self, state: State) -> None:
        """See ``Group``."""
        del self._states[state]

    def candidates(self, state: State) -> Sequence[State]:
        """See ``Group``."""
        equal = self._states.get(state)
        return (equal,) if equal is not None else tuple(self._states)


class Reached(Generic[State]):
    """All reached states, grouped by key; keeps who leads where and what is still to be expanded."""

    def __init__(
        self,
        analysis: Analysis[State],
        waitlist: Waitlist[State],
        group: Callable[[], Group[State]] = PlainGroup,
        starts: Sequence[State] = (),
    ) -> None:
        """``starts``: where to begin, if not at the analysis' initial state; no two of them have the same key."""
        self.analysis = analysis
        self.nodes: list[Node[State]] = []
        self.found: list[Node[State]] = []
        """Targets that no one has looked at yet."""
        self._waitlist = waitlist
        self._groups: defaultdict[Hashable, Group[State]] = defaultdict(group)
        self._standing_for: dict[int, Node[State]] = {}
        """By the state object's ``id``: a node keeps its state alive."""
        self._at: Counter[Location] = Counter()
        self._counted = 0
        first, *others = starts or (analysis.initial(),)
        self.root = self._new(first, self._groups[analysis.key(first)])
        for start in others:
            self._new(start, self._groups[analysis.key(start)])

    def __len__(self) -> int:
        return len(self.nodes)

    def states_at(self, location: Location) -> int:
        """How many states there are at ``location``."""
        for node in self.nodes[self._counted :]:
            self._at[self.analysis.location(node.state)] += 1
        self._counted = len(self.nodes)
        return self._at[location]

    def next_waiting(self) -> Node[State] | None:
        """Take one node off the waitlist."""
        return self._waitlist.pop()

    def put_back(self, node: Node[State]) -> None:
        """``node`` was taken but not expanded."""
        self._waitlist.add(node)

    def merge_or_add(self, source: Node[State], step: Step, state: State) -> Node[State]:
        """Lines 6 to 15 of the CPA algorithm for one successor; returns the node that now stands for it."""
        group = self._groups[self.analysis.key(state)]
        target = self._known(state, group) or self._new(state, group)
        arc = Arc(source, step, state, target)
        source.arcs.append(arc)
        if target.parent is None and target is not self.root:
            target.parent = arc
        return target

    def _known(self, state: State, group: Group[State]) -> Node[State] | None:
        """The node that ``state`` was merged into, or that covers it."""
        candidates = group.candidates(state)
        return (self._merged(state, group, candidates) or self._covering(state, candidates)) if candidates else None

    def _merged(self, state: State, group: Group[State], candidates: Sequence[State]) -> Node[State] | None:
        for old in candidates:
            joined = self.analysis.merge(state, old)
            if joined is not old:
                group.discard(old)
                group.add(joined)
                return self._replaced(self._standing_for.pop(id(old)), joined)
        return None

    def _replaced(self, node: Node[State], joined: State) -> Node[State]:
        """``node`` now stands for ``joined``; what was explored from the smaller state is explored again."""
        self._standing_for[id(joined)] = node
        node.state, node.arcs = joined, []
        if node.expanded:
            node.expanded = False
            self._waitlist.add(node)
        return node

    def _covering(self, state: State, candidates: Sequence[State]) -> Node[State] | None:
        larger = self.analysis.stop(state, candidates)
        return self._standing_for[id(larger)] if larger is not None else None

    def _new(self, state: State, group: Group[State]) -> Node[State]:
        node = Node(len(self.nodes), state, target=self.analysis.is_target(state))
        self.nodes.append(node)
        node.left_out = self.analysis.left_out(state)
        if node.left_out is None:
            group.add(state)
            self._standing_for[id(state)] = node
            (self.found.append if node.target else self._waitlist.add)(node)
        return node

    def next_found(self) -> Node[State] | None:
        """The newest target that no one has looked at yet."""
        while self.found and self.found[-1].gone:
            self.found.pop()
        return self.found.pop() if self.found else None

    def restart_at(self, pivot: Node[State]) -> None:
        """Lazy abstraction: what was first reached by way of ``pivot`` is no part of the reached set any more, and
        ``pivot`` is expanded again, as is all that led there otherwise.
        """
        doomed = {pivot.number}
        for node in self.nodes:
            if node.parent is not None and node.parent.source.number in doomed:
                doomed.add(node.number)
        doomed.discard(pivot.number)
        for node in self.nodes:
            if node.number in doomed:
                self._remove(node)
            elif node.expanded and (node is pivot or any(arc.target.number in doomed for arc in node.arcs)):
                node.expanded, node.arcs = False, []
                self._waitlist.add(node)
        self._keep()

    def _keep(self) -> None:
        """What is not gone, with new numbers."""
        self.nodes = [node for node in self.nodes if not node.gone]
        self._count_anew()
        for number, node in enumerate(self.nodes):
            node.number = number

    def restate(self, node: Node[State], state: State) -> None:
        """Let ``node`` stand for ``state``."""
        if node.left_out is None:
            self._groups[self.analysis.key(node.state)].discard(node.state)
            self._groups[self.analysis.key(state)].add(state)
            self._standing_for[id(state)] = self._standing_for.pop(id(node.state))
        node.state = state

    def leave(self, nodes: Sequence[Node[State]]) -> list[Node[State]]:
        """``nodes``, to which no arc leads any more, and all that is reached only from them are no part of the reached
        set any more; it is a tree. Returns those.
        """
        pending, left = list(nodes), list[Node[State]]()
        while pending:
            node = pending.pop()
            left.append(node)
            pending += [arc.target for arc in node.arcs]
            self._remove(node)
        self._keep()
        return left

    def begin_anew(self) -> None:
        """Forget everything, and start from the initial state as it is now."""
        for node in self.nodes:
            node.gone = True
        self.nodes = []
        self._count_anew()
        self._groups.clear()
        self._standing_for.clear()
        first = self.analysis.initial()
        self.root = self._new(first, self._groups[self.analysis.key(first)])

    def _count_anew(self) -> None:
        self._at.clear()
        self._counted = 0

    def _remove(self, node: Node[State]) -> None:
        node.gone = True
        if node.left_out is None:
            self._groups[self.analysis.key(node.state)].discard(node.state)
            del self._standing_for[id(node.state)]

    @property
    def waiting(self) -> Iterator[Node[State]]:
        """Nodes that still are to be expanded."""
        return (n for n in self.nodes if not n.expanded and not n.target and n.left_out is None)

    @property
    def targets(self) -> Iterator[Node[State]]:
        """Target nodes that were not left out."""
        return (n for n in self.nodes if n.target and n.left_out is None)


def arcs_to(node: Node[State]) -> list[Arc[State]]:
    """The path on which ``node`` was first reached."""
    path: list[Arc[State]] = []
    while node.parent is not None:
        path.append(node.parent)
        node = node.parent.source
    return path[::-1]


def path_to(node: Node[State]) -> list[Step]:
    """Its steps."""
    return [arc.step for arc in arcs_to(node)]
