"""The outcome of a validator for external evidence: a witness, a test suite, a condition."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    """``CONFIRMED``: shown again, with evidence of our own. ``REFUTED``: shown to be wrong, or to lead nowhere.
    ``UNKNOWN``: neither.
    """

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Validation:
    """``subject``: what was validated. ``reason``: why the outcome is what it is, in a sentence.

    ``place``: file, line and column (1-based, 0 unknown) that the reason is about. ``notes``: what else was seen; it
    decides nothing.
    """

    outcome: Outcome
    subject: str
    reason: str
    place: tuple[str, int, int] | None = None
    notes: tuple[str, ...] = ()
