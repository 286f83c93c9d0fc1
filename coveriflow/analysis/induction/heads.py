"""Loop heads as the states between which an execution takes steps: every cycle passes one (``program.cfa.loops``).

Between two visits of heads an execution takes one path of finitely many. k-induction (unifying paper, Algorithm 3)
is over these steps, whichever loop a visit belongs to, so that several loops and nested ones need no cases of their
own.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from coveriflow.analysis.cpa.call_stack import CallStackDomain, Position, matches
from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.cpa.steps import steps_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.loops import Loops
from coveriflow.program.errors import NotSupported
from coveriflow.program.wording import times

_MOST_POSITIONS = 5_000


@dataclass(frozen=True, slots=True)
class HeadVisits:
    """How often control has come to a loop head; paths with more than ``bound`` visits are left. ``first``: the count
    at the start.
    """

    loops: Loops
    bound: int | None
    first: int

    def initial(self) -> int:
        """See ``first``."""
        return self.first

    def successor(self, element: int, step: Step) -> int:
        """Count."""
        return element + sum(1 for edge in step if self.loops.is_head(edge.target))

    def merge(self, new: int, old: int) -> int:
        """Never: other counts have other keys."""
        return old

    def covers(self, larger: int, smaller: int) -> bool:
        """Equality."""
        return larger == smaller

    def key(self, element: int) -> Hashable:
        """The count."""
        return element

    def exceeded(self, element: int) -> str | None:
        """Too many visits."""
        if self.bound is None or element <= self.bound:
            return None
        return f"an execution comes to loop heads more than {times(self.bound)}"


def head_positions(cfa: Cfa, loops: Loops) -> tuple[Position, ...]:
    """Every loop head with every call stack that it may have, whatever the data; the start of the program if it is one.

    Raises ``NotSupported`` if there are too many call stacks, as with recursion: more than one position for each
    location, and then ``_MOST_POSITIONS``. A long program of one function has none of these.
    """
    stacks, steps = CallStackDomain(cfa), steps_of(cfa, loops)
    start = stacks.initial()
    seen = {start}
    pending = [start]
    most = _MOST_POSITIONS + len(cfa.locations)
    while pending:
        position = pending.pop()
        for step in steps[position.location]:
            after = stacks.successor(position, step) if matches(position, step[0]) else None
            if after is not None and after not in seen:
                if len(seen) > most:
                    raise NotSupported("induction over so many call stacks")
                seen.add(after)
                pending.append(after)
    found = (position for position in seen if loops.is_head(position.location))
    return tuple(sorted(found, key=_order))


def _order(position: Position) -> tuple[int, ...]:
    return (position.location.number, *(location.number for location in position.stack))


def visits_at_start(cfa: Cfa, loops: Loops) -> int:
    """Whether the program begins at a loop head."""
    return int(loops.is_head(cfa.entry))
