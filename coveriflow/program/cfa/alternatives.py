"""Alternatives: large parts of a program of which an execution takes one, by a choice that it makes before any loop.

What one of them needs, the others do not: each may be left to a verifier of its own. A choice stands outside of all
loops, so that an execution makes it once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Call, Edge, Location, Return
from coveriflow.program.cfa.loops import Loops, loops_of

_MOST = 8
"""Choices; what is chosen from after that is one alternative."""
_LONGEST = 10_000
_OWN, _LEAST = 0.5, 8
"""Of the locations that can be reached in an alternative, those that belong to it alone, at least; and how many."""

Choice = tuple[Edge, ...]


def choices_of(cfa: Cfa, loops: Loops | None = None) -> tuple[Choice, ...]:
    """For each choice the path from the entry to its right branch, the shortest first: each is a prefix of the next
    one. Left of the first is the first alternative, right of the last the last one.
    """
    return _Search(cfa, loops or loops_of(cfa)).choices()


@dataclass(slots=True)
class _Search:
    """``pending``: where the open calls return to, the innermost last."""

    cfa: Cfa
    loops: Loops
    path: list[Edge] = field(default_factory=list)
    pending: list[Location] = field(default_factory=list)
    found: list[Choice] = field(default_factory=list)

    def choices(self) -> tuple[Choice, ...]:
        """Along the right branches of choices, and past branches of which one is the end of the program."""
        location = self.cfa.entry
        while not self.loops.heads.get(location) and len(self.path) < _LONGEST:
            following = self._following(self.cfa.leaving[location])
            if following is None or len(self.found) == _MOST:
                break
            location = self._taken(following)
        return tuple(self.found)

    def _following(self, leaving: Sequence[Edge]) -> Edge | None:
        """The edge to go on with; none where the search ends."""
        if leaving and isinstance(leaving[0].operation, Return):
            return next((edge for edge in leaving if self.pending and edge.target == self.pending[-1]), None)
        if len(leaving) == 1:
            return leaving[0]
        if len(leaving) != 2 or not all(isinstance(edge.operation, Assume) for edge in leaving):
            return None
        left, right = sorted(leaving, key=lambda edge: not _truth(edge))
        of_left, of_right = self._after(left), self._after(right)
        if self._are_alternatives(of_left, of_right):
            self.found.append((*self.path, right))
            return right
        ends = {self.cfa.error, self.cfa.halt, self.cfa.exit}
        for edge, own, others in ((left, of_left, of_right), (right, of_right, of_left)):
            if others & own <= ends and not any(map(self.loops.is_head, others)):
                return edge
        return None

    def _are_alternatives(self, one: frozenset[Location], other: frozenset[Location]) -> bool:
        """Whether there is something to verify in both, most of each is its own, and not both are without loops."""
        parts = ((one, one - other), (other, other - one))
        large = all(len(own) >= max(_LEAST, _OWN * len(whole)) for whole, own in parts)
        return large and self.cfa.error in one & other and any(map(self.loops.is_head, one ^ other))

    def _taken(self, edge: Edge) -> Location:
        self.path.append(edge)
        if isinstance(edge.operation, Call):
            self.pending.append(edge.operation.return_to)
        if isinstance(edge.operation, Return):
            self.pending.pop()
        return edge.target

    def _after(self, edge: Edge) -> frozenset[Location]:
        """All locations that may be reached after ``edge``, but for those after a return from an open call."""
        seen, waiting = set[Location](), [edge.target]
        while waiting:
            location = waiting.pop()
            if location in seen:
                continue
            seen.add(location)
            for leaving in self.cfa.leaving[location]:
                if isinstance(leaving.operation, Call):
                    waiting += [leaving.target, leaving.operation.return_to]
                elif not isinstance(leaving.operation, Return):
                    waiting.append(leaving.target)
        return frozenset(seen)


def _truth(edge: Edge) -> bool:
    assert isinstance(edge.operation, Assume)
    return edge.operation.truth
