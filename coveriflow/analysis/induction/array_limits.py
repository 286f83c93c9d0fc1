"""Limits of the indices of arrays, as far as the program text shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from coveriflow.analysis.induction.array_accesses import counters, expressions_in, place_of
from coveriflow.program.cfa.accesses import written_variable
from coveriflow.program.cfa.edges import Assign, Call, Edge
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Element,
    Expression,
    Variable,
    mapped,
    scalar_type,
    subexpressions,
    variables,
)
from coveriflow.program.types.c_types import LLONG, Integer

_LARGEST = 16
"""Of what an index is multiplied with, or begins with."""


def limits(edges: Sequence[Edge], indices: frozenset[Variable]) -> Iterator[Expression]:
    """What indices are compared with: numbers and variables, those that never change as numbers."""
    known, found = _unchanging(edges), dict[Expression, None]()
    for expression in expressions_in(edges):
        for part in subexpressions(expression):
            if isinstance(part, Binary) and part.operator in COMPARISONS:
                for one, other in ((part.left, part.right), (part.right, part.left)):
                    if set(variables(one)) & indices and _is_limit(limit := _with_values(other, known)):
                        found[limit] = None
                        if part.operator in (BinaryOp.LE, BinaryOp.GT) and isinstance(limit, Constant):
                            found[Constant(limit.value + 1, LLONG)] = None
    yield from found


def _unchanging(edges: Sequence[Edge]) -> Mapping[Variable, Constant]:
    """Variables that are written once, with a number."""
    found: dict[Variable, list[Expression | None]] = {}
    for edge in edges:
        match edge.operation:
            case Assign(Variable(_, Integer()) as target, value):
                found.setdefault(target, []).append(value)
            case Call(_, parameters):
                for parameter in parameters:
                    found.setdefault(parameter, []).append(None)
            case operation if (written := written_variable(operation)) is not None:
                found.setdefault(written, []).append(None)
            case _:
                continue
    return {v: some[0] for v, some in found.items() if len(some) == 1 and isinstance(some[0], Constant)}


def _with_values(expression: Expression, known: Mapping[Variable, Constant]) -> Expression:
    def change(original: Expression, rebuilt: Expression) -> Expression:
        match rebuilt:
            case Binary(operator, left, right):
                return make.binary(operator, left, right)
            case _:
                return known.get(original, rebuilt) if isinstance(original, Variable) else rebuilt

    return mapped(expression, change)


def _is_limit(expression: Expression) -> bool:
    match expression:
        case Cast(operand):
            return _is_limit(operand)
        case Constant(value, Integer()):
            return value > 1
        case Variable(_, Integer()):
            return True
        case _:
            return False


def multiples(accesses: Iterable[Element | Cell]) -> Iterator[Expression]:
    """How many elements a counter has passed that is multiplied to say which one comes next."""
    for access in accesses:
        place, size = place_of(access), 1 if isinstance(access, Element) else scalar_type(access).width // 8
        for variable in dict.fromkeys(counters(place)):
            factor = _factor(place, variable)
            if factor is not None and factor % max(1, size) == 0 and 1 < factor // max(1, size) <= _LARGEST:
                yield make.binary(BinaryOp.MUL, make.cast(variable, LLONG), Constant(factor // max(1, size), LLONG))


def _factor(place: Expression, variable: Variable) -> int | None:
    """What ``variable`` is multiplied with in a sum; ``None`` where that does not show."""
    match place:
        case Cast(operand):
            return _factor(operand, variable)
        case Binary(BinaryOp.ADD | BinaryOp.SUB as op, left, right):
            one, other = _factor(left, variable), _factor(right, variable)
            return None if one is None or other is None else one + other if op is BinaryOp.ADD else one - other
        case Binary(BinaryOp.MUL, left, Constant(value)) | Binary(BinaryOp.MUL, Constant(value), left):
            found = _factor(left, variable)
            return None if found is None else found * value
        case _ if place == variable:
            return 1
        case _:
            return None if variable in set(variables(place)) else 0


def begins(edges: Iterable[Edge], indices: frozenset[Variable]) -> Iterator[int]:
    """Small numbers with which counters begin."""
    for edge in edges:
        match edge.operation:
            case Assign(Variable() as target, Constant(value)) if target in indices and 0 < value <= _LARGEST:
                yield value
            case _:
                continue
