"""Questions that share premises, about one solver of bitwuzla's: what is learnt of a formula serves all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

from coveriflow.logic import build
from coveriflow.logic.bitwuzla.incremental import IncrementalSolver
from coveriflow.logic.bitwuzla.solver import shared_translator
from coveriflow.logic.bitwuzla.terms import is_supported
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import Deadline
from coveriflow.logic.terms import BOOLEAN, TRUE, Term, variable

_MOST_TERMS = 20_000
"""Terms that one solver has: for an answer it finds values of all, whatever the question is about."""
_numbers = count()


@dataclass(slots=True)
class Contexts:
    """Makes contexts, all with one solver, until that has grown large: then the next ones have another."""

    _solver: IncrementalSolver | None = None

    def of(self, premises: Sequence[Term], claims: Sequence[Term]) -> Context | None:
        """That of ``premises``, for questions about ``claims``; ``None`` where bitwuzla does not have these terms."""
        solver = self._solver
        if solver is None or len(solver) > _MOST_TERMS:
            solver = self._solver = IncrementalSolver(shared_translator())
        if not all(map(is_supported, solver.unknown((*premises, *claims)))):
            return None
        solver.know((*premises, *claims))
        return Context(solver, [each for each in premises if each is not TRUE])


@dataclass(slots=True)
class Context:
    """``premises`` hold. It is a model of the last answer, which must be ``SAT`` and of this context, for what the
    solver knows.
    """

    solver: IncrementalSolver
    premises: list[Term]
    _is_on: Term | None = field(default=None, init=False)

    def check(self, claim: Term, deadline: Deadline) -> Satisfiability:
        """Whether ``claim`` holds together with the premises."""
        question = self.premises if claim is TRUE else [*self.premises, claim]
        if any(each.constant == 0 for each in question):
            return Satisfiability.UNSAT
        return self.solver.check(question, deadline)

    def value(self, term: Term) -> int:
        """See ``contracts.Model``; of booleans alone."""
        found = self.solver.value(term)
        assert found is not None and found.constant is not None
        return found.constant

    def exclude(self, formula: Term) -> None:
        """``formula`` does not hold, from now on. Other contexts do not know that."""
        if self._is_on is None:
            self._is_on = variable(f"context {next(_numbers)}", BOOLEAN)
            self.premises.append(self._is_on)
        self.solver.add(build.disjoin(build.negate(self._is_on), build.negate(formula)))
