"""What engines of interpolation get and give (unifying paper, Sect. 3.2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from coveriflow.logic.interpolation.path import Path
from coveriflow.logic.terms import Term


class Scope(Enum):
    """What an engine wants to see: an unsatisfiable core of the path's conjuncts, or all of them, as regular as the
    path is.
    """

    CORE = "core"
    WHOLE = "whole"


class Effort(Enum):
    """``LIGHT``: is done at once, or not at all."""

    LIGHT = "light"
    HEAVY = "heavy"


class Engine(Protocol):
    """One way to find interpolants. Its result is not relied on: the chain checks it.

    May raise ``OutOfTime`` and ``Inapplicable``.
    """

    @property
    def name(self) -> str:
        """For statistics, and to ask for an order of engines."""
        ...

    @property
    def effort(self) -> Effort:
        """Light engines are all asked before the heavy ones."""
        ...

    @property
    def scope(self) -> Scope:
        """Which conjuncts it is given."""
        ...

    def applies(self, path: Path) -> bool:
        """Whether it makes sense to ask it about ``path``; costs next to nothing."""
        ...

    def interpolants(self, path: Path, deadline: float) -> Sequence[Term] | None:
        """One formula for each cut of ``path``; ``deadline``: of the clock ``cpu_time.now``."""
        ...


class OutOfTime(Exception):
    """The engine was stopped by its deadline."""


class Inapplicable(Exception):
    """The engine does not know an operation, or a formula grew out of bounds."""


class Ending(Enum):
    """How an attempt of an engine ended. ``REJECTED``: its result is no sequence of interpolants."""

    FOUND = "found"
    NOTHING = "nothing"
    OUT_OF_TIME = "out of time"
    REJECTED = "rejected"
    UNCHECKED = "not checked in time"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one engine did for one path, and how long it took, in seconds of CPU time."""

    engine: str
    ending: Ending
    seconds: float
