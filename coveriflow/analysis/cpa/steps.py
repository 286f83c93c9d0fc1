"""Straight-line edges taken as one step; what each step is, is kept for matching."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Call, Edge, Location, Return
from coveriflow.program.cfa.loops import Loops

_LONGEST = 200


class Steps(dict[Location, Sequence[Step]]):
    """Filled as locations are asked about: no analysis is ever at most of them, which are in the middle of a step."""

    __slots__ = ("_cfa", "_loops")

    def __init__(self, cfa: Cfa, loops: Loops) -> None:
        super().__init__()
        self._cfa, self._loops = cfa, loops

    def __missing__(self, location: Location) -> Sequence[Step]:
        found = self[location] = [_step(self._cfa, self._loops, edge) for edge in self._cfa.leaving[location]]
        return found


def steps_of(cfa: Cfa, loops: Loops) -> Steps:
    """For each location the steps that leave it, one per leaving edge.

    A step ends at joins, branchings, loop heads, calls and returns, and at the ends of the program.
    """
    return Steps(cfa, loops)


def _step(cfa: Cfa, loops: Loops, first: Edge) -> Step:
    edges = [first]
    while len(edges) < _LONGEST and (following := _only_continuation(cfa, loops, edges[-1])):
        edges.append(following)
    return tuple(edges)


def _only_continuation(cfa: Cfa, loops: Loops, edge: Edge) -> Edge | None:
    middle = edge.target
    if isinstance(edge.operation, Call | Return) or middle in (cfa.error, cfa.halt, cfa.exit):
        return None
    leaving = cfa.leaving[middle]
    if len(cfa.entering[middle]) != 1 or len(leaving) != 1 or loops.is_head(middle):
        return None
    return None if isinstance(leaving[0].operation, Assume | Call | Return) else leaving[0]
