"""A condition over the edges of one automaton: a must-match observer, shared by analyses and transformations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from coveriflow.artifacts.conditions import Condition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge

AutomatonStates = frozenset[str]


@dataclass(frozen=True)
class ResolvedCondition:
    """A condition whose guards are edges of one automaton. A path is covered if one of its runs accepts.

    A guard that names no edge, and a transition with a state condition, match nothing: that can only cover less. (With
    ``transform.conditions.assumptions_to_branches``, state conditions become edges before.)
    """

    initial: AutomatonStates
    accepting: frozenset[str]
    moves: Mapping[tuple[str, Edge], AutomatonStates]

    def after(self, states: AutomatonStates, edge: Edge) -> AutomatonStates:
        """The states after one edge; none means that nothing beyond is covered."""
        if not states:
            return states
        return frozenset(t for s in states for t in self.moves.get((s, edge), ()))

    def accepts(self, states: AutomatonStates) -> bool:
        """Whether every path that led to ``states`` is covered, with all that follow."""
        return not self.accepting.isdisjoint(states)


def either(first: ResolvedCondition, second: ResolvedCondition) -> ResolvedCondition:
    """Covers what one of them covers: both run beside each other, whatever their states are called."""
    moves: dict[tuple[str, Edge], AutomatonStates] = {}
    for name, each in (("1", first), ("2", second)):
        moves |= {(f"{name}:{s}", edge): _named(name, targets) for (s, edge), targets in each.moves.items()}
    initial = _named("1", first.initial) | _named("2", second.initial)
    return ResolvedCondition(initial, _named("1", first.accepting) | _named("2", second.accepting), moves)


def _named(name: str, states: AutomatonStates) -> AutomatonStates:
    return frozenset(f"{name}:{state}" for state in states)


def resolved(condition: Condition, cfa: Cfa) -> ResolvedCondition:
    """``condition`` over the edges of ``cfa``, which must be the automaton of the program that it is about."""
    moves: defaultdict[tuple[str, Edge], AutomatonStates] = defaultdict(frozenset)
    for transition in condition.transitions:
        edge = cfa.by_label.get(transition.guard)
        if edge is not None and not transition.assumption:
            moves[transition.source, edge] |= {transition.target}
    return ResolvedCondition(frozenset({condition.initial}), condition.accepting, dict(moves))
