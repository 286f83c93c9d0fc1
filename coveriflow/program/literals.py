"""Integer, floating and character constants (C11 6.4.4.1, 6.4.4.2, 6.4.4.4)."""

from __future__ import annotations

import re
from fractions import Fraction

from coveriflow.program.data_model import DataModel
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import Constant
from coveriflow.program.float_operations import format_of
from coveriflow.program.floating import nearest
from coveriflow.program.source_text import LONG_STRING, MAXIMUM_TOKEN
from coveriflow.program.types import (
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LLONG,
    UINT,
    ULLONG,
    Floating,
    Integer,
    long_double_type,
    long_type,
)

_INTEGER = re.compile(r"^(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)([uUlL]*)$")
_DECIMAL = re.compile(r"^(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?([fFlL]?)$")
_HEXADECIMAL = re.compile(r"^0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?\d+)([fFlL]?)$")
_MAXIMUM_DIGITS = 200
_CHARACTER = re.compile(r"\\x[0-9a-fA-F]+|\\[0-7]{1,3}|\\.|.", re.DOTALL)
_MAXIMUM_EXPONENT = 100_000
_SIMPLE_ESCAPES = {
    "n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "\\": 92, "'": 39, '"': 34, "?": 63,
}  # fmt: skip


def integer_constant(text: str, model: DataModel, span: Span) -> Constant:
    """The first type of C11 6.4.4.1's table that can hold the value."""
    match = _INTEGER.match(text)
    if not match:
        raise InputError(f"'{text}' is no integer constant", span)
    digits, suffix = match[1], match[2].lower()
    if len(digits) > _MAXIMUM_DIGITS:
        raise NotSupported(f"a constant of {len(digits)} digits", span)
    decimal = not digits.startswith("0") or digits == "0"
    value = int(digits, 8 if digits.isdigit() and not decimal else 0) if digits.strip("0") else 0
    for candidate in _candidates(suffix, model, decimal=decimal):
        if value <= candidate.maximum:
            return Constant(value, candidate)
    raise NotSupported(f"the constant {text}, which fits no integer type,", span)


def _candidates(suffix: str, model: DataModel, *, decimal: bool) -> list[Integer]:
    signed = [INT, long_type(model, signed=True), LLONG]
    unsigned = [UINT, long_type(model, signed=False), ULLONG]
    first = suffix.count("l")
    if "u" in suffix:
        return unsigned[first:]
    if decimal:
        return signed[first:]
    pairs = zip(signed[first:], unsigned[first:], strict=True)
    return [candidate for pair in pairs for candidate in pair]


def floating_constant(text: str, model: DataModel, span: Span) -> Constant:
    """The number of its type that is nearest to what is written, rounded once (C11 6.4.4.2)."""
    suffix = text[-1].lower() if not text.lower().startswith("0x") or "p" in text.lower() else ""
    type_ = {"f": FLOAT, "l": long_double_type(model)}.get(suffix, DOUBLE)
    return Constant(floating_bits(text, type_, span), type_)


def floating_bits(text: str, type_: Floating, span: Span) -> int:
    """The number of ``type_`` that is nearest to a floating constant without sign; its suffix does not matter."""
    for pattern, base, power in ((_HEXADECIMAL, 16, 2), (_DECIMAL, 10, 10)):
        match = pattern.match(text)
        if match and match[1] + match[2]:
            exponent = int(match[3] or "0")
            if len(text) > 20 * _MAXIMUM_DIGITS or abs(exponent) > _MAXIMUM_EXPONENT:
                raise NotSupported("a floating constant of that length", span)
            digits = Fraction(int(match[1] + match[2], base)) / base ** len(match[2])
            return nearest(format_of(type_), digits * Fraction(power) ** exponent)
    raise InputError(f"'{text}' is no floating constant", span)


def character_constant(text: str, span: Span) -> Constant:
    """A character's value as ``int``; plain ``char`` is signed on x86. Of several characters in one constant the first
    is the most significant byte, and the last four count (as gcc has it).
    """
    if not text.startswith("'"):
        raise NotSupported("a wide character constant", span)
    values = [_character(match[0], span) for match in _CHARACTER.finditer(text[1:-1])]
    if len(values) == 1:
        return Constant(CHAR.wrap(values[0]), INT)
    return Constant(INT.wrap(sum(value << 8 * place for place, value in enumerate(reversed(values)))), INT)


def _character(body: str, span: Span) -> int:
    if len(body) == 2 and body[1] in _SIMPLE_ESCAPES:
        return _SIMPLE_ESCAPES[body[1]]
    if body.startswith("\\x") and len(body) > 2:
        return int(f"0{body[1:]}", 0) & 0xFF
    if body.startswith("\\") and body[1:].isdigit():
        return int(body[1:], 8) & 0xFF
    if body.startswith("\\") or ord(body) > 127:
        raise NotSupported(f"the character constant '{body}'", span)
    return ord(body)


def string_bytes(text: str, span: Span) -> tuple[bytes, Integer]:
    """The bytes of a string literal with its terminator, and the type of its elements (C11 6.4.5)."""
    if not text.startswith('"'):
        raise NotSupported("a wide string literal", span)
    if LONG_STRING in text:
        raise NotSupported(f"a string of more than {MAXIMUM_TOKEN} characters", span)
    found = bytearray()
    for piece in _CHARACTER.findall(text[1:-1]):
        found += bytes([_character(piece, span)]) if piece.startswith("\\") else piece.encode()
    return bytes(found) + b"\0", CHAR
