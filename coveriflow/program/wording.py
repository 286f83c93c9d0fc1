"""Numbers in sentences."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """``1 assumption``, ``2 assumptions``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def times(number: int) -> str:
    """``once``, ``2 times``."""
    return "once" if number == 1 else f"{number} times"
