"""Lassos found by a solver: an execution that comes to a loop head twice in the same state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeState
from coveriflow.analysis.cpa.contracts import Outcome
from coveriflow.analysis.cpa.reached import Node
from coveriflow.analysis.induction.unrolling import Unrolling, formula_of
from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.analysis.search.solver_schedule import answered
from coveriflow.analysis.termination.relevance import Relevance
from coveriflow.analysis.unwinding.bmc import inputs_along
from coveriflow.logic import build
from coveriflow.logic.build import any_of
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.terms import BOOLEAN, Op, Term, make
from coveriflow.logic.z3_solver import Engine
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.loops import Loops

_TURNS = ((Engine.COMBINED, 10.0), (Engine.BLASTED, 10.0))


def recurring_inputs(cfa: Cfa, loops: Loops, visits: int, watch: LimitWatch) -> tuple[int, ...] | None:
    """What an execution reads that visits a head twice in one state, within so many ``visits``; ``None`` if none is
    found. It is still to be replayed.
    """
    start = Unrolling(cfa, loops, visits)
    if start.run(watch) is Outcome.STOPPED:
        return None
    at: defaultdict[Position, list[Node[CompositeState]]] = defaultdict(list)
    for node in start.reached.nodes:
        if loops.is_head(node.state.position.location):
            at[node.state.position].append(node)
    relevance = Relevance(cfa)
    pairs = [
        _same(one, other, sorted(relevance.around(position.location)))
        for position, nodes in at.items()
        for one, other in combinations(sorted(nodes, key=lambda n: n.state.elements[1]), 2)
    ]
    answer, model = answered([any_of(pairs), start.domain.zeros_at_start()], watch, _TURNS)
    if answer is not Satisfiability.SAT or model is None:
        return None
    return tuple(value for _, value in inputs_along(start.reached.root, model))


def _same(one: Node[CompositeState], other: Node[CompositeState], names: Sequence[str]) -> Term:
    """An execution comes to both, and what it will depend on is the same."""
    first, second = formula_of(one), formula_of(other)
    holds = build.conjoin(first.guard, second.guard)
    for name in names:
        before, after = first.values.get(name), second.values.get(name)
        if before is None or after is None or before is after:
            continue
        equal = build.equal(before, after) if before.sort >= 0 else make(Op.EQ, (before, after), "", BOOLEAN)
        holds = build.conjoin(holds, equal)
    return holds
