"""Where a floating variable is known to be no NaN, since a comparison with it held on every way there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Assign, Assume, Call, Input, Location, Operation, Return
from coveriflow.program.expressions.expressions import Binary, BinaryOp, Constant, Expression, Variable
from coveriflow.program.types.c_types import Floating, Integer

_ORDERED = {BinaryOp.EQ, BinaryOp.LT, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE}
"""Comparisons that hold of numbers only (C11 F.9.3); ``NE`` is the one that fails of numbers only."""

_Numbers = frozenset[str]


def tested_numbers(edges: Iterable[RawEdge]) -> Mapping[Location, Collection[str]]:
    """The names of such variables, by location. A forward analysis of each function: nothing is known where it begins
    or goes on after a call, nor at locations without entry.
    """
    edges = list(edges)
    starts = {edge.target for edge in edges if isinstance(edge.operation, Call | Return)}
    starts |= {edge.source for edge in edges} - {edge.target for edge in edges}
    leaving: defaultdict[Location, list[RawEdge]] = defaultdict(list)
    for edge in edges:
        if not isinstance(edge.operation, Call | Return):
            leaving[edge.source].append(edge)
    known: dict[Location, _Numbers] = dict.fromkeys(starts, frozenset())
    pending = list(starts)
    while pending:
        source = pending.pop()
        for edge in leaving[source]:
            after = _after(edge.operation, known[source])
            joined = after & known[edge.target] if edge.target in known else after
            if joined != known.get(edge.target):
                known[edge.target] = joined
                pending.append(edge.target)
    return known


def _after(operation: Operation, before: _Numbers) -> _Numbers:
    match operation:
        case Assume(condition, truth):
            return before | set(_compared(condition, truth=truth))
        case Assign(Variable(name)) | Input(Variable(name)):
            return before - {name}
        case _:
            return before


def _compared(condition: Expression, *, truth: bool) -> Iterator[str]:
    match condition:
        case Binary(BinaryOp.EQ | BinaryOp.NE as operator, operand, Constant(0, Integer())):
            yield from _compared(operand, truth=truth is (operator is BinaryOp.NE))
        case Binary(operator, left, right) if operator in _ORDERED if truth else operator is BinaryOp.NE:
            for operand in (left, right):
                if isinstance(operand, Variable) and isinstance(operand.type, Floating):
                    yield operand.name
        case _:
            return
