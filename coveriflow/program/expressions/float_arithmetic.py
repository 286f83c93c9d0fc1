"""What C's operators do to floating values (C11 6.3.1.4, 6.3.1.5, 6.5; Annex F): ``program.expressions.softfloat``
by C's types.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from coveriflow.program.expressions import softfloat
from coveriflow.program.expressions.expressions import Binary, BinaryOp, Cast, Expression, Unary, UnaryOp
from coveriflow.program.expressions.softfloat import FORMATS, Format, Rounding
from coveriflow.program.types.c_types import Floating, Integer, Pointer, Rank, Scalar

ROUNDING: Final = {
    UnaryOp.FLOOR: Rounding.DOWN,
    UnaryOp.CEIL: Rounding.UP,
    UnaryOp.TRUNCATE: Rounding.TOWARDS_ZERO,
    UnaryOp.NEAREST: Rounding.NEAREST_EVEN,
    UnaryOp.ROUND: Rounding.NEAREST_AWAY,
}
_UNARY: dict[UnaryOp, Callable[[Format, int], int]] = {
    UnaryOp.NEGATE: softfloat.negated,
    UnaryOp.ABSOLUTE: softfloat.absolute,
    UnaryOp.ROOT: softfloat.square_root,
    UnaryOp.SIGN: lambda form, a: int(softfloat.is_negative(form, a)),
    **{op: partial(softfloat.to_integral, rounding=rounding) for op, rounding in ROUNDING.items()},
}
_ROUNDED: dict[BinaryOp | UnaryOp, Callable[..., int]] = {
    BinaryOp.ADD: softfloat.add,
    BinaryOp.SUB: softfloat.subtract,
    BinaryOp.MUL: softfloat.multiply,
    BinaryOp.DIV: softfloat.divide,
    UnaryOp.ROOT: softfloat.square_root,
    UnaryOp.NEAREST: softfloat.to_integral,
}
_BINARY: dict[BinaryOp, Callable[[Format, int, int], int]] = {
    BinaryOp.ADD: softfloat.add,
    BinaryOp.SUB: softfloat.subtract,
    BinaryOp.MUL: softfloat.multiply,
    BinaryOp.DIV: softfloat.divide,
    BinaryOp.EQ: lambda form, a, b: int(softfloat.equal(form, a, b)),
    BinaryOp.NE: lambda form, a, b: int(not softfloat.equal(form, a, b)),
    BinaryOp.LT: lambda form, a, b: int(softfloat.less(form, a, b)),
    BinaryOp.LE: lambda form, a, b: int(softfloat.less_or_equal(form, a, b)),
    BinaryOp.GT: lambda form, a, b: int(softfloat.less(form, b, a)),
    BinaryOp.GE: lambda form, a, b: int(softfloat.less_or_equal(form, b, a)),
}
ON_FLOATS: Final = frozenset(_BINARY)
"""Binary operators that take floating operands."""


def format_of(type_: Floating) -> Format:
    """The format of the type's patterns."""
    return FORMATS[type_.width]


def apply_unary(op: UnaryOp, operand: int, type_: Floating) -> int:
    """The value of ``op operand``."""
    return _UNARY[op](format_of(type_), operand)


def apply_binary(op: BinaryOp, left: int, right: int, operands: Floating) -> int:
    """The value of ``left op right`` in the operands' type, or 0 or 1."""
    return _BINARY[op](format_of(operands), left, right)


def converted(value: int, source: Scalar, target: Scalar) -> int | None:
    """``value`` converted between types of which one is floating at least; ``None`` where C gives no value."""
    assert not isinstance(source, Pointer)
    assert not isinstance(target, Pointer)
    if isinstance(source, Integer):
        assert isinstance(target, Floating)
        return softfloat.from_integer(format_of(target), value)
    if isinstance(target, Floating):
        return softfloat.converted(format_of(source), format_of(target), value)
    if target.rank is Rank.BOOL:
        return int(not softfloat.equal(format_of(source), value, 0))
    return softfloat.to_integer(format_of(source), value, target.minimum, target.maximum)


def _cut(form: Format, least: int, greatest: int, value: int) -> int:
    found = softfloat.to_integer(form, value, least, greatest)
    if found is None:
        raise ArithmeticError("a floating value does not fit")
    return found


def unary_text(op: UnaryOp, operand: str, type_: Floating, rounding: Rounding) -> str:
    """Python text for ``apply_unary``; its names are those of ``FUNCTIONS``."""
    return f"{op.name}_{type_.width}{_suffix(rounding)}({operand})"


def binary_text(op: BinaryOp, left: str, right: str, operands: Floating, rounding: Rounding) -> str:
    """Python text for ``apply_binary``."""
    return f"{op.name}_{operands.width}{_suffix(rounding)}({left}, {right})"


def conversion_text(operand: str, source: Scalar, target: Scalar, rounding: Rounding) -> str:
    """Python text for ``converted``; raises ``ArithmeticError`` where C gives no value."""
    assert not isinstance(target, Pointer)
    if isinstance(source, Integer):
        return f"from_integer_{target.width}{_suffix(rounding)}({operand})"
    if isinstance(target, Floating):
        return f"convert_{source.width}_{target.width}{_suffix(rounding)}({operand})"
    if target.rank is Rank.BOOL:
        return f"NE_{source.width}({operand}, 0)"
    return f"cut_{source.width}({target.minimum}, {target.maximum}, {operand})"


def _suffix(rounding: Rounding) -> str:
    return "" if rounding is Rounding.NEAREST_EVEN else f"_{rounding.name}"


def rounds(expression: Expression) -> bool:
    """Whether the value of the outermost operation depends on how is rounded."""
    match expression:
        case Unary(UnaryOp.ROOT | UnaryOp.NEAREST):
            return True
        case Binary(op, left) if isinstance(left.type, Floating):
            return op in _ROUNDED
        case Cast(operand, Floating() as target):
            return not isinstance(operand.type, Floating) or operand.type.width > target.width
        case _:
            return False


def _functions() -> Mapping[str, Callable[..., Any]]:
    found: dict[str, Callable[..., Any]] = {}
    for width, form in FORMATS.items():
        found |= {f"{op.name}_{width}": partial(function, form) for op, function in _UNARY.items()}
        found |= {f"{op.name}_{width}": partial(function, form) for op, function in _BINARY.items()}
        found[f"cut_{width}"] = partial(_cut, form)
        for rounding in Rounding:
            suffix = _suffix(rounding)
            for op, function in _ROUNDED.items():
                found[f"{op.name}_{width}{suffix}"] = partial(function, form, rounding=rounding)
            found[f"from_integer_{width}{suffix}"] = partial(softfloat.from_integer, form, rounding=rounding)
            for other, target in FORMATS.items():
                found[f"convert_{width}_{other}{suffix}"] = partial(
                    softfloat.converted, form, target, rounding=rounding
                )
    return found


FUNCTIONS: Final = _functions()
"""What evaluation calls, by name."""
