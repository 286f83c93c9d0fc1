"""Bit patterns of floating-point numbers that tests should look at."""

from __future__ import annotations

import random
from fractions import Fraction

from coveriflow.program.expressions import softfloat
from coveriflow.program.expressions.softfloat import Format

MASK = (1 << 64) - 1


def special(form: Format) -> list[int]:
    """Zeros, least and greatest numbers, halves and integers, infinities and NaNs, of both signs."""
    whole = [softfloat.from_integer(form, n) for n in (1, 2, 3, 5, 7, 2**24 - 1, 2**31, 2**32, 2**53 + 1, 2**63, 2**64)]
    halves = [softfloat.nearest(form, Fraction(n, 4)) for n in (1, 2, 3, 5, 6, 7, 9, 10, 11)]
    least = 1 << form.precision - 1
    normal = least | (least << 1 if form.has_integer_bit else 0)
    greatest = form.infinity - 1 if not form.has_integer_bit else form.infinity - (1 << 64) | MASK
    nans = [form.infinity | form.quiet, form.infinity | form.quiet | 5, form.infinity | 1, form.infinity | 1 << 12]
    found = [0, 1, 2, least - 1, normal, normal + 1, greatest, greatest - 1, form.infinity, *nans, *whole, *halves]
    return [*found, *(a | form.sign for a in found)]


def known(form: Format, a: int) -> int:
    """``a`` as a pattern that a computation may give: the integer bit of the x87 fits the exponent."""
    if not form.has_integer_bit:
        return a
    return a | 1 << 63 if a >> 64 & 0x7FFF else a & ~(1 << 63)


def anything(form: Format, rng: random.Random) -> int:
    """Special numbers, fractions of many magnitudes, and any patterns."""
    if rng.random() < 0.3:
        return rng.choice(special(form))
    if rng.random() < 0.5:
        return softfloat.nearest(form, Fraction(rng.randrange(-1000, 1000), 8) * Fraction(2) ** rng.randrange(-70, 70))
    return known(form, rng.getrandbits(form.width))


def near(form: Format, a: int, rng: random.Random) -> int:
    """A pattern like ``a`` but for its last bits."""
    return known(form, (a ^ rng.getrandbits(8)) & ((1 << form.width) - 1))


def quiet(form: Format, rng: random.Random) -> int:
    """Like ``anything``, but no signalling NaN: a 32-bit function that returns one returns a quiet one."""
    a = anything(form, rng)
    return a | form.quiet if softfloat.is_nan(form, a) else a
