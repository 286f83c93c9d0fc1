"""Numbers in sentences, and words that may be meant."""

from __future__ import annotations

import re
from collections.abc import Iterable

UNCONFIRMED = "the violation could not be confirmed"
"""How a reason begins that tells of a violation which was claimed, and shown by no execution."""


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


def within_bound(bound: int) -> str:
    """What is known where the executions that stay within ``bound`` were looked at, and not all do."""
    return f"no violation with at most {counted(bound, 'execution')} of each loop body"


_WITHIN_BOUND = re.compile(r"(?:^|; )(no violation with at most (\d+) executions? of each loop body)(?=;|$)")


def widest_bound(reasons: Iterable[str]) -> str:
    """Of such sentences in ``reasons`` the one that says most."""
    found = [(int(match[2]), match[1]) for each in reasons for match in _WITHIN_BOUND.finditer(each)]
    return max(found, default=(0, ""))[1]
