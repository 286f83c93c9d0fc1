"""Forced covering as Impact does it (unifying paper, Sect. 3.3 and Fig. 4)."""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.analysis.predicate.arg import Arg, ArgNode, predicate_state
from coveriflow.analysis.predicate.formulas import Cuts, block_formulas, from_cut
from coveriflow.analysis.predicate.questions import Questions
from coveriflow.analysis.predicate.states import Abstraction
from coveriflow.analysis.predicate.strengthening import Strengthening
from coveriflow.logic import build
from coveriflow.logic.contracts import Interpolator
from coveriflow.logic.terms import Term

_MOST_CANDIDATES = 8
_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class ForcedCovering:
    """Strengthens a new abstraction state, and those before it, so that an older state covers it."""

    arg: Arg
    questions: Questions
    interpolator: Interpolator
    strengthening: Strengthening

    def force(self, node: ArgNode) -> bool:
        """Whether ``node`` is covered now, or gone."""
        candidates = list(self.arg.candidates(node))
        return any(self._forced(node, candidate) for candidate in candidates[-_MOST_CANDIDATES:][::-1])

    def _forced(self, node: ArgNode, candidate: ArgNode) -> bool:
        """If what ``candidate`` says holds for ``node``, from where the paths to both part."""
        formula = predicate_state(candidate).abstraction.formula
        path = _from_common_ancestor(predicate_state(candidate).abstraction, predicate_state(node).abstraction)
        cuts = Cuts(block_formulas(path[1:]), path[0].formula, build.negate(formula))
        if not self.questions.unsatisfiable(*cuts.parts):
            return False
        between = self._between(cuts)
        if between is None:
            return False
        nodes = [self.arg.node_of[abstraction] for abstraction in path[1:]]
        self.strengthening.strengthen(list(zip(nodes, (*between, formula), strict=True)))
        if self.arg.is_there(node):
            self.arg.cover(node, candidate)
        return True

    def _between(self, cuts: Cuts) -> list[Term] | None:
        """What holds at the abstraction states on the way."""
        if len(cuts.parts) == 1:
            return []
        found = self.interpolator.sequence(cuts.parts, self.questions.watch.seconds_left(_SECONDS))
        return None if found is None else [from_cut(each, cut) for cut, each in enumerate(found, start=1)]


def _from_common_ancestor(one: Abstraction, other: Abstraction) -> list[Abstraction]:
    """The path to ``other`` from the last abstraction that is also on the path to ``one``."""
    shared, path = set(one.path()), other.path()
    first = max(index for index, each in enumerate(path) if each in shared)
    return path[first:]
