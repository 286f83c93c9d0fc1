"""What C's operators do to floating values (C11 6.3.1.4, 6.3.1.5, 6.5; Annex F): ``program.floating`` by C's types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from coveriflow.program import floating
from coveriflow.program.expressions import BinaryOp, UnaryOp
from coveriflow.program.floating import FORMATS, Format, Rounding
from coveriflow.program.types import Floating, Integer, Pointer, Rank, Scalar

ROUNDING: Final = {
    UnaryOp.FLOOR: Rounding.DOWN,
    UnaryOp.CEIL: Rounding.UP,
    UnaryOp.TRUNCATE: Rounding.TOWARDS_ZERO,
    UnaryOp.NEAREST: Rounding.NEAREST_EVEN,
    UnaryOp.ROUND: Rounding.NEAREST_AWAY,
}
_UNARY: dict[UnaryOp, Callable[[Format, int], int]] = {
    UnaryOp.NEGATE: floating.negated,
    UnaryOp.ABSOLUTE: floating.absolute,
    UnaryOp.ROOT: floating.square_root,
    UnaryOp.SIGN: lambda form, a: int(floating.is_negative(form, a)),
    **{op: partial(floating.to_integral, rounding=rounding) for op, rounding in ROUNDING.items()},
}
_BINARY: dict[BinaryOp, Callable[[Format, int, int], int]] = {
    BinaryOp.ADD: floating.add,
    BinaryOp.SUB: floating.subtract,
    BinaryOp.MUL: floating.multiply,
    BinaryOp.DIV: floating.divide,
    BinaryOp.EQ: lambda form, a, b: int(floating.equal(form, a, b)),
    BinaryOp.NE: lambda form, a, b: int(not floating.equal(form, a, b)),
    BinaryOp.LT: lambda form, a, b: int(floating.less(form, a, b)),
    BinaryOp.LE: lambda form, a, b: int(floating.less_or_equal(form, a, b)),
    BinaryOp.GT: lambda form, a, b: int(floating.less(form, b, a)),
    BinaryOp.GE: lambda form, a, b: int(floating.less_or_equal(form, b, a)),
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
        return floating.from_integer(format_of(target), value)
    if isinstance(target, Floating):
        return floating.converted(format_of(source), format_of(target), value)
    if target.rank is Rank.BOOL:
        return int(not floating.equal(format_of(source), value, 0))
    return floating.to_integer(format_of(source), value, target.minimum, target.maximum)


def _cut(form: Format, least: int, greatest: int, value: int) -> int:
    found = floating.to_integer(form, value, least, greatest)
    if found is None:
        raise ArithmeticError("a floating value does not fit")
    return found


def unary_text(op: UnaryOp, operand: str, type_: Floating) -> str:
    """Python text for ``apply_unary``; its names are those of ``FUNCTIONS``."""
    return f"{op.name}_{type_.width}({operand})"


def binary_text(op: BinaryOp, left: str, right: str, operands: Floating) -> str:
    """Python text for ``apply_binary``."""
    return f"{op.name}_{operands.width}({left}, {right})"


def conversion_text(operand: str, source: Scalar, target: Scalar) -> str:
    """Python text for ``converted``; raises ``ArithmeticError`` where C gives no value."""
    assert not isinstance(target, Pointer)
    if isinstance(source, Integer):
        return f"from_integer_{target.width}({operand})"
    if isinstance(target, Floating):
        return f"convert_{source.width}_{target.width}({operand})"
    if target.rank is Rank.BOOL:
        return f"NE_{source.width}({operand}, 0)"
    return f"cut_{source.width}({target.minimum}, {target.maximum}, {operand})"


def _functions() -> Mapping[str, Callable[..., Any]]:
    found: dict[str, Callable[..., Any]] = {}
    for width, form in FORMATS.items():
        found |= {f"{op.name}_{width}": partial(function, form) for op, function in _UNARY.items()}
        found |= {f"{op.name}_{width}": partial(function, form) for op, function in _BINARY.items()}
        found[f"from_integer_{width}"] = partial(floating.from_integer, form)
        found[f"cut_{width}"] = partial(_cut, form)
        for other, target in FORMATS.items():
            found[f"convert_{width}_{other}"] = partial(floating.converted, form, target)
    return found


FUNCTIONS: Final = _functions()
"""What evaluation calls, by name."""
