"""A program that is made of another one's edges and of steps between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from coveriflow.program.cfa.cfa import Cfa, RawEdge, numbered
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Edge, Location, Operation
from coveriflow.transform.contracts import Transformed


@dataclass(slots=True)
class Instrumenting:
    """Collects edges, each with the edge that it stands for, or none. ``free``: the number of the next location."""

    free: int
    _raw: list[RawEdge] = field(default_factory=list)
    _originals: list[Edge | None] = field(default_factory=list)
    _inner: list[int] = field(default_factory=list)

    @property
    def has_steps(self) -> bool:
        """Whether there is more than edges of the original."""
        return bool(self._inner)

    @property
    def made(self) -> int:
        """How many edges there are: the next one has this place among them."""
        return len(self._raw)

    def add(self, edge: Edge, source: Location, operation: Operation, target: Location) -> None:
        """``edge``, with another operation or between other locations."""
        self._raw.append(RawEdge(source, operation, target, edge.origin, operation_text(operation)))
        self._originals.append(edge)

    def step(self, edge: Edge, source: Location, operation: Operation, target: Location) -> None:
        """A step that was added at ``edge``."""
        self._inner.append(len(self._raw))
        self.add(edge, source, operation, target)

    def foreign(self, raw: RawEdge) -> None:
        """An edge of a function that was added."""
        self._inner.append(len(self._raw))
        self._raw.append(raw)
        self._originals.append(None)

    def fresh_at(self, location: Location) -> Location:
        """A new location, in the same function."""
        self.free += 1
        return Location(self.free - 1, location.function)

    def transformed(self, program: Callable[[tuple[Edge, ...]], Cfa]) -> Transformed:
        """What ``program`` makes of the edges."""
        edges = numbered(self._raw)
        origin = {edge: old for edge, old in zip(edges, self._originals, strict=True) if old is not None}
        return Transformed(program(edges), origin, frozenset(edges[number] for number in self._inner))
