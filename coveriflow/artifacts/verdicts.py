"""The three outcomes of a verification."""

from __future__ import annotations

from enum import Enum


class Verdict(Enum):
    """``TRUE``: no execution violates the property; ``FALSE``: one does; ``UNKNOWN``: neither was shown."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"

    @property
    def decisive(self) -> bool:
        """Whether the question is answered."""
        return self is not Verdict.UNKNOWN
