"""Failure-preventing conditions that watch one path (CMC paper, Fig. 7 and III-B)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from coveriflow.analysis.contracts import Step
from coveriflow.program.edges import Assume, Call, Edge, Location, Return
from coveriflow.program.loops import Loops

Counters = tuple[tuple[Location, int], ...]


@dataclass(frozen=True, slots=True)
class LoopBound:
    """At most ``bound`` executions of a loop's body per entry of the loop (contract: unwinding k).

    An element counts, for each loop around the current location and around the active calls, outermost first, how often
    control has gone from its head into the loop. ``bound`` ``None`` counts without limit.
    """

    loops: Loops
    bound: int | None
    _effects: dict[Edge, tuple[frozenset[Location], tuple[Location, ...], bool]] = field(default_factory=dict)

    def initial(self) -> Counters:
        """The entry is in no loop, or at the head of some."""
        return ()

    def successor(self, element: Counters, step: Step) -> Counters:
        """Count."""
        for edge in step:
            element = self._after(element, edge)
        return element

    def _after(self, element: Counters, edge: Edge) -> Counters:
        effect = self._effects.get(edge)
        if effect is None:
            effect = self._effects[edge] = self._effect(edge)
        left, entered, iterates = effect
        if left:
            element = tuple(c for c in element if c[0] not in left)
        if iterates:
            element = tuple((h, n + 1) if h == edge.source else (h, n) for h, n in self._with_head(element, edge))
        return element + tuple((head, 0) for head in entered) if entered else element

    @staticmethod
    def _with_head(element: Counters, edge: Edge) -> Counters:
        """The entry location may be a head that no edge has entered."""
        known = any(head == edge.source for head, _ in element)
        return element if known else (*element, (edge.source, 0))

    def _effect(self, edge: Edge) -> tuple[frozenset[Location], tuple[Location, ...], bool]:
        """Which loops the edge leaves and enters, and whether it starts another execution of its source's loop."""
        before, after = self.loops.heads.get(edge.source, ()), self.loops.heads.get(edge.target, ())
        if isinstance(edge.operation, Return):
            return self._left_by_return(edge, after), (), False
        inside = after
        if isinstance(edge.operation, Call):
            inside = self.loops.heads.get(edge.operation.return_to, ())
        iterates = self.loops.is_head(edge.source) and edge.source in inside
        if edge.source.function != edge.target.function:
            return frozenset(), after, iterates
        return frozenset(before) - set(after), tuple(h for h in after if h not in before), iterates

    def _left_by_return(self, edge: Edge, after: tuple[Location, ...]) -> frozenset[Location]:
        """All loops of the function that returns, and those that the call was the last part of."""
        functions = (edge.source.function, edge.target.function)
        every = {h for around in self.loops.heads.values() for h in around if h.function in functions}
        return frozenset(every - set(after))

    def merge(self, new: Counters, old: Counters) -> Counters:
        """Never."""
        return old

    def covers(self, larger: Counters, smaller: Counters) -> bool:
        """Equality: another count leaves another number of iterations to go."""
        return larger == smaller

    def key(self, element: Counters) -> Hashable:
        """The counters."""
        return element

    def exceeded(self, element: Counters) -> str | None:
        """Some loop's body would be executed more than ``bound`` times."""
        if self.bound is None:
            return None
        for head, count in element:
            if count > self.bound:
                return f"the loop at {self.loops.lines[head]} was unwound {self.bound} times"
        return None


@dataclass(frozen=True, slots=True)
class PathCounter:
    """Counts something along the path and stops it above ``limit``; counts take no part in coverage (CMC paper, III-B).

    The paper merges counts to their maximum where paths meet; then every loop is left in the end, also one that closes.
    Here the count of the path that came first stays.
    """

    limit: int
    what: str

    def initial(self) -> int:
        """Nothing yet."""
        return 0

    def successor(self, element: int, step: Step) -> int:
        """Count the step's edges that count."""
        return element + sum(self.counts(edge) for edge in step)

    def counts(self, edge: Edge) -> bool:
        """Every edge."""
        return True

    def merge(self, new: int, old: int) -> int:
        """The path that came first counts."""
        return old

    def covers(self, larger: int, smaller: int) -> bool:
        """Always."""
        return True

    def key(self, element: int) -> Hashable:
        """All comparable."""
        return ()

    def exceeded(self, element: int) -> str | None:
        """The path is too long."""
        return f"more than {self.limit} {self.what} on a path" if element > self.limit else None


class PathLength(PathCounter):
    """Path length (Fig. 7), in edges of the automaton."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit, "edges")


class AssumeEdges(PathCounter):
    """Assume edges in path (Fig. 7)."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit, "branchings")

    def counts(self, edge: Edge) -> bool:
        """Branch edges."""
        return isinstance(edge.operation, Assume)


Visits = tuple[tuple[Location, int], ...]


@dataclass(frozen=True, slots=True)
class RepeatingLocations:
    """How often a location was met on the path (CMC paper, III-B); only loop heads can repeat without end."""

    loops: Loops
    limit: int

    def initial(self) -> Visits:
        """None met."""
        return ()

    def successor(self, element: Visits, step: Step) -> Visits:
        """Count the heads that the step arrives at."""
        counts = dict(element)
        for edge in step:
            if self.loops.is_head(edge.target):
                counts[edge.target] = counts.get(edge.target, 0) + 1
        return tuple(sorted(counts.items(), key=lambda item: item[0].number))

    def merge(self, new: Visits, old: Visits) -> Visits:
        """The path that came first counts."""
        return old

    def covers(self, larger: Visits, smaller: Visits) -> bool:
        """Always (as in the paper)."""
        return True

    def key(self, element: Visits) -> Hashable:
        """All comparable."""
        return ()

    def exceeded(self, element: Visits) -> str | None:
        """A location came too often."""
        for location, count in element:
            if count > self.limit:
                return f"{self.loops.lines[location]} was met more than {self.limit} times on a path"
        return None
