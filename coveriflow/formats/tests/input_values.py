"""The values of test inputs as test generators write them: constants of C (C11 6.4.4), ``inf`` and ``nan``."""

from __future__ import annotations

import re

from coveriflow.formats.primitives.text import shortened
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.expressions.softfloat import from_integer
from coveriflow.program.syntax.literals import floating_bits
from coveriflow.program.types.c_types import Floating

_INTEGER = re.compile(r"([+-]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|(0[0-7]*)|([1-9][0-9]*))[uUlL]{0,3}")
_CHARACTER = re.compile(r"([+-]?)'(?:\\(?:([abefnrtv\\'\"?])|([0-3]?[0-7]{1,2})|x([0-9a-fA-F]{1,2}))|([ -&(-\[\]-~]))'")
_FLOAT = re.compile(
    r"[+-]?(?:inf|infinity|nan"
    r"|(?=.*[.efp])(?:0x[0-9a-f]*\.?[0-9a-f]*(?:p[+-]?[0-9]+)?|[0-9]*\.?[0-9]*(?:e[+-]?[0-9]+)?)[fl]?)",
    re.IGNORECASE,
)
_ESCAPES = dict(zip("abefnrtv\\'\"?", (7, 8, 27, 12, 10, 13, 9, 11, 92, 39, 34, 63), strict=True))
_MAX_DIGITS = 4000


def input_value(text: str, span: Span) -> int:
    """The value of ``text``: decimal, hexadecimal, octal or binary with sign and suffixes, or a character.

    A character has the value that gcc gives it on x86, where ``char`` is signed. Suffixes do not wrap the value: that
    is for the program's type to do. Floating values need a type (``floating_input``).
    """
    constant = text.strip()
    if len(constant) > _MAX_DIGITS:
        raise InputError("an input has more digits than are read", span)
    if match := _INTEGER.fullmatch(constant):
        return _integer(*match.groups())
    if match := _CHARACTER.fullmatch(constant):
        return _character(*match.groups())
    if _FLOAT.fullmatch(constant):
        raise InputError(f"a floating input needs the type float, double or long double: '{shortened(constant)}'", span)
    raise InputError(f"not the value of an input: '{shortened(constant)}'", span)


def floating_input(text: str, type_: Floating, span: Span) -> int:
    """The bit pattern of the number of ``type_`` that is nearest to ``text``, which may be an integer too."""
    constant = text.strip()
    if len(constant) > _MAX_DIGITS:
        raise InputError("an input has more digits than are read", span)
    form, magnitude = format_of(type_), constant.lstrip("+-")
    sign = form.sign if constant.startswith("-") else 0
    if magnitude.lower() in ("inf", "infinity"):
        return sign | form.infinity
    if magnitude.lower() == "nan":
        return sign | form.infinity | form.quiet
    if len(constant) - len(magnitude) < 2 and _FLOAT.fullmatch(magnitude):
        try:
            return sign | floating_bits(magnitude, type_, span)
        except NotSupported as error:
            raise InputError(f"{error.feature} is not read", span) from error
    found = from_integer(form, input_value(constant, span))
    return found | sign


def _integer(sign: str, hexadecimal: str | None, binary: str | None, octal: str | None, decimal: str | None) -> int:
    bases = ((hexadecimal, 16), (binary, 2), (octal, 8), (decimal, 10))
    value = next(int(digits, base) for digits, base in bases if digits)
    return -value if sign == "-" else value


def _character(sign: str, escape: str | None, octal: str | None, hexadecimal: str | None, plain: str | None) -> int:
    digits, base = (octal, 8) if octal else (hexadecimal, 16)
    code = _ESCAPES[escape] if escape else int(digits, base) if digits else ord(plain or "\0")
    value = (code + 128) % 256 - 128
    return -value if sign == "-" else value
