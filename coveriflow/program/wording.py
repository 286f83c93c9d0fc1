"""Numbers in sentences, and words that may be meant."""

from __future__ import annotations

from collections.abc import Iterable


def counted(number: int, noun: str) -> str:
    """``1 assumption``, ``2 assumptions``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def times(number: int) -> str:
    """``once``, ``2 times``."""
    return "once" if number == 1 else f"{number} times"


def meant(word: str, known: Iterable[str], otherwise: str) -> str:
    """``did you mean 'cmc'?`` if one of the ``known`` is like ``word``, else ``otherwise``."""
    import difflib

    near = difflib.get_close_matches(word, list(known), 1)
    return f"did you mean '{near[0]}'?" if near else otherwise
