"""What is taken from a corpus: tasks with what is expected of them, and what is left out, with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.types.data_model import DataModel


class Violation(Enum):
    """What counts as reaching the error: a failed assertion, a call of an error function, control at a label."""

    ASSERTION = "assertion"
    CALL = "call"
    LABEL = "label"


class Trust(Enum):
    """``FIRM``: a verdict that contradicts the expectation is wrong. ``WEAK``: it is worth a look."""

    FIRM = "firm"
    WEAK = "weak"


@dataclass(frozen=True)
class Expectation:
    """A verdict and how far the corpus can be trusted with it; ``why``: the reason if it is weak."""

    verdict: Verdict
    trust: Trust = Trust.FIRM
    why: str = ""

    def __str__(self) -> str:
        return self.verdict.value if self.trust is Trust.FIRM else f"{self.verdict.value}?"


@dataclass(frozen=True)
class CorpusTask:
    """One program. ``name``: below the clone; ``folder``: the row of the table; ``defines``: ``NAME`` or ``NAME=V``."""

    name: str
    folder: str
    files: tuple[Path, ...]
    model: DataModel
    violations: frozenset[Violation]
    expected: Expectation | None = None
    entry: str = "main"
    label: str = "ERROR"
    includes: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Skipped:
    """What is in the corpus and not taken."""

    name: str
    folder: str
    reason: str
