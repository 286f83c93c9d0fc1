"""Where control is on a path of a program: location and call stack."""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Location, Return
from coveriflow.program.cfa.recursion import DEEPEST_INLINED
from coveriflow.program.errors import NotSupported


@dataclass(frozen=True, slots=True)
class Position:
    """``stack``: where the calls under way return to, the innermost last."""

    location: Location
    stack: tuple[Location, ...] = ()


def start_of(cfa: Cfa) -> Position:
    """Before the first edge."""
    return Position(cfa.entry)


def position_after(position: Position, edge: Edge) -> Position | None:
    """After ``edge``, a leaving one; ``None`` where it returns to another call. ``NotSupported`` for calls nested too
    deeply.
    """
    match edge.operation:
        case Call(return_to=return_to) if len(position.stack) >= DEEPEST_INLINED:
            raise NotSupported(f"a condition over calls nested deeper than {DEEPEST_INLINED}", edge.origin)
        case Call(return_to=return_to):
            return Position(edge.target, (*position.stack, return_to))
        case Return():
            returns = bool(position.stack) and position.stack[-1] == edge.target
            return Position(edge.target, position.stack[:-1]) if returns else None
        case _:
            return Position(edge.target, position.stack)
