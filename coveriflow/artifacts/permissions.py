"""What files of others may have run.

**Invariant.** A file runs nothing by itself. What names code (a module of Python, a program of the machine) needs
``Code.ALLOWED``, which the user alone gives. Kept by ``tests/cli/test_allowed_code.py``.
"""

from __future__ import annotations

from enum import Enum


class Code(Enum):
    """Whether a file may name code that is loaded or executed."""

    REFUSED = "refused"
    ALLOWED = "allowed"

    @classmethod
    def of(cls, *, is_allowed: bool) -> Code:
        """As an option says it."""
        return cls.ALLOWED if is_allowed else cls.REFUSED


def refusal(what: str) -> str:
    """The sentence about ``what``, which is code and was not allowed."""
    return f"{what} is code: add --allow-code if you trust it"
