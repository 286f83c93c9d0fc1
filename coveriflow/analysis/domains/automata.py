"""A condition that runs beside the program: a must-match observer, which prunes what is already verified (fold paper,
Def. 2).
"""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition


@dataclass(frozen=True, slots=True)
class ConditionDomain:
    """Flat over sets of automaton states."""

    condition: ResolvedCondition

    def initial(self) -> AutomatonStates:
        """The automaton's initial state."""
        return self.condition.initial

    def successor(self, element: AutomatonStates, step: Step) -> AutomatonStates | None:
        """Follow the edges; ``None`` once the path is covered."""
        for edge in step:
            if self.condition.accepts(element):
                return None
            element = self.condition.after(element, edge)
        return None if self.condition.accepts(element) else element

    def merge(self, new: AutomatonStates, old: AutomatonStates) -> AutomatonStates:
        """Never."""
        return old

    def covers(self, larger: AutomatonStates, smaller: AutomatonStates) -> bool:
        """Equality: another state may prune other paths."""
        return larger == smaller

    def key(self, element: AutomatonStates) -> AutomatonStates:
        """The set."""
        return element
