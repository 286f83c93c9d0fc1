"""Program to program: every transformed automaton knows which of the original's edges each of its edges is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Location


@dataclass(frozen=True)
class Transformed:
    """``origin`` maps edges of ``cfa`` to edges of the original; inputs are read in the same order by both.

    ``inner``: edges that do not complete what they come from, since others follow for the same edge of the original (a
    call that is inlined is one assignment for each parameter), or that were added to it. Those that belong to no place
    of the original at all have no origin.
    """

    cfa: Cfa
    origin: Mapping[Edge, Edge]
    inner: frozenset[Edge] = frozenset()

    def originals(self, trace: Iterable[Edge]) -> tuple[Edge, ...]:
        """The path of the original that a path of the transformed program is: whatever names edges along executions
        is translated by this.
        """
        return tuple(self.origin[edge] for edge in trace if edge not in self.inner)


Reducer = Callable[[Cfa, ResolvedCondition], Transformed]
"""From a program and a condition to a residual program (fold paper, Def. 3): its executions are executions of the
program, and contain all that the condition does not cover.
"""


@dataclass(frozen=True, slots=True)
class Place:
    """A location of a program whose calls are inlined, under a ``marker`` (Def. 4: an element of L x U).

    ``location`` and ``stack``, where the open calls return to, are the location of the original.
    """

    location: Location
    stack: tuple[Location, ...]
    marker: Hashable

    @property
    def inlined(self) -> tuple[Location, tuple[Location, ...]]:
        """The location of the original, as a program without calls has it."""
        return self.location, self.stack


@dataclass(frozen=True, slots=True)
class Step:
    """An edge of the original between two places, by their numbers."""

    source: int
    edge: Edge
    target: int


@dataclass(frozen=True)
class Unfolding:
    """A residual program of ``original`` that refers to it in its structure (Def. 4): a graph of places.

    ``places[0]`` is where it begins. ``steps`` from the same place with the same edge lead to one place unless it was
    folded without being made deterministic.
    """

    original: Cfa
    places: tuple[Place, ...]
    steps: tuple[Step, ...]

    def leaving(self) -> list[list[Step]]:
        """The steps from each place, in order."""
        found: list[list[Step]] = [[] for _ in self.places]
        for step in self.steps:
            found[step.source].append(step)
        return found


Unfolder = Callable[[Cfa, ResolvedCondition], Unfolding]
"""A path-preserving reducer (Def. 4)."""

Blocks = Iterable[Collection[int]]
"""A partition: sets of places, by their numbers."""

Partitioner = Callable[[Unfolding], Blocks]
"""A location-consistent partitioner (Def. 5): each place is in one block, and the places of a block have the same
location and call stack. It may look at the steps, too (Sect. 3).
"""


def by_key(graph: Unfolding, keys: Sequence[Hashable]) -> list[list[int]]:
    """The partition whose blocks are the places with equal ``keys``, which are given for each place."""
    blocks: dict[Hashable, list[int]] = {}
    for number, key in enumerate(keys):
        blocks.setdefault((graph.places[number].inlined, key), []).append(number)
    return list(blocks.values())
