"""Abstraction formulas are strengthened by facts that hold there, and coverage is checked again (unifying paper,
Sect. 3.2.4 and Fig. 3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coveriflow.analysis.predicate.arg import Arg, ArgNode, predicate_state
from coveriflow.analysis.predicate.questions import Questions
from coveriflow.logic import build
from coveriflow.logic.terms import FALSE, Term


@dataclass(frozen=True, slots=True)
class Strengthening:
    """What changes abstraction formulas in ``arg``."""

    arg: Arg
    questions: Questions

    def strengthen(self, facts: Sequence[tuple[ArgNode, Term]]) -> list[ArgNode]:
        """Conjoin each fact, which must hold there; returns the states for which that says something new.

        What a strengthened state covers is uncovered unless it still implies it; what becomes *false* is left.
        """
        changed = [node for node, fact in facts if self._conjoined(node, fact)]
        for node in changed:
            formula = predicate_state(node).abstraction.formula
            if not self.arg.is_there(node):
                continue
            if formula is FALSE:
                self.arg.cut(node)
            for covered in self.arg.covered_by_it(node):
                if not self.questions.entails(predicate_state(covered).abstraction.formula, formula):
                    self.arg.uncover(covered)
        return [node for node in changed if self.arg.is_there(node)]

    def _conjoined(self, node: ArgNode, fact: Term) -> bool:
        abstraction = predicate_state(node).abstraction
        if self.questions.entails(abstraction.formula, fact):
            return False
        formula = build.conjoin(abstraction.formula, fact)
        abstraction.formula = FALSE if self.questions.unsatisfiable(formula) else formula
        return True

    def cover(self, node: ArgNode) -> bool:
        """``stop``: whether an older state with a weaker formula was found, which covers ``node`` from now on."""
        formula = predicate_state(node).abstraction.formula
        for candidate in self.arg.candidates(node):
            if self.questions.entails(formula, predicate_state(candidate).abstraction.formula):
                self.arg.cover(node, candidate)
                return True
        return False
