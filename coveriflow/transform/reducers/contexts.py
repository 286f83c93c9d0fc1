"""Under which open loops and calls a place of a residual program is reached (fold paper, Sect. 4.1, LHC to NLH)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from coveriflow.program.cfa.edges import Assume, Call, Location, Return
from coveriflow.program.cfa.loops import Loops
from coveriflow.transform.contracts import Step, Unfolding

_OUTSIDE = 0


@dataclass(frozen=True, slots=True)
class Marking:
    """What a context remembers of the loops that it is in.

    ``of_head``: what marks a loop, given the number of the place at its head and the mark of the iteration before
    (``None`` when it is entered). ``with_directions``: it remembers all branches that were taken, but for those in
    loops that have been left, and in earlier iterations.
    """

    of_head: Callable[[int, Hashable], Hashable]
    with_directions: bool = False


def once(_place: int, _before: Hashable) -> Hashable:
    """A loop is marked in the same way in each iteration."""
    return "loop"


def counted(bound: int) -> Callable[[int, Hashable], Hashable]:
    """Iterations are counted, up to ``bound``."""

    def following(_place: int, before: Hashable) -> Hashable:
        return min(before + 1 if isinstance(before, int) else 1, bound)

    return following


def by_place(place: int, _before: Hashable) -> Hashable:
    """Each place at a head is a mark of its own."""
    return place


def contexts(graph: Unfolding, loops: Loops, marking: Marking) -> list[int]:
    """For each place a number for the context in which it is reached first, depth first; equal contexts have equal
    numbers.
    """
    known = _Contexts(loops, marking)
    found = [-1] * len(graph.places)
    found[0] = known.arrived(_OUTSIDE, graph.places[0].location, 0)
    leaving, pending = graph.leaving(), [0]
    while pending:
        source = pending.pop()
        for step in leaving[source]:
            if found[step.target] < 0:
                found[step.target] = known.after(found[source], step, graph.places[step.target].location)
                pending.append(step.target)
    return found


@dataclass(slots=True)
class _Contexts:
    """Contexts as a tree: each is a ``parent`` with one thing more. ``loop``: where the innermost loop of the current
    call was marked, with its ``head``; ``call``: where that call was entered.
    """

    loops: Loops
    marking: Marking
    parent: list[int] = field(default_factory=lambda: [_OUTSIDE])
    loop: list[int] = field(default_factory=lambda: [_OUTSIDE])
    call: list[int] = field(default_factory=lambda: [_OUTSIDE])
    head: list[Location | None] = field(default_factory=lambda: [None])
    mark: list[Hashable] = field(default_factory=lambda: [None])
    known: dict[tuple[int, Hashable], int] = field(default_factory=dict)

    def after(self, context: int, step: Step, location: Location) -> int:
        """The context after ``step``, at ``location``."""
        operation = step.edge.operation
        if isinstance(operation, Call):
            context = self._appended(context, ("call", operation.return_to.number))
            self.call[context], self.loop[context] = context, _OUTSIDE
        elif isinstance(operation, Return):
            context = self.parent[self.call[context]]
        context = self._in_loops_around(context, location)
        repeats = self._is_in_loop_of(context, location)
        if isinstance(operation, Assume) and self.marking.with_directions and not repeats:
            context = self._appended(context, operation.truth)
        return self.arrived(context, location, step.target)

    def arrived(self, context: int, location: Location, place: int) -> int:
        """``context``, with a mark if a loop begins here or begins again."""
        if not self.loops.is_head(location):
            return context
        before: Hashable = None
        if self._is_in_loop_of(context, location):
            before, context = self.mark[self.loop[context]], self.parent[self.loop[context]]
        mark = self.marking.of_head(place, before)
        context = self._appended(context, (location.number, mark))
        self.loop[context], self.head[context], self.mark[context] = context, location, mark
        return context

    def _in_loops_around(self, context: int, location: Location) -> int:
        """What was marked of loops that do not go on here is forgotten."""
        around = self.loops.heads.get(location, ())
        while self.loop[context] != _OUTSIDE and self.head[self.loop[context]] not in around:
            context = self.parent[self.loop[context]]
        return context

    def _is_in_loop_of(self, context: int, location: Location) -> bool:
        return self.loop[context] != _OUTSIDE and self.head[self.loop[context]] == location

    def _appended(self, context: int, more: Hashable) -> int:
        key = (context, more)
        if key not in self.known:
            self.known[key] = len(self.parent)
            self.parent.append(context)
            self.loop.append(self.loop[context])
            self.call.append(self.call[context])
            self.head.append(None)
            self.mark.append(None)
        return self.known[key]
