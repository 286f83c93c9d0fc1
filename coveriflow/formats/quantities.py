"""Durations and sizes as people write them."""

from __future__ import annotations

import re
from collections.abc import Mapping

_LONGEST = 1e9
_LARGEST = 1 << 60
_SECONDS = {"": 1.0, "ms": 0.001, "s": 1.0, "sec": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86400.0}
_BYTES = {"b": 1} | {
    prefix + unit: base**power
    for power, prefix in enumerate("kmgt", 1)
    for unit, base in (("", 1000), ("b", 1000), ("ib", 1024))
}
_PART = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*([A-Za-z]*)\s*")


def seconds(text: str) -> float:
    """``60s``, ``90``, ``2min``, ``1h``, ``1h30min``; ``ValueError`` for anything else, with a sentence."""
    found = _sum(text, _SECONDS)
    if found is None or not 0 < found <= _LONGEST:
        raise ValueError(f"'{text}' is not a duration: write 60s, 90, 2min or 1h")
    return found


def size(text: str) -> int:
    """``4GB``, ``512MiB``, ``800MB`` (1 GB is 1000 MB, 1 GiB is 1024 MiB); ``ValueError`` with a sentence."""
    found = _sum(text, _BYTES)
    if found is None or not 1 <= found <= _LARGEST:
        raise ValueError(f"'{text}' is not a size: write 4GB, 512MiB or 800MB")
    return int(found)


def _sum(text: str, units: Mapping[str, float]) -> float | None:
    """The sum of numbers with units, as in ``1h30min``; ``None`` where ``text`` is something else."""
    total, position = 0.0, 0
    text = text.strip()
    while match := _PART.match(text, position):
        if match[2].lower() not in units:
            return None
        total += float(match[1]) * units[match[2].lower()]
        position = match.end()
    return total if text and position == len(text) else None
