"""Expressions compiled to Python functions of an environment: the concrete semantics, used by interpreter and value
analysis.

An environment maps a scalar's name to its value, and (array's name, flattened index) to an element's value. A value
that is not there raises ``KeyError``: the interpreter never sees that, an analysis reads it as 'unknown'.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, assert_never

from coveriflow.program.expressions import float_arithmetic, make
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
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
    Place,
    Unary,
    UnaryOp,
    Variable,
    scalar_type,
)
from coveriflow.program.expressions.integer_arithmetic import quotient, remainder
from coveriflow.program.expressions.softfloat import Rounding
from coveriflow.program.types.c_types import Floating, Integer, Rank, Region, Scalar

Key = str | tuple[str, int]
Environment = MutableMapping[Key, int]
Evaluate = Callable[[Environment], int]
T = TypeVar("T")

_SPILL_DEPTH = 12
_EXACT = {BinaryOp.AND, BinaryOp.OR, BinaryOp.XOR, BinaryOp.SHR}


@dataclass(slots=True)
class _Code:
    lines: list[str] = field(default_factory=list)

    def spilled(self, text: str) -> str:
        """``text`` computed into a local variable, so that the generated text never nests deeply."""
        self.lines.append(f" t{len(self.lines)} = {text}")
        return f"t{len(self.lines) - 1}"


def compiled(expression: Expression) -> Evaluate:
    """A function that evaluates ``expression``; raises ``KeyError`` where a value is missing.

    Division by zero and oversized shifts raise ``ArithmeticError`` or ``ValueError``: a ``Check`` stands before them.
    """
    lines, result = value_text(expression)
    evaluate: Evaluate = defined([*lines, f" return {result}"])
    return evaluate


def compiled_store(target: Place, value: Expression, then: T) -> Callable[[Environment], T]:
    """A function that does ``target = value`` in an environment and returns ``then``."""
    store: Callable[[Environment], T] = defined([*store_text(target, value), " return then"], then=then)
    return store


def store_text(target: Place, value: Expression) -> list[str]:
    """Lines that do ``target = value``: nothing is changed if a value is missing."""
    code = _Code()
    if isinstance(target, Cell):
        _generate_cell_store(target, value, code)
        return code.lines
    place = repr(target.name) if isinstance(target, Variable) else _element_key(target, code)
    result, _ = _generate(value, code)
    return [*code.lines, f" e[{place}] = {result}"]


def value_text(expression: Expression) -> tuple[list[str], str]:
    """Lines, and the text of the value of ``expression`` after them."""
    code = _Code()
    result, _ = _generate(expression, code)
    return code.lines, result


def test_text(condition: Expression) -> tuple[list[str], str]:
    """The same of a condition, where only the truth of the value counts."""
    lines, text = value_text(condition)
    return lines, text[2:-1] if text.startswith("(+(") and isinstance(condition, Binary) else text


def values_text(expressions: Sequence[Expression]) -> tuple[list[str], list[str]]:
    """The same for several at once."""
    code = _Code()
    results = [_generate(expression, code)[0] for expression in expressions]
    return code.lines, results


def _generate_cell_store(target: Cell, value: Expression, code: _Code) -> None:
    assert isinstance(target.region.type, Region)
    width, name = target.region.type.width, repr(target.region.name)
    type_ = scalar_type(target)
    result, _ = _generate(value, code)
    number = code.spilled(f"({result}) & {(1 << type_.width) - 1}")
    if target.region.type.single:
        code.lines.append(f" e[{name}] = {number}")
        return
    address = code.spilled(_generate(target.address, code)[0])
    for part in range(max(1, type_.width // width)):
        piece = f"({number} >> {width * part}) & {(1 << width) - 1}" if type_.width > width else number
        code.lines.append(f" e[{name}, {address} + {part}] = {piece}")


def compiled_choice(condition: Expression, if_true: T, if_false: T) -> Callable[[Environment], T]:
    """A function that returns the one or the other."""
    lines, test = test_text(condition)
    body = [*lines, f" return if_true if {test} else if_false"]
    choice: Callable[[Environment], T] = defined(body, if_true=if_true, if_false=if_false)
    return choice


def defined(body: Sequence[str], **names: Any) -> Any:
    """A function of an environment ``e``, and of ``names``, with ``body``: each line begins with a blank.

    The text comes from typed expressions only: names are quoted, values are numbers.
    """
    known: dict[str, Any] = {**float_arithmetic.FUNCTIONS, "quotient": quotient, "remainder": remainder, **names}
    exec("\n".join(["def function(e):", *body]), known)
    return known["function"]


def _generate(expression: Expression, code: _Code) -> tuple[str, int]:
    """Python text and its nesting depth."""
    match expression:
        case Constant(value):
            return (f"({value})" if value < 0 else str(value)), 0
        case Variable(name):
            return f"e[{name!r}]", 0
        case Element(array, index):
            text, depth = _generate(index, code)
            return _bounded(f"e[{array.name!r}, {text}]", depth + 1, code)
        case Unary(operator, operand) if isinstance(operand.type, Floating):
            text, depth = _generate(operand, code)
            applied = float_arithmetic.unary_text(operator, text, operand.type, expression.rounding)
            return _bounded(applied, depth + 2, code)
        case Unary(operator, operand, type_):
            text, depth = _generate(operand, code)
            exact = operator is UnaryOp.COMPLEMENT and type_.signed
            raw = f"({operator.value}{text})"
            return _bounded(raw if exact else wrapped(raw, type_), depth + 2, code)
        case Address():
            return str(expression.value), 0
        case Cell():
            return _loaded(expression, code)
        case NewObject(address):
            return _generate(address, code)
        case Cast(operand, type_):
            text, depth = _generate(operand, code)
            return _bounded(_converted(text, scalar_type(operand), type_, expression.rounding), depth + 2, code)
        case Binary():
            return _binary(expression, code)
        case ArrayValue():
            raise TypeError("the value of a whole array is no number")
        case _:
            assert_never(expression)


def _loaded(loaded: Cell, code: _Code) -> tuple[str, int]:
    """Numbers are unsigned in memory."""
    type_ = scalar_type(loaded)
    assert isinstance(loaded.region.type, Region)
    count = max(1, type_.width // loaded.region.type.width)
    if loaded.region.type.single:
        return wrapped(f"e[{loaded.region.name!r}]", type_), 3
    address, _ = _generate(loaded.address, code)
    if count > 1:
        address = code.spilled(address)
    width = loaded.region.type.width
    parts = [f"e[{loaded.region.name!r}, {address}{f' + {n}' if n else ''}]" for n in range(count)]
    text = " | ".join([parts[0], *(f"({part} << {width * n})" for n, part in enumerate(parts) if n)])
    text = f"({text})" if count > 1 else text
    return _bounded(wrapped(text, type_) if type_.signed or _is_bool(type_) else text, 4, code)


def _is_bool(type_: Scalar) -> bool:
    return isinstance(type_, Integer) and type_.rank is Rank.BOOL


def _element_key(element: Element, code: _Code) -> str:
    index, _ = _generate(element.index, code)
    return f"{element.array.name!r}, {index}"


def _binary(expression: Binary, code: _Code) -> tuple[str, int]:
    left, left_depth = _generate(expression.left, code)
    right, right_depth = _generate(expression.right, code)
    op, symbol, operands = expression.operator, expression.operator.value, scalar_type(expression.left)
    if isinstance(operands, Floating):
        text = float_arithmetic.binary_text(op, left, right, operands, expression.rounding)
    elif op in COMPARISONS:
        text = f"(+({left} {symbol} {right}))"
    elif op is BinaryOp.AND and all(map(make.is_truth_value, (expression.left, expression.right))):
        text = f"({left} and {right})"  # what is not known does not matter after 0
    elif op in (BinaryOp.DIV, BinaryOp.MOD):
        text = f"{'quotient' if op is BinaryOp.DIV else 'remainder'}({left}, {right})"
    elif op in _EXACT:
        text = f"({left} {symbol} {right})"
    else:
        text = wrapped(f"({left} {symbol} {right})", expression.type)
    return _bounded(text, max(left_depth, right_depth) + 3, code)


def _bounded(text: str, depth: int, code: _Code) -> tuple[str, int]:
    return (code.spilled(text), 0) if depth > _SPILL_DEPTH else (text, depth)


def wrapped(text: str, type_: Scalar) -> str:
    """Python text for ``Integer.wrap``."""
    if _is_bool(type_):
        return f"(+({text} != 0))"
    mask = (1 << type_.width) - 1
    if not type_.signed:
        return f"({text} & {mask})"
    half = 1 << (type_.width - 1)
    return f"((({text} + {half}) & {mask}) - {half})"


def _converted(text: str, source: Scalar, target: Scalar, rounding: Rounding) -> str:
    if isinstance(source, Floating) or isinstance(target, Floating):
        return float_arithmetic.conversion_text(text, source, target, rounding)
    fits = target.minimum <= source.minimum and source.maximum <= target.maximum
    return text if fits else wrapped(text, target)
