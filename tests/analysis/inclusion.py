"""Whether one condition covers all that another one covers: on every path of the automaton, executable or not."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from coveriflow.analysis.cpa.call_stack import CallStackDomain, Position
from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge


class _Place(NamedTuple):
    """After some path: control, and the states of both conditions."""

    position: Position
    smaller: AutomatonStates
    larger: AutomatonStates


@dataclass(frozen=True)
class Inclusion:
    """``counterexample``: a path that the smaller condition covers, and the larger one does not by then.

    ``searched``: places seen; ``complete``: there are no others.
    """

    counterexample: tuple[Edge, ...] | None
    searched: int
    complete: bool


def inclusion(cfa: Cfa, smaller: ResolvedCondition, larger: ResolvedCondition, most: int = 20_000) -> Inclusion:
    """Breadth first over the product of both conditions with the positions of ``cfa``, up to ``most`` places."""
    start = _Place(CallStackDomain(cfa).initial(), smaller.initial, larger.initial)
    came: dict[_Place, tuple[_Place, Edge] | None] = {start: None}
    pending = deque([start])
    while pending and len(came) < most:
        place = pending.popleft()
        if larger.accepts(place.larger):
            continue
        if smaller.accepts(place.smaller):
            return Inclusion(tuple(_path_to(came, place))[::-1], len(came), complete=False)
        for edge, following in _following(cfa, smaller, larger, place):
            if following not in came:
                came[following] = place, edge
                pending.append(following)
    return Inclusion(None, len(came), complete=not pending)


def _following(
    cfa: Cfa, smaller: ResolvedCondition, larger: ResolvedCondition, place: _Place
) -> Iterator[tuple[Edge, _Place]]:
    """As long as the smaller condition may cover something."""
    for edge in cfa.leaving[place.position.location]:
        position = CallStackDomain(cfa).successor(place.position, (edge,))
        states = smaller.after(place.smaller, edge)
        if position is not None and states:
            yield edge, _Place(position, states, larger.after(place.larger, edge))


def _path_to(came: dict[_Place, tuple[_Place, Edge] | None], place: _Place) -> Iterator[Edge]:
    while (step := came[place]) is not None:
        place, edge = step
        yield edge
