"""States kept apart by how control came there: by the iterations of loops, and by how much loops have read (trace
partitioning; Rival and Mauborgne 2007).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.domains.monitors import Counters, Frame, LoopBound
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Edge, Input, Location
from coveriflow.program.cfa.loops import Loops
from coveriflow.program.expressions.expressions import Cell, Element


class Trace(NamedTuple):
    """``counters``: of the loops that control is in. ``read``: of loops that read, how often their bodies were executed
    before control left them last.
    """

    counters: Counters = (Frame(),)
    read: tuple[tuple[Location, int], ...] = ()


@dataclass(slots=True)
class Traces:
    """Iterations are told apart up to ``bound``."""

    cfa: Cfa
    loops: Loops
    bound: int
    _counting: LoopBound = field(init=False)
    _reading: frozenset[Location] = field(init=False)

    def __post_init__(self) -> None:
        self._counting = LoopBound(self.loops, None)
        self._reading = frozenset(_reading_heads(self.cfa, self.loops))

    def initial(self) -> Trace:
        """No loop was entered."""
        return Trace(self._counting.initial())

    def successor(self, element: Trace, step: Step) -> Trace:
        """Count."""
        for edge in step:
            element = self._after(element, edge)
        return element

    def _after(self, element: Trace, edge: Edge) -> Trace:
        after = self._counting.successor(element.counters, (edge,))
        if after is element.counters:
            return element
        read = element.read
        if self._reading and len(after) <= len(element.counters):
            left = self._left(element.counters, after)
            read = tuple(sorted({**dict(read), **left}.items(), key=lambda item: item[0].number)) if left else read
        return Trace(tuple(map(self._bounded, after)), read)

    def _left(self, before: Counters, after: Counters) -> dict[Location, int]:
        """The loops that read and were left."""
        inside = {head for head, _ in after[-1].counts} if len(after) == len(before) else set()
        return {head: n for head, n in before[-1].counts if head in self._reading and head not in inside}

    def _bounded(self, frame: Frame) -> Frame:
        if frame.depth <= self.bound and all(n <= self.bound for _, n in frame.counts):
            return frame
        counts = tuple((head, min(n, self.bound)) for head, n in frame.counts)
        return replace(frame, counts=counts, depth=min(frame.depth, self.bound))

    def merge(self, new: Trace, old: Trace) -> Trace:
        """Never: others have other keys."""
        return old

    def covers(self, larger: Trace, smaller: Trace) -> bool:
        """Equality."""
        return larger == smaller

    def key(self, element: Trace) -> Hashable:
        """All of it."""
        return element


def _reading_heads(cfa: Cfa, loops: Loops) -> Iterator[Location]:
    """Of loops, those that read inputs and write to memory without a call."""
    inputs, writes = set[Location](), set[Location]()
    for edge in cfa.edges:
        around = loops.heads.get(edge.source, ())
        if around and isinstance(edge.operation, Input):
            inputs.add(around[-1])
        if around and isinstance(edge.operation, Assign) and isinstance(edge.operation.target, Cell | Element):
            writes.add(around[-1])
    yield from inputs & writes
