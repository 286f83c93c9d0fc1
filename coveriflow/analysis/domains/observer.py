"""A witness of a violation that runs beside the program: a may-match observer, which says how far a path has come along
it (contract: matching).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.program.cfa.edges import Edge, Location

States = frozenset[int]


class Matching(Enum):
    """What a path may do where it passes what the witness waits for.

    ``FIRST``: it goes on along the witness, so that one path has one way to match. ``ANY``: it may also wait for a
    later time; whatever can be meant by matching, these are no fewer paths.
    """

    FIRST = "first"
    ANY = "any"


@dataclass(frozen=True)
class Observer:
    """An automaton whose letters are guards, each with a number.

    ``passed``: the guards that hold on an edge. ``moves``: by state, guards and where they lead. ``avoided``: by state,
    guards after which a path in this state is none of the witness. ``final``: where the error may be reached; on the
    edges ``targets`` only.
    """

    initial: int
    moves: Mapping[int, tuple[tuple[int, int], ...]]
    final: frozenset[int]
    passed: Mapping[Edge, frozenset[int]]
    error: Location
    targets: frozenset[Edge]
    avoided: Mapping[int, frozenset[int]] = field(default_factory=dict)

    def after(self, states: States, edge: Edge, matching: Matching) -> States:
        """The states after one edge; at the error only final ones."""
        guards = self.passed.get(edge, frozenset())
        found = self._after(states, guards, matching) if guards else states
        if edge.target != self.error:
            return found
        return (found | states) & self.final if edge in self.targets else frozenset()

    def _after(self, states: States, guards: frozenset[int], matching: Matching) -> States:
        found: set[int] = set()
        for state in states:
            following = {target for guard, target in self.moves.get(state, ()) if guard in guards}
            found |= following
            stays = matching is Matching.ANY or not following
            if stays and guards.isdisjoint(self.avoided.get(state, frozenset())):
                found.add(state)
        return frozenset(found)

    def accepts(self, trace: Iterable[Edge]) -> bool:
        """Whether a path to the error is one of the witness."""
        states = frozenset({self.initial})
        for edge in trace:
            states = self.after(states, edge, Matching.ANY)
            if edge.target == self.error:
                return bool(states)
        return False


@dataclass(frozen=True, slots=True)
class ObserverDomain:
    """Flat over sets of the observer's states: nothing is known of a path on which there is none."""

    observer: Observer
    matching: Matching

    def initial(self) -> States:
        """The observer's initial state."""
        return frozenset({self.observer.initial})

    def successor(self, element: States, step: Step) -> States | None:
        """Follow the edges; ``None`` once the path is none of the witness."""
        for edge in step:
            element = self.observer.after(element, edge, self.matching)
            if not element:
                return None
        return element

    def merge(self, new: States, old: States) -> States:
        """Never."""
        return old

    def covers(self, larger: States, smaller: States) -> bool:
        """Equality."""
        return larger == smaller

    def key(self, element: States) -> States:
        """The set."""
        return element
