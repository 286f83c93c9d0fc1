"""An accelerated program with a trace automaton inlined (Sect. 5): traces that it accepts are infeasible, all others
are as before. Pairs of locations and states are minimised, and numbered so that the variable changes as seldom as
possible ("after equivalent paths have been collapsed"): ``reducers.monitor`` does that for conditions, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.program.cfa.edges import Edge
from coveriflow.transform.acceleration.accelerated import Accelerated
from coveriflow.transform.acceleration.trace_automata import ACCEPTING, TraceAutomaton, trace_automaton
from coveriflow.transform.contracts import Transformed
from coveriflow.transform.reducers.monitor import monitored

VARIABLE = "trace_automaton"
"""What the variable is called where that is free."""


def restricted(given: Accelerated) -> Transformed:
    """``given.program`` without the traces in the restriction language (Def. 5); its states are reachable still
    (Theorem 5.1).
    """
    patterns = (*given.traces, *given.twice)
    if not patterns:
        return given.program
    automaton = trace_automaton(given.program.cfa, patterns)
    return composed(given.program, monitored(given.program.cfa, as_condition(automaton), VARIABLE))


def as_condition(automaton: TraceAutomaton) -> ResolvedCondition:
    """What the automaton accepts counts as covered: other traces subsume it."""
    return ResolvedCondition(frozenset({"0"}), frozenset({str(ACCEPTING)}), _Moves(automaton))


class _Moves(Mapping[tuple[str, Edge], AutomatonStates]):
    """Computed when asked for: at most edges the state stays."""

    def __init__(self, automaton: TraceAutomaton) -> None:
        self._automaton = automaton

    def __getitem__(self, key: tuple[str, Edge]) -> AutomatonStates:
        state, edge = key
        return frozenset({str(self._automaton.successor(int(state), edge))})

    def __iter__(self) -> Iterator[tuple[str, Edge]]:
        for edge in self._automaton.letters:
            yield from ((str(state), edge) for state in range(self._automaton.size - 1))

    def __len__(self) -> int:
        return len(self._automaton.letters) * (self._automaton.size - 1)


def composed(first: Transformed, second: Transformed) -> Transformed:
    """One transformation after the other."""
    origin = {edge: first.origin[old] for edge, old in second.origin.items() if old in first.origin}
    inner = second.inner | {edge for edge, old in second.origin.items() if old in first.inner}
    return Transformed(second.cfa, origin, inner)
