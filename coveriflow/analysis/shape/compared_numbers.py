"""The numbers that distinguish objects of a program: those that it stores, or compares with what lies in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from coveriflow.analysis.shape.evaluation import is_extent
from coveriflow.program.cfa.accesses import parts_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Call, Edge, Return
from coveriflow.program.expressions.expressions import (
    ArrayValue,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Expression,
    Variable,
    subexpressions,
)
from coveriflow.program.types.c_types import Region


def compared_numbers(cfa: Cfa) -> dict[str, frozenset[int]]:
    """By region, the numbers that are written there, or compared with what lies there, or with what it is copied to or
    from.
    """
    copied = _copied(cfa.edges)
    found: defaultdict[str, set[int]] = defaultdict(set)
    for operation in (edge.operation for edge in cfa.edges):
        match operation:
            case Assign(Cell() as cell, Constant(number)) if not is_extent(cell):
                found[cell.region.name].add(number)
            case _:
                pass
    for each in (part for edge in cfa.edges for part in parts_of(edge.operation)):
        if isinstance(each, Binary) and each.operator in (BinaryOp.EQ, BinaryOp.NE):
            for one, other in ((each.left, each.right), (each.right, each.left)):
                if isinstance(other, Constant):
                    own = {name for part in subexpressions(one) if (name := _name(part))}
                    for name in {near for each_own in own for near in copied.get(each_own, {each_own})}:
                        found[name].add(other.value)
    regions = {each.variable.name for each in cfa.globals if isinstance(each.variable.type, Region)}
    return {name: frozenset(numbers) for name, numbers in found.items() if name in regions}


def _copied(edges: Iterable[Edge]) -> Mapping[str, set[str]]:
    """Variables and regions between which numbers are copied."""
    groups: dict[str, set[str]] = {}
    for operation in (edge.operation for edge in edges):
        pairs: list[tuple[Expression, Expression]] = []
        match operation:
            case Assign(Variable() | Cell() as target, value) if not isinstance(value, ArrayValue):
                pairs = [(target, value)]
            case Call(_, parameters, arguments):
                pairs = list(zip(parameters, arguments, strict=True))
            case Return(_, Variable() as result, Variable() as to):
                pairs = [(to, result)]
            case _:
                pass
        for one, other in pairs:
            names = _name(one), _name(other)
            if names[0] and names[1]:
                both = groups.get(names[0], {names[0]}) | groups.get(names[1], {names[1]})
                groups |= dict.fromkeys(both, both)
    return groups


def _name(expression: Expression) -> str:
    """Of a variable or region, whatever its number is converted to."""
    match expression:
        case Cast(operand):
            return _name(operand)
        case Variable():
            return expression.name
        case Cell() if not is_extent(expression):
            return expression.region.name
        case _:
            return ""
