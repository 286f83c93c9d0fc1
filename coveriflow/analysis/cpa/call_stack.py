"""Where control is: location and call stack (docs/decisions: one-automaton)."""

from __future__ import annotations

from dataclasses import dataclass, field

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Location, Return


@dataclass(frozen=True, slots=True)
class Position:
    """``stack``: where the active calls return to, innermost last."""

    location: Location
    stack: tuple[Location, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.location, self.stack)))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, slots=True)
class CallStackDomain:
    """Flat: positions are equal or incomparable."""

    cfa: Cfa

    def initial(self) -> Position:
        """The program's entry."""
        return Position(self.cfa.entry)

    def successor(self, element: Position, step: Step) -> Position | None:
        """Follow ``step``; a return edge only leads to where the innermost call came from."""
        stack = element.stack
        for edge in step:
            if isinstance(edge.operation, Call):
                stack = (*stack, edge.operation.return_to)
            elif isinstance(edge.operation, Return):
                if not stack or stack[-1] != edge.target:
                    return None
                stack = stack[:-1]
        return Position(step[-1].target, stack)

    def merge(self, new: Position, old: Position) -> Position:
        """Never."""
        return old

    def covers(self, larger: Position, smaller: Position) -> bool:
        """Equality."""
        return larger == smaller

    def key(self, element: Position) -> Position:
        """The position itself."""
        return element


def matches(position: Position, edge: Edge) -> bool:
    """Whether ``edge`` can be taken at ``position``."""
    return not isinstance(edge.operation, Return) or (bool(position.stack) and position.stack[-1] == edge.target)
