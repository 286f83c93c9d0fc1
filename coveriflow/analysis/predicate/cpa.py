"""The predicate CPA: transfer relation, merge, coverage (unifying paper, Sects. 3.1.3 to 3.1.5)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.predicate.formulas import BlockFormulas
from coveriflow.analysis.predicate.questions import Questions
from coveriflow.analysis.predicate.states import Abstraction, Precision, PredicateState
from coveriflow.logic.terms import TRUE


@dataclass(frozen=True, slots=True)
class PredicateDomain:
    """Abstract states are ``PredicateState``. What is computed at the end of a block is not done here: the location is
    another component's.
    """

    formulas: BlockFormulas
    questions: Questions
    precision: Precision
    start: Position

    def initial(self) -> PredicateState:
        """The abstraction state *true* at the beginning of the program."""
        path = self.formulas.initial()
        return PredicateState(Abstraction(TRUE, self.start, path, 0), path, self.precision)

    def successor(self, element: PredicateState, step: Step) -> PredicateState | None:
        """An intermediate state: the strongest postcondition of the path formula, no abstraction, no solving."""
        path = self.formulas.successor(element.path, step)
        return None if path is None else PredicateState(element.abstraction, path, element.precision)

    def merge(self, new: PredicateState, old: PredicateState) -> PredicateState:
        """Intermediate states of one block: the disjunction of their path formulas. Others are kept apart."""
        if new.abstraction is not old.abstraction or new.is_abstraction or old.is_abstraction:
            return old
        path = self.formulas.merge(new.path, old.path)
        return PredicateState(old.abstraction, path, old.precision.joined(new.precision))

    def covers(self, larger: PredicateState, smaller: PredicateState) -> bool:
        """Of abstraction states: whether the smaller formula implies the larger one."""
        if not (larger.is_abstraction and smaller.is_abstraction) or larger.abstraction.before is None:
            return larger is smaller
        return self.questions.entails(smaller.abstraction.formula, larger.abstraction.formula)

    def key(self, element: PredicateState) -> Hashable:
        """Abstraction states may cover each other; intermediate states only meet those of their block."""
        return None if element.is_abstraction else element.abstraction
