"""Looping traces: the paths from a loop head back to it, through calls, but not around inner loops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Location, Return
from coveriflow.program.cfa.loops import Loops
from coveriflow.transform.acceleration.contracts import Trace

MOST_TRACES = 24
LONGEST = 400


@dataclass(frozen=True, slots=True)
class TracesAt:
    """The looping traces with one head, inner loops first; ``complete``: there are no others."""

    head: Location
    traces: tuple[Trace, ...]
    complete: bool


def looping_traces(cfa: Cfa, loops: Loops) -> Iterator[TracesAt]:
    """For each loop head that has loops inside or not, innermost first."""
    heads = {around[-1]: len(around) for around in loops.heads.values() if around}
    for head in sorted(heads, key=lambda each: (-heads[each], each.number)):
        if cfa.leaving[head]:
            yield _traces_at(cfa, loops, head)


@dataclass(frozen=True, slots=True)
class _Partial:
    location: Location
    edges: tuple[Edge, ...]
    stack: tuple[Location, ...]
    seen: frozenset[tuple[Location, tuple[Location, ...]]]


def _traces_at(cfa: Cfa, loops: Loops, head: Location) -> TracesAt:
    found: list[Trace] = []
    pending = [_Partial(head, (), (), frozenset())]
    while pending:
        path = pending.pop()
        for edge in reversed(cfa.leaving[path.location]):
            longer = _extended(path, edge, loops, head)
            if longer is None:
                continue
            if longer.location == head and not longer.stack:
                found.append(Trace(head, longer.edges))
                if len(found) > MOST_TRACES:
                    return TracesAt(head, (), complete=False)
            elif len(longer.edges) < LONGEST:
                pending.append(longer)
            else:
                return TracesAt(head, (), complete=False)
    found.sort(key=lambda trace: [edge.number for edge in trace.edges])
    return TracesAt(head, tuple(found), complete=True)


def _extended(path: _Partial, edge: Edge, loops: Loops, head: Location) -> _Partial | None:
    """``None`` where the way does not lead back without going round another loop."""
    stack, target = path.stack, edge.target
    match edge.operation:
        case Call(return_to=back):
            if edge in loops.recursive:
                return None
            stack = (*stack, back)
        case Return():
            if not stack or stack[-1] != target:
                return None
            stack = stack[:-1]
        case _:
            pass
    if not stack and head not in loops.heads.get(target, ()):
        return None
    place = (target, stack)
    if place in path.seen:
        return None
    return _Partial(target, (*path.edges, edge), stack, path.seen | {place})
