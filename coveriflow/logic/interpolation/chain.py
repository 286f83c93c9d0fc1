"""The interpolator of the project: engines tried in an order, every answer checked before it is given."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from coveriflow.logic.interpolation.checking import checked
from coveriflow.logic.interpolation.contracts import Attempt, Ending, Engine, Inapplicable, OutOfTime
from coveriflow.logic.interpolation.core import core_of
from coveriflow.logic.interpolation.path import Path, path_of
from coveriflow.logic.interpolation.strongest import StrongestPostconditions
from coveriflow.logic.interpolation.weakest import WeakestPreconditions
from coveriflow.logic.terms import Term

_CORE_SECONDS = 1.0
"""Where a core is harder to find than that, the engines get the whole path."""


def usual_engines() -> tuple[Engine, ...]:
    """All engines, in an order that is good where nothing is known of the paths."""
    return WeakestPreconditions(), StrongestPostconditions()


@dataclass(slots=True)
class Chain:
    """``contracts.Interpolator``: the first engine whose answer is right. ``attempts``: what was tried for the last
    path, the one that answered last.
    """

    engines: Sequence[Engine] = field(default_factory=usual_engines)
    attempts: list[Attempt] = field(default_factory=list)

    def sequence(self, parts: Sequence[Term], seconds: float) -> Sequence[Term] | None:
        """See ``contracts.Interpolator``."""
        self.attempts = []
        deadline = time.monotonic() + seconds
        path = path_of(parts)
        core = core_of(path, min(deadline, time.monotonic() + _CORE_SECONDS)) or path
        for engine in self.engines:
            found = self._attempt(engine, path, core, deadline)
            if found is not None:
                return found
        return None

    @property
    def answered(self) -> str | None:
        """The name of the engine that answered last time."""
        last = self.attempts[-1] if self.attempts else None
        return last.engine if last is not None and last.ending is Ending.FOUND else None

    def _attempt(self, engine: Engine, path: Path, core: Path, deadline: float) -> Sequence[Term] | None:
        start = time.monotonic()
        found: Sequence[Term] | None = None
        try:
            found = engine.interpolants(core, deadline)
            ending = Ending.NOTHING if found is None else checked(path, found, deadline)
        except OutOfTime:
            ending = Ending.OUT_OF_TIME
        except Inapplicable:
            ending = Ending.NOTHING
        self.attempts.append(Attempt(engine.name, ending, time.monotonic() - start))
        return found if ending is Ending.FOUND else None
