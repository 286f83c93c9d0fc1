"""Where facts come from while something else goes on: each part of them is handed out once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from coveriflow.analysis.data_flow.refining import HeadFacts, refined
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.program.cfa.cfa import Cfa


class Feed(Protocol):
    """Facts about one program, as they become known. None of them need be believed."""

    def news(self) -> list[HeadFacts]:
        """What has come since the last call; does not wait."""
        ...

    def rest(self) -> list[HeadFacts]:
        """Wait for the end, and return what has come since the last call."""
        ...

    def elsewhere(self) -> float:
        """CPU seconds that other processes have used for it, or a little more."""
        ...

    def close(self) -> None:
        """Nothing more is wanted: once this returns, nothing goes on."""
        ...


StartFeed = Callable[[Cfa, float], Feed]
"""Start one that may use so many CPU seconds."""


@dataclass(slots=True)
class Here:
    """All facts at the first call, which computes them."""

    cfa: Cfa
    cpu: float
    _told: bool = field(default=False, init=False)

    def news(self) -> list[HeadFacts]:
        """See ``Feed``."""
        if self._told:
            return []
        self._told = True
        return list(refined(self.cfa, LimitWatch(SoftLimits(cpu=self.cpu))))

    def rest(self) -> list[HeadFacts]:
        """See ``Feed``."""
        return self.news()

    def elsewhere(self) -> float:
        """None: it is this process."""
        return 0.0

    def close(self) -> None:
        """Nothing goes on between calls."""
