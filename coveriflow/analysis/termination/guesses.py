"""Where executions come from that may never end, besides those with random inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.program.interpreter.interpreter import Inputs

Guess = Callable[[], Inputs]
"""What an execution reads, from its beginning."""


class Guesses(Protocol):
    """Each guess is looked at before the next one is asked for; what it is asked for then is another execution."""

    def another(self, watch: LimitWatch, patience: float) -> Guess | None:
        """An execution that was not seen to end; none if none was found until ``watch`` says that it is time, or for
        ``patience`` CPU seconds nothing new was seen.
        """

    def close(self) -> None:
        """No more guesses are asked for."""


class NoGuesses:
    """There are none."""

    def another(self, _watch: LimitWatch, _patience: float) -> Guess | None:
        """None."""
        return None

    def close(self) -> None:
        """Nothing to do."""
