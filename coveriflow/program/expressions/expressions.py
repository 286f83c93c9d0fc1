"""Typed C expressions without side effects. Every conversion is explicit: below the front end no one thinks about C.

Invariants, kept by ``make``, through which all are built: both operands of an arithmetic, bitwise or
comparison operator have the same type, which is the operator's (comparisons yield ``int``); a shift has its left
operand's type; a condition is compared with zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from operator import attrgetter
from typing import Any

from coveriflow.program.expressions.softfloat import Rounding
from coveriflow.program.types.c_types import Array, Block, Bytes, Pointer, Record, Region, Scalar, Type
from coveriflow.program.values import many


class UnaryOp(Enum):
    """Arithmetic negation and bitwise complement; ``!x`` is ``x == 0``. The others are functions of ``math.h`` on
    floating values.
    """

    NEGATE = "-"
    COMPLEMENT = "~"
    ABSOLUTE = "fabs"
    ROOT = "sqrt"
    FLOOR = "floor"
    CEIL = "ceil"
    TRUNCATE = "trunc"
    NEAREST = "rint"
    ROUND = "round"
    SIGN = "signbit"


class BinaryOp(Enum):
    """Binary operators; the values are C's."""

    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "/"
    MOD = "%"
    AND = "&"
    OR = "|"
    XOR = "^"
    SHL = "<<"
    SHR = ">>"
    EQ = "=="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="


COMPARISONS = frozenset({BinaryOp.EQ, BinaryOp.NE, BinaryOp.LT, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE})
SHIFTS = frozenset({BinaryOp.SHL, BinaryOp.SHR})


@many
@dataclass(frozen=True, slots=True)
class Constant:
    """``value`` lies within ``type``'s range. ``is_open``: it is a NaN that was computed (``open_nans``)."""

    value: int
    type: Scalar
    is_open: bool = False


@many
@dataclass(frozen=True, slots=True)
class Variable:
    """A scalar, a whole array, an object or a region of memory. ``name`` is unique in the program: ``f::x`` for a local
    of ``f``, ``x`` for a global.
    """

    name: str
    type: Type

    def __hash__(self) -> int:
        return hash(self.name)


@many
@dataclass(frozen=True, slots=True)
class Element:
    """``array[index]``; ``index`` is the flattened index, in range wherever the preceding checks hold."""

    array: Variable
    index: Expression
    type: Scalar


@many
@dataclass(frozen=True, slots=True)
class Address:
    """The address of the byte at ``offset`` in ``object``, which lies in memory: a number that is known."""

    object: Variable
    offset: int
    type: Pointer

    @property
    def value(self) -> int:
        """The number."""
        assert isinstance(self.object.type, Block)
        return self.type.wrap(self.object.type.address + self.offset)


@many
@dataclass(frozen=True, slots=True)
class Cell:
    """What lies at ``address`` in ``region``; where the region's numbers are narrower than ``type``, several of them,
    the lowest first. Only while a program is lowered may ``type`` be a struct or union, or so many bytes: these are
    copied from each other, or get one number each, by an ``Assign``.
    """

    region: Variable
    address: Expression
    type: Scalar | Record | Bytes


@many
@dataclass(frozen=True, slots=True)
class Unary:
    """``operator operand``, of the operand's type (``SIGN``: ``int``, 0 or 1). No floating operand is complemented.
    ``rounding``: of a floating result that is not exact, here and below; it means nothing to integers.
    """

    operator: UnaryOp
    operand: Expression
    type: Scalar
    rounding: Rounding = Rounding.NEAREST_EVEN


@many
@dataclass(frozen=True, slots=True)
class Binary:
    """``left operator right``."""

    operator: BinaryOp
    left: Expression
    right: Expression
    type: Scalar
    rounding: Rounding = Rounding.NEAREST_EVEN


@many
@dataclass(frozen=True, slots=True)
class Cast:
    """``(type) operand`` (C11 6.3.1.2 to 6.3.1.5). A floating value is cut to an integer only where a ``Check`` has
    shown that it fits.
    """

    operand: Expression
    type: Scalar
    rounding: Rounding = Rounding.NEAREST_EVEN


@many
@dataclass(frozen=True, slots=True)
class ArrayValue:
    """The value of a whole array: ``elements`` first, zeros up to the type's length. Only on the right of an
    assignment. While a program is lowered, also that of a complex number or vector, with all its elements.
    """

    elements: tuple[Expression, ...]
    type: Array | Record


@many
@dataclass(frozen=True, slots=True)
class NewObject:
    """``address``, where an allocation of ``size`` bytes puts its object: as a value nothing but the address."""

    address: Expression
    size: Expression
    type: Scalar


Expression = Constant | Variable | Element | Address | Cell | Unary | Binary | Cast | NewObject | ArrayValue
Place = Variable | Element | Cell


def children(expression: Expression) -> tuple[Expression, ...]:
    """Direct subexpressions, left to right."""
    return _CHILDREN[type(expression)](expression)


_LEAVES = frozenset({Constant, Variable, Address})
_CHILDREN: Mapping[type[Expression], Callable[[Any], tuple[Expression, ...]]] = {
    **dict.fromkeys(_LEAVES, lambda _: ()),
    **dict.fromkeys((Unary, Cast), lambda expression: (expression.operand,)),
    Element: attrgetter("array", "index"),
    Cell: attrgetter("region", "address"),
    NewObject: attrgetter("address", "size"),
    Binary: attrgetter("left", "right"),
    ArrayValue: attrgetter("elements"),
}
"""A table, since passes ask this of each expression again and again."""


def is_pointer(expression: Expression) -> bool:
    """Whether ``expression`` is an address."""
    return isinstance(expression.type, Pointer)


def variables(expression: Expression) -> Iterator[Variable]:
    """All variables read, with repetitions, left to right."""
    pending = [expression]
    while pending:
        current = pending.pop()
        if isinstance(current, Variable):
            yield current
        elif (kind := type(current)) not in _LEAVES:
            pending.extend(_CHILDREN[kind](current)[::-1])


def mapped(expression: Expression, change: Callable[[Expression, Expression], Expression]) -> Expression:
    """``expression`` rebuilt from below: ``change(original, rebuilt)`` for each part, operands first."""
    match expression:
        case Constant() | Variable() | Address():
            rebuilt: Expression = expression
        case Element(array, index):
            rebuilt = Element(array, mapped(index, change), expression.type)
        case Cell(region, address):
            rebuilt = Cell(region, mapped(address, change), expression.type)
        case NewObject(address, size):
            rebuilt = NewObject(mapped(address, change), mapped(size, change), expression.type)
        case Unary(operator, operand):
            rebuilt = Unary(operator, mapped(operand, change), expression.type, expression.rounding)
        case Cast(operand):
            new = mapped(operand, change)
            rebuilt = expression if new is operand else Cast(new, expression.type, expression.rounding)
        case Binary(op, left, right):
            one, other = mapped(left, change), mapped(right, change)
            is_same = one is left and other is right
            rebuilt = expression if is_same else Binary(op, one, other, expression.type, expression.rounding)
        case ArrayValue(elements):
            rebuilt = replace(expression, elements=tuple(mapped(element, change) for element in elements))
    return change(expression, rebuilt)


def subexpressions(expression: Expression) -> Iterator[Expression]:
    """``expression`` and all its parts."""
    pending = [expression]
    while pending:
        current = pending.pop()
        yield current
        if (kind := type(current)) not in _LEAVES:
            pending.extend(_CHILDREN[kind](current)[::-1])


def all_parts(wholes: Sequence[Expression]) -> list[Expression]:
    """The ``subexpressions`` of each of ``wholes``."""
    found: list[Expression] = []
    pending = list(reversed(wholes))
    while pending:
        current = pending.pop()
        found.append(current)
        if (kind := type(current)) not in _LEAVES:
            pending.extend(_CHILDREN[kind](current)[::-1])
    return found


def scalar_type(expression: Expression) -> Scalar:
    """The type of an expression that is known to be scalar."""
    if isinstance(expression.type, Array | Block | Region | Record | Bytes):
        raise TypeError(f"{expression} is no scalar")
    return expression.type


def without_casts(expression: Expression) -> Expression:
    """What is converted, if ``expression`` is a conversion, or a conversion of one."""
    while isinstance(expression, Cast):
        expression = expression.operand
    return expression


def is_deeper(expression: Expression, depth: int) -> bool:
    """Whether ``expression`` has a subexpression more than ``depth`` levels below it."""
    pending = [(expression, depth)]
    while pending:
        current, left = pending.pop()
        if left < 0:
            return True
        if (kind := type(current)) not in _LEAVES:
            pending.extend([(child, left - 1) for child in _CHILDREN[kind](current)])
    return False
