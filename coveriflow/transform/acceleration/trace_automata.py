"""Trace automata (Def. 6): a deterministic automaton that accepts all traces with a part in the restriction language.

The nondeterministic one waits at its start, and begins to follow a pattern at each edge; the subset construction makes
it deterministic. It need not see every edge: control has no choice at a location with one leaving edge. Only the first
and the last edge of a pattern are letters, and all edges from locations with several. After its first edge a path that
takes a pattern's choices takes the pattern's other edges, too, since it has left it only if it has chosen otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Edge
from coveriflow.transform.acceleration.accelerated import Pattern

ACCEPTING = -1
"""The one accepting state: it is never left."""


@dataclass(frozen=True)
class TraceAutomaton:
    """State 0 is the initial one. ``moves``: by letter, from each state; states that are not named go to 0. An edge
    that is no letter leads nowhere else.
    """

    letters: frozenset[Edge]
    moves: Mapping[Edge, Mapping[int, int]]
    size: int

    def successor(self, state: int, edge: Edge) -> int:
        """The state after ``edge``."""
        if state == ACCEPTING or edge not in self.letters:
            return state
        return self.moves.get(edge, {}).get(state, 0)


def trace_automaton(cfa: Cfa, patterns: Sequence[Pattern]) -> TraceAutomaton:
    """That of all traces of ``cfa`` with a part that is described by one of ``patterns``."""
    letters = _letters(cfa, patterns)
    words = [_over(letters, pattern) for pattern in patterns]
    return _Subsets(words).automaton(letters)


def full_trace_automaton(cfa: Cfa, patterns: Sequence[Pattern]) -> TraceAutomaton:
    """The same, with all edges as letters, as in the paper."""
    return _Subsets(list(patterns)).automaton(frozenset(cfa.edges))


def _letters(cfa: Cfa, patterns: Iterable[Pattern]) -> frozenset[Edge]:
    ends = {edge for pattern in patterns for part in (pattern[0], pattern[-1]) for edge in part}
    branches = (edges for edges in cfa.leaving.values() if len(edges) > 1)
    return frozenset(ends | {edge for edges in branches for edge in edges if isinstance(edge.operation, Assume)})


def _over(letters: frozenset[Edge], pattern: Pattern) -> Pattern:
    return tuple(part for part in pattern if part & letters)


@dataclass(slots=True)
class _Subsets:
    """States of the nondeterministic automaton: how far it has come in which of ``words``."""

    words: Sequence[Pattern]
    numbers: dict[frozenset[tuple[int, int]], int] = field(default_factory=dict)

    def automaton(self, letters: frozenset[Edge]) -> TraceAutomaton:
        """By the subset construction."""
        start = frozenset[tuple[int, int]]()
        self.numbers[start] = 0
        moves: dict[Edge, dict[int, int]] = {}
        pending = [start]
        beginning = {edge for word in self.words for edge in word[0]}
        while pending:
            subset = pending.pop()
            following = {edge for word, at in subset for edge in self.words[word][at]}
            for edge in sorted(beginning | following, key=lambda each: each.number):
                after = self._after(subset, edge)
                if after is not None and after not in self.numbers:
                    self.numbers[after] = len(self.numbers)
                    pending.append(after)
                number = ACCEPTING if after is None else self.numbers[after]
                moves.setdefault(edge, {})[self.numbers[subset]] = number
        return TraceAutomaton(letters, moves, len(self.numbers) + 1)

    def _after(self, subset: frozenset[tuple[int, int]], edge: Edge) -> frozenset[tuple[int, int]] | None:
        """``None``: a pattern is complete."""
        found = set()
        for word, at in (*subset, *((word, 0) for word in range(len(self.words)))):
            if edge not in self.words[word][at]:
                continue
            if at + 1 == len(self.words[word]):
                return None
            found.add((word, at + 1))
        return frozenset(found)
