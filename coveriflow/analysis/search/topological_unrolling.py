"""A topological order of the unwound program: all predecessors of a join come before it, so that it is expanded
once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.domains.monitors import Counters
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Location
from coveriflow.program.cfa.loops import Loops


@dataclass(slots=True)
class UnrolledOrder:
    """Orders positions with loop counters by the weak topological order; iterations of a loop come one after the other.

    A callee's positions lie between its call and where it returns to.
    """

    cfa: Cfa
    loops: Loops
    _call_of: dict[Location, Location] = field(init=False)

    def __post_init__(self) -> None:
        calls = (e for e in self.cfa.edges if isinstance(e.operation, Call))
        self._call_of = {e.operation.return_to: e.source for e in calls if isinstance(e.operation, Call)}

    def key(self, position: Position, counters: Counters) -> tuple[int, ...]:
        """Compare keys to compare places in the unwinding."""
        found: list[int] = []
        for back, frame in zip(position.stack, counters, strict=False):
            found += self._within(self._call_of[back], dict(frame.counts))
        counts = self._before_next(position.location, dict(counters[-1].counts))
        return tuple(found + self._within(position.location, counts))

    def _before_next(self, location: Location, counts: dict[Location, int]) -> dict[Location, int]:
        """Control at a head has completed the last iteration, and opens the next one."""
        return {**counts, location: counts.get(location, 0) + 1} if self.loops.is_head(location) else counts

    def _within(self, location: Location, counts: dict[Location, int]) -> list[int]:
        """The rank with the iteration inserted after each loop's number."""
        rank = self.loops.rank.get(location, (1 << 30,))
        heads = self.loops.heads.get(location, ())
        found: list[int] = []
        for level, head in enumerate(heads):
            found += [rank[2 * level], counts.get(head, 0), rank[2 * level + 1]]
        return found + list(rank[2 * len(heads) :])
