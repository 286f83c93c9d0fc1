"""Durations and sizes as people write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

_LONGEST = 1e9
_LARGEST = 1 << 60
_SECONDS = {"ms": Fraction(1, 1000)} | {
    unit: Fraction(length)
    for unit, length in {"": 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86400}.items()
}
_BYTES = {"b": Fraction(1)} | {
    prefix + unit: Fraction(base**power)
    for power, prefix in enumerate("kmgt", 1)
    for unit, base in (("", 1000), ("b", 1000), ("ib", 1024))
}
_PART = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*([A-Za-z]*)\s*")


def seconds(text: str) -> float:
    """``60s``, ``90``, ``2min``, ``1h``, ``1h30min``; ``ValueError`` for anything else, with a sentence."""
    found = _sum(text, _SECONDS)
    if found is None or not 0 < found <= _LONGEST:
        raise ValueError(f"'{text}' is not a duration: write 60s, 90, 2min or 1h")
    return float(found)


def size(text: str) -> int:
    """``4GB``, ``512MiB``, ``800MB`` (1 GB is 1000 MB, 1 GiB is 1024 MiB); ``ValueError`` with a sentence."""
    found = _sum(text, _BYTES)
    if found is None or not 1 <= found <= _LARGEST:
        raise ValueError(f"'{text}' is not a size: write 4GB, 512MiB or 800MB")
    return int(found)


def _sum(text: str, units: Mapping[str, Fraction]) -> Fraction | None:
    """The sum of numbers with units, as in ``1h30min``; ``None`` where ``text`` is something else. Not rounded: sizes
    may have more digits than a float.
    """
    total, position = Fraction(0), 0
    text = text.strip()
    while match := _PART.match(text, position):
        if match[2].lower() not in units:
            return None
        total += Fraction(match[1]) * units[match[2].lower()]
        position = match.end()
    return total if text and position == len(text) else None
