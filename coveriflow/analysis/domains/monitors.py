"""Failure-preventing conditions that watch one path (CMC paper, Fig. 7 and III-B)."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.program.cfa.edges import Assume, Call, Edge, Location, Return
from coveriflow.program.cfa.loops import Loops
from coveriflow.program.wording import times

Counts = tuple[tuple[Location, int], ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """One active call. ``counts``: for each loop around where control is in it, outermost first, how often control has
    gone from the loop's head into the loop. ``depth``: how many recursive calls led here.
    """

    counts: Counts = ()
    depth: int = 0
    entry: Location | None = None


Counters = tuple[Frame, ...]
"""By active calls, innermost last."""


@dataclass(frozen=True, slots=True)
class LoopBound:
    """At most ``bound`` executions of a loop's body per entry of the loop (contract: unwinding k), and at most as many
    recursive calls one within the other. ``bound`` ``None`` counts without limit.
    """

    loops: Loops
    bound: int | None
    _effects: dict[Edge, tuple[frozenset[Location], tuple[Location, ...], bool]] = field(default_factory=dict)

    def initial(self) -> Counters:
        """The entry is in no loop, or at the head of some."""
        return (Frame(),)

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
        is_call = isinstance(edge.operation, Call)
        if isinstance(edge.operation, Return):
            element = element[:-1]
        elif not (left or entered or iterates or is_call):
            return element
        frame = element[-1]
        counts = tuple(c for c in frame.counts if c[0] not in left) if left else frame.counts
        if iterates:
            counts = tuple((h, n + 1) if h == edge.source else (h, n) for h, n in _with_head(counts, edge.source))
        new = tuple((head, 0) for head in entered)
        if not is_call:
            return (*element[:-1], replace(frame, counts=counts + new))
        depth = frame.depth + 1 if edge in self.loops.recursive else 0
        return (*element[:-1], replace(frame, counts=counts), Frame(new, depth, edge.target))

    def _effect(self, edge: Edge) -> tuple[frozenset[Location], tuple[Location, ...], bool]:
        """Which loops the edge leaves and enters, and whether it starts another execution of its source's loop."""
        before, after = self.loops.heads.get(edge.source, ()), self.loops.heads.get(edge.target, ())
        if isinstance(edge.operation, Return):
            return self._left_by_return(edge, after), (), False
        inside = after
        if isinstance(edge.operation, Call):
            inside = self.loops.heads.get(edge.operation.return_to, ())
        iterates = self.loops.is_head(edge.source) and edge.source in inside
        if isinstance(edge.operation, Call):
            return frozenset(), after, iterates
        return frozenset(before) - set(after), tuple(h for h in after if h not in before), iterates

    def _left_by_return(self, edge: Edge, after: tuple[Location, ...]) -> frozenset[Location]:
        """The loops that the call was the last part of."""
        every = {h for around in self.loops.heads.values() for h in around if h.function == edge.target.function}
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
        """Some loop's body would be executed, or some call would be nested, more than ``bound`` times."""
        if self.bound is None:
            return None
        for frame in element[-2:]:
            if frame.depth > self.bound and frame.entry is not None:
                return f"the recursion at {self.loops.lines[frame.entry]} was unwound {times(self.bound)}"
            for head, count in frame.counts:
                if count > self.bound:
                    return f"the loop at {self.loops.lines[head]} was unwound {times(self.bound)}"
        return None


def _with_head(counts: Counts, head: Location) -> Counts:
    """The entry location may be a head that no edge has entered."""
    return counts if any(known == head for known, _ in counts) else (*counts, (head, 0))


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


@dataclass(slots=True)
class PathTime:
    """Time in path (Fig. 7): the seconds that were spent on extending the path, each step since the one before it, by
    ``clock``. They take no part in coverage. ``limit`` ``None`` counts without limit.
    """

    limit: float | None
    clock: Callable[[], float] = time.process_time
    _last: float = field(init=False)

    def __post_init__(self) -> None:
        self._last = self.clock()

    def initial(self) -> float:
        """Nothing yet."""
        return 0.0

    def successor(self, element: float, step: Step) -> float:
        """What has passed since the last step of any path belongs to this one."""
        before, self._last = self._last, self.clock()
        return element + self._last - before

    def merge(self, new: float, old: float) -> float:
        """The path that came first counts."""
        return old

    def covers(self, larger: float, smaller: float) -> bool:
        """Always."""
        return True

    def key(self, element: float) -> Hashable:
        """All comparable."""
        return ()

    def exceeded(self, element: float) -> str | None:
        """The path took too long."""
        too_long = self.limit is not None and element > self.limit
        return f"more than {self.limit:.3g} s spent on a path" if too_long else None


Visits = tuple[tuple[Location, int], ...]


@dataclass(frozen=True, slots=True)
class RepeatingLocations:
    """How often a location was met on the path (CMC paper, III-B); only loop heads and the entries of recursive
    functions can repeat without end.
    """

    loops: Loops
    limit: int

    def initial(self) -> Visits:
        """None met."""
        return ()

    def successor(self, element: Visits, step: Step) -> Visits:
        """Count the heads and entries that the step arrives at."""
        counts = dict(element)
        for edge in step:
            if self.loops.is_head(edge.target) or edge in self.loops.recursive:
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
                return f"{self.loops.lines[location]} was met more than {times(self.limit)} on a path"
        return None
