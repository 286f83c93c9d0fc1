"""Integer, floating and character constants (C11 6.4.4.1, 6.4.4.2, 6.4.4.4)."""

from __future__ import annotations

import re
from fractions import Fraction

from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions.expressions import Constant
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.expressions.softfloat import nearest
from coveriflow.program.text.normalise import LONG_STRING, MAXIMUM_STRING
from coveriflow.program.types.c_types import (
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LLONG,
    UINT,
    ULLONG,
    USHORT,
    Floating,
    Integer,
    long_double_type,
    long_type,
)
from coveriflow.program.types.data_model import DataModel

_INTEGER = re.compile(r"^(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)([uUlL]*)$")
_DECIMAL = re.compile(r"^(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?([fFlL]?)$")
_HEXADECIMAL = re.compile(r"^0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?\d+)([fFlL]?)$")
_MAXIMUM_DIGITS = 200
SEPARATOR = '" "'
"""What the parser leaves between two adjacent strings where an escape might go on into the second one."""
_ESCAPE = r"\\x[0-9a-fA-F]+|\\[0-7]{1,3}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\."
_CHARACTER = re.compile(f"{_ESCAPE}|{SEPARATOR}|.", re.DOTALL)
_ALONE = re.compile(f"{_ESCAPE}|.", re.DOTALL)
_MAXIMUM_EXPONENT = 100_000
_SIMPLE_ESCAPES = {
    "n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "E": 27, "\\": 92, "'": 39, '"': 34, "?": 63,
}  # fmt: skip


def integer_constant(text: str, model: DataModel, span: Span) -> Constant:
    """The first type of C11 6.4.4.1's table that can hold the value."""
    match = _INTEGER.match(text)
    if text.lower().rstrip("u").endswith("wb"):
        raise NotSupported("a bit-precise integer", span)
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


def character_constant(text: str, model: DataModel, span: Span) -> Constant:
    """A character's value as ``int``; plain ``char`` is signed on x86. Of several characters in one constant the first
    is the most significant byte, and the last four count (as gcc has it). Wide ones have their own types.
    """
    element, units = literal_element(text, model), _units(text, "'", span)
    if not units:
        raise InputError("an empty character constant", span)
    if element != CHAR:
        if len(units) > 1:
            raise NotSupported(f"the character constant {text}", span)
        return Constant(element.wrap(units[0]), element)
    if len(units) == 1:
        return Constant(CHAR.wrap(units[0]), INT)
    return Constant(INT.wrap(sum(value << 8 * place for place, value in enumerate(reversed(units)))), INT)


_WIDTHS = {"": 8, "u8": 8, "L": 32, "u": 16, "U": 32}
"""Bits of the elements of strings by their prefixes, on Linux."""


def literal_element(text: str, model: DataModel) -> Integer:
    """The type of the elements of a character constant or string: ``char``, ``wchar_t`` (which is ``long`` under
    ILP32, in the ABI of i386), ``char16_t`` or ``char32_t``.
    """
    wide = INT if model is DataModel.LP64 else long_type(model, signed=True)
    return {"L": wide, "u": USHORT, "U": UINT}.get(_prefix(text), CHAR)


def _prefix(text: str) -> str:
    return text[: min(at for at in map(text.find, "'\"") if at >= 0)]


def _units(text: str, quote: str, span: Span) -> list[int]:
    """The elements of a constant or string. Escapes end where a string of a sequence ends."""
    prefix, _, rest = text.partition(quote)
    found: list[int] = []
    for piece in (_CHARACTER if quote == '"' else _ALONE).findall(rest[:-1]):
        if piece != SEPARATOR:
            found += _encoded(piece, _WIDTHS[prefix], span)
    return found


def _encoded(piece: str, width: int, span: Span) -> list[int]:
    """One character or escape as elements of ``width`` bits."""
    mask = (1 << width) - 1
    if piece.startswith("\\") and len(piece) > 1:
        escaped = piece[1:]
        if escaped[0] == "x" and len(escaped) > 1:
            return [int(escaped[1:], 16) & mask]
        if escaped[0] in "01234567":
            return [int(escaped, 8) & mask]
        if escaped[0] not in "uU" or len(escaped) == 1:
            return [_SIMPLE_ESCAPES.get(escaped, ord(escaped) & mask)]
        piece = _universal(escaped, span)
    if width == 32:
        return [ord(piece)]
    data = piece.encode("utf-8" if width == 8 else "utf-16-le", "surrogateescape" if width == 8 else "surrogatepass")
    size = width // 8
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


def _universal(escaped: str, span: Span) -> str:
    """``u`` and four, or ``U`` and eight hexadecimal digits (C11 6.4.3)."""
    code = int(escaped[1:], 16)
    if code > 0x10FFFF or 0xD800 <= code < 0xE000:
        raise InputError(f"'{escaped}' names no character", span)
    return chr(code)


def string_units(text: str, span: Span) -> tuple[list[int], int]:
    """The elements of a string literal with its terminator, and how many bits each has (C11 6.4.5)."""
    if LONG_STRING in text:
        raise NotSupported(f"a string of more than {MAXIMUM_STRING:,} characters", span)
    return [*_units(text, '"', span), 0], _WIDTHS[_prefix(text)]


def string_bytes(text: str, span: Span) -> bytes:
    """The same as bytes."""
    units, width = string_units(text, span)
    return b"".join(unit.to_bytes(width // 8, "little") for unit in units)
