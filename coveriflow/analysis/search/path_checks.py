"""From an abstract error path to an execution: the precise path formula, its model, and a replay."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.domains.symbolic import SymbolicDomain
from coveriflow.analysis.search.counterexamples import Counterexample, replayed, values_in
from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.terms import Term
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input


def counterexample_on(
    cfa: Cfa, path: Sequence[Step], watch: LimitWatch, seconds: float
) -> Counterexample | Satisfiability:
    """An execution along ``path``; ``UNSAT`` if there is none, ``UNKNOWN`` if that could not be decided in so many
    ``seconds``. An execution that is found may be as long as ``watch`` allows.

    Where nothing is read on ``path``, the program's one execution without inputs is tried first.
    """
    if not any(isinstance(edge.operation, Input) for step in path for edge in step):
        found = replayed(cfa, (), in_seconds(watch.seconds_left()))
        if found is not None:
            return found
    deadline = in_seconds(watch.seconds_left(seconds))
    domain = SymbolicDomain(cfa)
    state, read = domain.initial(), list[tuple[Edge, Term]]()
    for step in path:
        if deadline.is_over():
            return Satisfiability.UNKNOWN
        following = domain.successor(state, step)
        if following is None:
            return Satisfiability.UNSAT
        read.extend(following.inputs)
        state = following
    solver = Portfolio()
    answer = solver.check([state.guard], deadline.left())
    if answer is not Satisfiability.SAT:
        return answer
    again = in_seconds(watch.seconds_left())
    return replayed(cfa, values_in(solver.model(), read), again) or Satisfiability.UNKNOWN
