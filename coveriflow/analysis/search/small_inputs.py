"""Smaller numbers for an execution that may ask for more memory than a machine has: the same path, with inputs as small
as it allows. Only programs with wide granules have such executions: others need not be asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from coveriflow.analysis.domains.symbolic import SymbolicDomain
from coveriflow.analysis.search.counterexamples import Counterexample, replayed, values_in
from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import Deadline, in_seconds
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.terms import TRUE, Term, bits, is_array
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.program.types.c_types import Integer

_LIMITS = (1 << 12, 1 << 26)
"""Of each wide input: two of them may be multiplied, or one is large enough for most."""
_SECONDS = 3.0
_LONGEST = 20_000


def with_small_inputs(cfa: Cfa, found: Counterexample) -> Counterexample:
    """``found``, or an execution along the same path whose inputs of 64 bits are smaller."""
    if not any(_is_wide(edge) and value >> 26 for edge, value in found.inputs):
        return found
    path = Interpreter(cfa).run([value for _, value in found.inputs]).trace
    deadline = in_seconds(_SECONDS)
    if len(path) > _LONGEST or (known := _along(cfa, path, deadline)) is None:
        return found
    guard, read = known
    solver = Portfolio()
    wide = [term for edge, term in read if _is_wide(edge) and not is_array(term)]
    for limit in _LIMITS:
        small = (build.less(term, bits(limit, term.sort), is_signed=False) for term in wide)
        if solver.check([guard, reduce(build.conjoin, small, TRUE)], deadline.left()) is Satisfiability.SAT:
            return replayed(cfa, values_in(solver.model(), read), deadline) or found
    return found


def _is_wide(edge: Edge) -> bool:
    assert isinstance(edge.operation, Input)
    type_ = edge.operation.type
    return isinstance(type_, Integer) and type_.width == 64


def _along(cfa: Cfa, path: Sequence[Edge], deadline: Deadline) -> tuple[Term, Sequence[tuple[Edge, Term]]] | None:
    """The formula of ``path``, where memory that no one has written holds zeros, and what is read on it."""
    domain = SymbolicDomain(cfa)
    state, read = domain.initial(), list[tuple[Edge, Term]]()
    for edge in path:
        following = domain.successor(state, (edge,)) if not deadline.is_over() else None
        if following is None:
            return None
        read.extend(following.inputs)
        state = following
    return build.conjoin(state.guard, domain.zeros_at_start()), read
