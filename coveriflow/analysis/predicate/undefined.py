"""Undefined behaviour that the analysis does not exclude: checks that may fail where its formulas hold."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.analysis.domains.symbolic import SymbolicDomain
from coveriflow.analysis.predicate.arg import Arg, predicate_state
from coveriflow.analysis.predicate.formulas import BlockFormulas
from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.logic import build
from coveriflow.logic.build import any_of
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.terms import Term
from coveriflow.program.cfa.edges import Edge

Failing = tuple[Edge, Term]


def failing(arg: Arg, formulas: BlockFormulas) -> list[Failing]:
    """The checks on steps that were explored, each with when it fails."""
    found: list[Failing] = []
    for node in arg.nodes:
        if node.expanded and not arg.is_below_cover(node):
            state, known = predicate_state(node), len(formulas.undefined)
            for step in arg.analysis.steps(node.state):
                SymbolicDomain.successor(formulas, state.path, step)
            met = formulas.undefined[known:]
            found += ((edge, build.conjoin(state.abstraction.formula, fails)) for edge, fails in met)
    return found


def possible(checks: Sequence[Failing], watch: LimitWatch) -> tuple[Edge, ...]:
    """Those that may fail; without time to find out, all of them."""
    if Portfolio().check([any_of(f for _, f in checks)], watch.seconds_left(5.0)) is Satisfiability.UNSAT:
        return ()
    found: dict[Edge, None] = {}
    for edge, fails in checks:
        if edge not in found and _may_hold(fails, watch):
            found[edge] = None
    return tuple(found)


def _may_hold(formula: Term, watch: LimitWatch) -> bool:
    if watch.check_now() is not None:
        return True
    return Portfolio().check([formula], watch.seconds_left(0.5)) is not Satisfiability.UNSAT
