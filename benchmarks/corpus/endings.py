"""How a benchmark ends: the exit code tells what is wrong from what only took too long, on a busy machine perhaps."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

WRONG = 1
"""A verdict, an interpolant or a program is wrong."""
MISSED = 3
"""Something was not solved that is to be solved, or took too long. (2 is argparse's, for words it does not know.)"""


@dataclass(frozen=True)
class Problem:
    """``what``: a sentence. What is not wrong took too long, or was not solved."""

    what: str
    is_wrong: bool = False


def ending(*, wrong: bool, missed: bool) -> int:
    """The exit code."""
    return WRONG if wrong else MISSED if missed else 0


def ending_of(problems: Collection[Problem]) -> int:
    """The exit code."""
    return ending(wrong=any(problem.is_wrong for problem in problems), missed=bool(problems))
