"""Loops that nothing leaves, such as ``while (1);``: an execution that comes to one never ends."""

from __future__ import annotations

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Location, Return, Stop, Unsupported
from coveriflow.program.cfa.loops import Loops


def endless_heads(cfa: Cfa, loops: Loops) -> frozenset[Location]:
    """The heads of loops from which no path leads to an end of the program or of the function.

    Functions that are called may return. An execution that an assumption or a failing check cuts off has no end.
    """
    stopping = _stopping(cfa)
    ending = {edge.source for edge in cfa.edges if _ends(cfa, edge, stopping)}
    before = _before(cfa)
    waiting = list(ending)
    while waiting:
        new = before.get(waiting.pop(), set()) - ending
        ending |= new
        waiting += new
    return frozenset(head for head in loops.heads if loops.is_head(head) and head not in ending)


def _ends(cfa: Cfa, edge: Edge, stopping: frozenset[str]) -> bool:
    match edge.operation:
        case Stop() | Return() | Unsupported():
            return True
        case Call():
            return edge.target.function in stopping
        case _:
            return edge.target in (cfa.exit, cfa.error)


def _stopping(cfa: Cfa) -> frozenset[str]:
    """The functions that may end the program, themselves or by a call."""
    callers: dict[str, set[str]] = {}
    for edge in cfa.edges:
        if isinstance(edge.operation, Call):
            callers.setdefault(edge.target.function, set()).add(edge.source.function)
    found = {
        edge.source.function
        for edge in cfa.edges
        if isinstance(edge.operation, Stop | Unsupported) or edge.target in (cfa.error, cfa.exit)
    }
    waiting = list(found)
    while waiting:
        new = callers.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return frozenset(found)


def _before(cfa: Cfa) -> dict[Location, set[Location]]:
    """The locations of the same function one step before; a call is one."""
    found: dict[Location, set[Location]] = {}
    for edge in cfa.edges:
        match edge.operation:
            case Return():
                continue
            case Call(return_to=after):
                found.setdefault(after, set()).add(edge.source)
            case _:
                found.setdefault(edge.target, set()).add(edge.source)
    return found
