"""Straight-line edges taken as one step; what each step is, is kept for matching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Call, Edge, Location, Return
from coveriflow.program.cfa.loops import Loops

_LONGEST = 200


def steps_of(cfa: Cfa, loops: Loops) -> Mapping[Location, Sequence[Step]]:
    """For each location the steps that leave it, one per leaving edge.

    A step ends at joins, branchings, loop heads, calls and returns, and at the ends of the program.
    """
    return {location: [_step(cfa, loops, e) for e in cfa.leaving[location]] for location in cfa.locations}


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
