"""A lexicographic ranking function is checked again, from the relation alone, by other engines than found it."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.analysis.search.solver_schedule import solved_again
from coveriflow.analysis.termination.ranking import Edge, Rank, Stage, cyclic, numbered, values
from coveriflow.analysis.termination.relation import Relation
from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.terms import Term
from coveriflow.logic.z3_solver import Engine

_WRONG = "two engines disagree about a ranking function"
_SECONDS = 5.0


def is_shown_again(relation: Relation, stages: Sequence[Stage], watch: LimitWatch) -> bool:
    """Whether ``stages`` remove all cycles. A stage counts where each component of what is left lies in its heads or
    has none of them, and no step that is left between its heads increases it.
    """
    transitions = numbered(relation)
    left = {edge: transition.holds for edge, transition in transitions.items()}
    for stage in stages:
        heads = frozenset(stage.rank)
        if not all(c <= heads or not c & heads for c in _components(left, watch)):
            return False
        for edge in [e for e in left if heads.issuperset(e[:2])]:
            before, after = values(transitions[edge], stage.rank)
            increases = build.conjoin(left[edge], build.less(before, after, is_signed=True))
            if not solved_again(increases, watch, _WRONG):
                return False
            left[edge] = build.conjoin(left[edge], build.equal(before, after))
    return not _components(left, watch)


def _components(left: dict[Edge, Term], watch: LimitWatch) -> list[frozenset[Position]]:
    """Of the steps that this engine does not find impossible; those are forgotten."""
    on_cycles = [e for e in left if any(c.issuperset(e[:2]) for c in cyclic(list(left)))]
    for edge in on_cycles:
        answer = Portfolio(Engine.BLASTED).check([left[edge]], watch.seconds_left(_SECONDS))
        if answer is Satisfiability.UNSAT:
            del left[edge]
    return cyclic(list(left))


def described(stages: Sequence[Stage]) -> list[tuple[Position, str]]:
    """Heads and numbers, in the order of the stages."""
    return [(position, str(number)) for stage in stages for position, number in _in_order(stage.rank)]


def _in_order(rank: Rank) -> list[tuple[Position, object]]:
    return sorted(rank.items(), key=lambda pair: (pair[0].location.number, len(pair[0].stack)))
