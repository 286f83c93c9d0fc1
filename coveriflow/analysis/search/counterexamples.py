"""Executions that reach the error location: values for what they read, and a replay in the interpreter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coveriflow.logic.contracts import Model
from coveriflow.logic.cpu_time import Deadline
from coveriflow.logic.terms import Term, is_array
from coveriflow.program.cfa.arguments import is_rest
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input
from coveriflow.program.interpreter.interpreter import End, Interpreter, never
from coveriflow.program.types.c_types import Array

InputsRead = tuple[tuple[Edge, int], ...]
"""The values that an execution reads, in order, each with the edge that reads it."""

_REPLAY_STEPS = 50_000_000
_LETTER = ord("a")


@dataclass(frozen=True, slots=True)
class Counterexample:
    """An execution that reaches the error location: it was replayed."""

    inputs: InputsRead
    steps: int


def values_in(model: Model, read: Sequence[tuple[Edge, Term]]) -> InputsRead:
    """The values of the inputs in ``model``, in the types that they are read in."""
    values = []
    for edge, term in read:
        assert isinstance(edge.operation, Input)
        type_, target = edge.operation.type, edge.operation.target.type
        if isinstance(target, Array) and is_array(term):
            values += [(edge, type_.wrap(value)) for value in model.elements(term, target.length)]
        else:
            values.append((edge, type_.wrap(model.value(term))))
    return tuple(values)


def replayed(cfa: Cfa, inputs: InputsRead, deadline: Deadline | None = None) -> Counterexample | None:
    """The execution with ``inputs`` if it reaches the error location, by then if there is a ``deadline``: that of a
    path which has been unrolled needs none.
    """
    is_over = deadline.is_over if deadline is not None else never
    execution = Interpreter(cfa, keep_trace=False).run([value for _, value in inputs], _REPLAY_STEPS, is_over=is_over)
    return Counterexample(execution.inputs, execution.steps) if execution.end is End.ERROR else None


def replayed_with_letters(cfa: Cfa, inputs: InputsRead) -> Counterexample | None:
    """The same where it depends on memory that no one has written, but not on zeros there: arguments of the program get
    a letter for each character that is not read as an input.
    """
    if not any(is_rest(edge.operation) for edge, _ in inputs):
        return None
    return replayed(cfa, tuple((edge, _LETTER if is_rest(edge.operation) else value) for edge, value in inputs))
