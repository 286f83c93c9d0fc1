"""Floating values as text, exactly."""

from __future__ import annotations

from typing import Final

from coveriflow.program import floating
from coveriflow.program.float_operations import format_of
from coveriflow.program.types import Floating

SUFFIXES: Final = {32: "f", 64: "", 80: "l"}
"""What the names of functions and constants of a type end in, by the width of the type's patterns."""


def float_text(value: int, type_: Floating) -> str:
    """C text of a number, exactly: hexadecimal, or made by gcc's built-in functions."""
    form, suffix = format_of(type_), SUFFIXES[type_.width]
    sign = "-" if floating.is_negative(form, value) else ""
    if floating.is_nan(form, value):
        payload = value & (form.quiet - 1)
        kind = "nan" if value & form.quiet else "nans"
        return f'({sign}__builtin_{kind}{suffix}("{payload:#x}"))'
    if floating.is_infinite(form, value):
        return f"({sign}__builtin_inf{suffix}())"
    significand, exponent = floating.decoded(form, value)
    spare = (significand & -significand).bit_length() - 1 if significand else -exponent
    text = f"0x{significand >> max(spare, 0):x}p{exponent + spare}{suffix.upper()}"
    return f"({sign}{text})" if sign else text
