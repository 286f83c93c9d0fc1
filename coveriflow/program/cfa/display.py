"""Expressions and operations as people read them: conversions hidden, names as written. Used for labels and
displays.
"""

from __future__ import annotations

from typing import assert_never

from coveriflow.program.cfa.edges import (
    Assign,
    Assume,
    Call,
    Check,
    Input,
    InputKind,
    Operation,
    Return,
    Skip,
    Stop,
    Unsupported,
)
from coveriflow.program.expressions.expressions import (
    Address,
    ArrayValue,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Element,
    Expression,
    NewObject,
    Unary,
    Variable,
)
from coveriflow.program.expressions.float_text import float_text
from coveriflow.program.types.c_types import Floating

_PRECEDENCE = {
    BinaryOp.MUL: 10, BinaryOp.DIV: 10, BinaryOp.MOD: 10, BinaryOp.ADD: 9, BinaryOp.SUB: 9,
    BinaryOp.SHL: 8, BinaryOp.SHR: 8, BinaryOp.LT: 7, BinaryOp.LE: 7, BinaryOp.GT: 7, BinaryOp.GE: 7,
    BinaryOp.EQ: 6, BinaryOp.NE: 6, BinaryOp.AND: 5, BinaryOp.XOR: 4, BinaryOp.OR: 3,
}  # fmt: skip
_UNARY = 11


def short_name(variable: Variable) -> str:
    """The name as written, without the function."""
    return variable.name.rpartition("::")[2].rstrip("#")


def rendered(expression: Expression, outer: int = 0) -> str:
    """``expression`` with the parentheses that an operator of precedence ``outer`` around it needs."""
    match expression:
        case Constant(value, Floating() as type_):
            return float_text(value, type_)
        case Constant(value):
            return str(value) if value >= 0 or outer < _UNARY else f"({value})"
        case Variable():
            return short_name(expression)
        case Element(array, index):
            return f"{short_name(array)}[{rendered(index)}]"
        case Address(object_, offset):
            return f"&{short_name(object_).removeprefix('&')}" + (f" + {offset}" if offset else "")
        case Cell(region, address):
            return f"{short_name(region)}[{rendered(address)}]"
        case NewObject(_, size):
            return f"malloc({rendered(size)})"
        case Cast(operand):
            return rendered(operand, outer)
        case Unary(operator, operand) if operator.value.isalpha():
            return f"{operator.value}({rendered(operand)})"
        case Unary(operator, operand):
            return f"{operator.value}{rendered(operand, _UNARY)}"
        case Binary(operator, left, right):
            level = _PRECEDENCE[operator]
            text = f"{rendered(left, level)} {operator.value} {rendered(right, level + 1)}"
            return f"({text})" if level < outer else text
        case ArrayValue(elements):
            return "{" + ", ".join(map(rendered, elements)) + "}"
        case _:
            assert_never(expression)


def operation_text(operation: Operation) -> str:
    """What an edge does, in one line."""
    match operation:
        case Skip(text):
            return text
        case Unsupported():
            return str(operation)
        case Stop(status):
            return "abort()" if status is None else f"exit({rendered(status)})"
        case Assume(condition):
            return rendered(condition)
        case Assign(target, value):
            return f"{rendered(target)} = {rendered(value)}"
        case Input(target, source, InputKind.NAN):
            return f"{short_name(target)} = the bits of {source}"
        case Input(target, source, InputKind.VARIABLE | InputKind.ARGUMENT | InputKind.ORDER | InputKind.EVALUATION):
            return f"{short_name(target)} = {source}"
        case Input(target, source, InputKind.UNINITIALISED):
            return f"{target.type} {short_name(target)}"
        case Input(target, source):
            return f"{short_name(target)} = {source}()"
        case Check(condition, undefined):
            return f"no {undefined.value}: {rendered(condition)}"
        case Call(function, _, arguments):
            return f"{function}({', '.join(map(rendered, arguments))})"
        case Return(function):
            return f"return from {function}"
        case _:
            assert_never(operation)
