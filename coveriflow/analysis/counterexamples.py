"""From an abstract error path to an execution: the precise path formula, its model, and a replay in the interpreter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coveriflow.analysis.contracts import Step
from coveriflow.analysis.domains.symbolic import SymbolicDomain
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.terms import Term
from coveriflow.logic.z3_solver import Z3Solver
from coveriflow.program.cfa import Cfa
from coveriflow.program.edges import Edge, Input
from coveriflow.program.interpreter import End, Interpreter

InputsRead = tuple[tuple[Edge, int], ...]
"""The values that an execution reads, in order, each with the edge that reads it."""

_REPLAY_STEPS = 50_000_000


@dataclass(frozen=True, slots=True)
class Counterexample:
    """An execution that reaches the error location: it was replayed."""

    inputs: InputsRead
    steps: int


def counterexample_on(cfa: Cfa, path: Sequence[Step], seconds: float) -> Counterexample | Satisfiability:
    """An execution along ``path``; ``UNSAT`` if there is none, ``UNKNOWN`` if the solver could not tell.

    Where nothing is read on ``path``, the program's one execution without inputs is tried first.
    """
    if not any(isinstance(edge.operation, Input) for step in path for edge in step):
        found = replayed(cfa, ())
        if found is not None:
            return found
    domain = SymbolicDomain(cfa)
    state, read = domain.initial(), list[tuple[Edge, Term]]()
    for step in path:
        following = domain.successor(state, step)
        if following is None:
            return Satisfiability.UNSAT
        read.extend(following.inputs)
        state = following
    solver = Z3Solver()
    answer = solver.check([state.guard], seconds)
    if answer is not Satisfiability.SAT:
        return answer
    return replayed(cfa, values_in(solver.model(), read)) or Satisfiability.UNKNOWN


def values_in(model: Model, read: Sequence[tuple[Edge, Term]]) -> InputsRead:
    """The values of the inputs in ``model``, in the types that they are read in."""
    values = []
    for edge, term in read:
        assert isinstance(edge.operation, Input)
        values.append((edge, edge.operation.type.wrap(model.value(term))))
    return tuple(values)


def replayed(cfa: Cfa, inputs: InputsRead) -> Counterexample | None:
    """The execution with ``inputs`` if it reaches the error location."""
    execution = Interpreter(cfa, keep_trace=False).run([value for _, value in inputs], _REPLAY_STEPS)
    return Counterexample(execution.inputs, execution.steps) if execution.end is End.ERROR else None
