"""How simple inputs are for people: few of them, letters, numbers near zero, the end of the input early."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

from coveriflow.actors.work.confirm.standard_input import is_byte_of_stream
from coveriflow.program.cfa.arguments import LENGTH
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.cfa.names import COUNT
from coveriflow.program.expressions import softfloat
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.expressions.float_text import decimal_text
from coveriflow.program.library.inline.scanf import BYTE, FORMAT, SOURCE
from coveriflow.program.types.c_types import Floating, Integer, Scalar

LETTERS = tuple(b"a0 ")
"""What stands for any character, the best one first."""
END = -1
"""What is read where the input ends."""
_LINE_END = 10
_SMALL = (0, 1, 2, 3, 10, -1)
_FLOATS = ("0.0", "1.0", "-1.0", "2.0", "0.5", "10.0", "100.0", "1e6", "1e10")
_DIGITS = 9
_UNREADABLE = 1000
"""Worse than any character that can be typed."""
_NO_NUMBER = 1 << 64
_LENGTH = LENGTH.partition("{")[0]


@dataclass(frozen=True, slots=True, order=True)
class Size:
    """Less is simpler: fewer arguments, then shorter texts, then fewer inputs, then smaller ones."""

    arguments: int
    text: int
    number: int
    values: int


def size_of(read: Iterable[tuple[Edge, int]]) -> Size:
    """Of what an execution reads. What no user chooses (uninitialised variables, say) is not counted."""
    arguments = text = number = values = 0
    for edge, value in read:
        operation = edge.operation
        assert isinstance(operation, Input)
        if operation.kind is not InputKind.ARGUMENT:
            number += operation.kind in (InputKind.CALL, InputKind.LIBRARY)
            values += _cost(operation, value)
        elif operation.source == COUNT:
            arguments = value
        elif operation.source.startswith(_LENGTH):
            text += value
        else:
            values += character_cost(value) if value and _is_character(operation.type) else abs(value)
    return Size(arguments, text, number, values)


def is_consistent(read: Iterable[tuple[Edge, int]]) -> bool:
    """Whether nothing is read from standard input after its end."""
    ended = False
    for edge, value in read:
        operation = edge.operation
        assert isinstance(operation, Input)
        if operation.kind is InputKind.LIBRARY and operation.source.startswith(SOURCE):
            if ended and value != END:
                return False
            ended = ended or (_tells_end(operation) and value == END)
    return True


def beyond(operation: Input) -> int:
    """What is read after all that was chosen."""
    return END if operation.kind is InputKind.LIBRARY and _tells_end(operation) else 0


def may_change(edge: Edge) -> bool:
    """What a user can choose, and what nothing has initialised."""
    operation = edge.operation
    if not isinstance(operation, Input) or not isinstance(operation.type, Integer | Floating):
        return False
    if operation.kind is InputKind.LIBRARY:
        return operation.source.startswith(SOURCE) or is_byte_of_stream(operation.source)
    return operation.kind in (InputKind.CALL, InputKind.UNINITIALISED)


def smaller(edge: Edge, value: int) -> Iterator[int]:
    """Simpler than ``value``, the simplest ones first. Characters that can be typed stay."""
    operation = edge.operation
    assert isinstance(operation, Input)
    for few in _candidates(operation, value):
        if _cost(operation, few) < _cost(operation, value):
            yield few


def is_number(edge: Edge) -> bool:
    """Whether it reads an integer that may be anywhere between zero and what it is."""
    operation = edge.operation
    assert isinstance(operation, Input)
    return isinstance(operation.type, Integer) and not _is_text(operation) and not _tells_count(operation)


def character_cost(value: int) -> int:
    """Of one byte of a text: what can be typed is simpler than what cannot."""
    byte = value & 0xFF
    if byte in LETTERS:
        return 1 + LETTERS.index(byte)
    if byte == _LINE_END:
        return 1 + len(LETTERS)
    return byte if 32 < byte < 127 else _UNREADABLE + byte


def _candidates(operation: Input, value: int) -> Iterator[int]:
    type_ = operation.type
    if _tells_count(operation):
        yield from (END, 0)
    elif _is_text(operation):
        yield from (END,) if _tells_end(operation) else ()
        yield from () if character_cost(value) < _UNREADABLE else (*LETTERS, _LINE_END)
    elif isinstance(type_, Floating):
        yield from _simple_floats(type_, value)
    elif isinstance(type_, Integer):
        yield from (few for few in _SMALL if type_.minimum <= few <= type_.maximum)


def _cost(operation: Input, value: int) -> int:
    if _tells_count(operation):
        return value - END
    if _is_text(operation):
        return 0 if value == END and _tells_end(operation) else character_cost(value)
    if isinstance(operation.type, Floating):
        return _float_cost(operation.type, value)
    return 2 * abs(value) + (value < 0)


def _float_cost(type_: Floating, value: int) -> int:
    form = format_of(type_)
    if softfloat.is_nan(form, value) or softfloat.is_infinite(form, value):
        return _NO_NUMBER
    exact = softfloat.exact(form, value)
    return 0 if not exact else 16 * len(decimal_text(value, type_)) + abs(int(exact)).bit_length()


def _simple_floats(type_: Floating, value: int) -> Iterator[int]:
    form = format_of(type_)
    yield from (softfloat.nearest(form, Fraction(text)) for text in _FLOATS)
    if softfloat.is_nan(form, value) or softfloat.is_infinite(form, value):
        return
    exact = softfloat.exact(form, value)
    yield softfloat.nearest(form, Fraction(int(exact)))
    for digits in range(1, _DIGITS):
        rounded = Context(prec=digits).divide(Decimal(exact.numerator), Decimal(exact.denominator))
        yield softfloat.nearest(form, Fraction(rounded))


def _is_text(operation: Input) -> bool:
    return operation.kind is InputKind.LIBRARY and (
        is_byte_of_stream(operation.source) or operation.source == SOURCE + BYTE or _is_character(operation.type)
    )


def _is_character(type_: Scalar) -> bool:
    return isinstance(type_, Integer) and type_.width == 8


def _tells_count(operation: Input) -> bool:
    """Of the conversions of a format that succeed."""
    return operation.kind is InputKind.LIBRARY and operation.source.startswith(SOURCE + FORMAT)


def _tells_end(operation: Input) -> bool:
    return _tells_count(operation) or operation.source == SOURCE + BYTE or is_byte_of_stream(operation.source)
