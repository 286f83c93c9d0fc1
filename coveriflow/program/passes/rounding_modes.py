"""The direction of rounding as state of the program (C11 7.6.3): a variable, on which every operation branches whose
value depends on it. Only programs that set it have it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from coveriflow.program.cfa.accesses import expressions_of, parts_of
from coveriflow.program.cfa.builder import Builder
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Assign, Assume, Call, Check, Location, Operation, Stop
from coveriflow.program.cfa.names import DIRECTION
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Element,
    Expression,
    Unary,
    UnaryOp,
    Variable,
    mapped,
    scalar_type,
    subexpressions,
)
from coveriflow.program.expressions.float_arithmetic import rounds
from coveriflow.program.expressions.softfloat import Rounding
from coveriflow.program.passes.lowered_program import LoweredProgram
from coveriflow.program.types.c_types import INT, INT128, Floating, Integer
from coveriflow.program.types.data_model import DataModel

_NUMBERS = {0: Rounding.NEAREST_EVEN, 0x400: Rounding.DOWN, 0x800: Rounding.UP, 0xC00: Rounding.TOWARDS_ZERO}


def with_directions(edges: Sequence[RawEdge], program: LoweredProgram) -> list[RawEdge]:
    """``edges`` with four ways, one for each direction, wherever the direction matters."""
    if not any(isinstance(e.operation, Assign) and e.operation.target == DIRECTION for e in edges):
        return list(edges)
    if program.inlined:
        raise NotSupported("__builtin_rint where the rounding changes", program.inlined[0])
    builder = program.builder
    leaving: defaultdict[Location, list[RawEdge]] = defaultdict(list)
    for edge in edges:
        leaving[edge.source].append(edge)
    builder.edges = []
    for source, group in leaving.items():
        if any(_depends(edge.operation) for edge in group):
            _dispatch(source, group, program.model, builder)
        else:
            builder.edges += group
    return builder.edges


def _depends(operation: Operation) -> bool:
    return any(map(rounds, parts_of(operation)))


def _dispatch(source: Location, group: Sequence[RawEdge], model: DataModel, builder: Builder) -> None:
    span, here = group[0].origin, source
    for edge in group:
        _refuse_what_compilers_change(expressions_of(edge.operation), model, span)
    for number, rounding in _NUMBERS.items():
        chosen = here
        if number != 0xC00:
            chosen, other = builder.beside(source), builder.beside(source)
            is_this = make.binary(BinaryOp.EQ, DIRECTION, Constant(number, INT))
            builder.add(here, Assume(is_this, truth=True), chosen, span)
            builder.add(here, Assume(is_this, truth=False), other, span)
            here = other
        for edge in group:
            builder.edges.append(
                replace(edge, source=chosen, operation=_rounded(edge.operation, rounding), text=edge.shown)
            )


def _rounded(operation: Operation, rounding: Rounding) -> Operation:
    def change(_original: Expression, rebuilt: Expression) -> Expression:
        if rounds(rebuilt) and isinstance(rebuilt, Unary | Binary | Cast):
            return replace(rebuilt, rounding=rounding)
        return rebuilt

    def of(expression: Expression) -> Expression:
        return mapped(expression, change)

    match operation:
        case Assume(condition) | Check(condition):
            return replace(operation, condition=of(condition))
        case Assign(target, new):
            place_ = mapped(target, change)
            assert isinstance(place_, Variable | Element | Cell)
            return Assign(place_, of(new))
        case Call(_, _, arguments):
            return replace(operation, arguments=tuple(map(of, arguments)))
        case Stop(status):
            return Stop(None if status is None else of(status))
        case _:
            return operation


def _refuse_what_compilers_change(expressions: Iterable[Expression], model: DataModel, span: Span) -> None:
    """Computed otherwise by gcc: ``-(x * -y)`` as ``x * y``, ``x - 0.0`` as ``x``, and with 32 bits zeros of unsigned
    types as ``-0.0``.
    """
    for part in (part for whole in expressions for part in subexpressions(whole)):
        match part:
            case Unary(UnaryOp.NEGATE, operand) | Binary(BinaryOp.SUB, _, operand) if _is_negated_inside(operand):
                raise NotSupported("the sign of a rounded product", span)
            case Binary(BinaryOp.SUB | BinaryOp.ADD, left, right) if _is_zero(left) or _is_zero(right):
                raise NotSupported("the sign of a rounded sum with a zero", span)
            case Cast(operand, Floating()) if isinstance(type_ := scalar_type(operand), Integer):
                unsigned = not type_.signed and model is DataModel.ILP32 and type_.width >= INT.width
                if unsigned or type_.width == INT128.width:
                    raise NotSupported("such a conversion to a floating type where the rounding changes", span)
            case _:
                pass


def _is_negated_inside(operand: Expression) -> bool:
    if not isinstance(operand.type, Floating):
        return False
    has_product = any(
        isinstance(part, Binary) and part.operator in (BinaryOp.MUL, BinaryOp.DIV) for part in subexpressions(operand)
    )
    return has_product and any(_is_negative(part) for part in subexpressions(operand))


def _is_zero(part: Expression) -> bool:
    type_ = part.type
    return isinstance(part, Constant) and isinstance(type_, Floating) and part.value in (0, 1 << (type_.width - 1))


def _is_negative(part: Expression) -> bool:
    if isinstance(part, Constant):
        return isinstance(part.type, Floating) and bool(part.value >> (part.type.width - 1))
    return isinstance(part, Unary) and part.operator is UnaryOp.NEGATE
